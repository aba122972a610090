// SPDX-License-Identifier: Apache-2.0
//
// Right answers pass the checker, and each way to tamper with one is noticed.
#include "logic/check/answer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "logic/program/read_program.h"

namespace cogs::logic {
namespace {

using Texts = std::vector<std::string>;

Program read(const std::string& text) {
  ReadOptions options;
  options.unknown = Unknown::fail;
  return read_program_text(text, "test.lp", options);
}

// An answer from its literals, bindings ("X = a") and constraints, each written as a goal.
Answer answer(const Texts& literals, const Texts& bindings = {}, const Texts& constraints = {},
              const Texts& universal = {}) {
  std::string query;
  for (const auto* list : {&literals, &bindings, &constraints}) {
    for (const std::string& goal : *list) query += (query.empty() ? "" : ", ") + goal;
  }
  Program program = read(query.empty() ? "?- true." : "?- " + query + ".");
  Answer result;
  std::size_t at = 0;
  for (std::size_t i = 0; i < literals.size(); ++i, ++at) {
    const Goal& goal = (*program.query)[at];
    const bool classical = program.predicates[goal.predicate.index()].classical;
    result.literals.push_back({goal.negated, classical, goal.term});
  }
  for (std::size_t i = 0; i < bindings.size(); ++i, ++at) {
    const TermId term = (*program.query)[at].term;
    const std::string variable = program.terms.name(program.terms.argument(term, 0));
    result.bindings.push_back({variable, program.terms.argument(term, 1)});
  }
  for (std::size_t i = 0; i < constraints.size(); ++i, ++at) {
    result.constraints.push_back((*program.query)[at].term);
  }
  result.universal = universal;
  result.terms = std::move(program.terms);
  return result;
}

std::string wrong(const std::string& program, const Answer& given) {
  bool unchecked = false;
  const auto found = what_is_wrong(read(program), given, &unchecked);
  EXPECT_FALSE(unchecked) << program;
  return found.value_or("");
}

const std::string even_loop = "p :- not q. q :- not p. r :- p. ?- r.";

TEST(CheckAnswer, AcceptsAnEvenLoop) {
  EXPECT_EQ(wrong(even_loop, answer({"p", "r", "not q"})), "");
}

TEST(CheckAnswer, NoticesAMissingSupport) {
  EXPECT_EQ(wrong(even_loop, answer({"r", "not q"})), "r is supported by no clause");
  EXPECT_EQ(wrong(even_loop, answer({"p", "r"})), "p is supported by no clause");
}

TEST(CheckAnswer, NoticesANegationThatNothingBlocks) {
  const std::string open = "p :- not q. q :- not p. s :- not t. t :- not s. ?- not q.";
  EXPECT_EQ(wrong(open, answer({"not q", "p"})), "");
  EXPECT_EQ(wrong(open, answer({"not q"})), "not q, although nothing blocks the clause at line 1");
}

TEST(CheckAnswer, NoticesAPositiveLoop) {
  const std::string program = "p :- q. q :- p. q :- not s. s :- not q. ?- p.";
  EXPECT_EQ(wrong(program, answer({"p", "q", "not s"})), "");
  const std::string loop = "a :- not b. b :- not a. p :- q, a. q :- p, a. ?- p.";
  EXPECT_EQ(wrong(loop, answer({"p", "q", "a", "not b"})), "p rests on itself");
}

TEST(CheckAnswer, NoticesOpposites) {
  const std::string program = "p :- not q. q :- not p. -p :- q. r :- not p. r :- p. ?- r.";
  EXPECT_EQ(wrong(program, answer({"p", "not q", "r", "not p", "q"})),
            "p is there with its negation");
  EXPECT_EQ(wrong(program, answer({"r", "p", "-p", "q", "not q"})),
            "p is there with its classical negation");
  EXPECT_EQ(wrong(program, answer({"-p", "q", "r", "not p"})), "");
  EXPECT_EQ(wrong(program, answer({"-p", "q", "r"})), "");  // `not p` is dropped beside -p
}

TEST(CheckAnswer, NoticesThatTheQueryDoesNotHold) {
  EXPECT_EQ(wrong(even_loop, answer({"p", "not q"})),
            "the query does not follow from the literals under the bindings");
  const std::string program =
      "d(a). d(b). p(X) :- d(X), not q(X). q(X) :- d(X), not p(X). ?- p(X).";
  EXPECT_EQ(wrong(program, answer({"d(a)", "p(a)", "not q(a)"}, {"X = a"})), "");
  EXPECT_EQ(wrong(program, answer({"d(a)", "p(a)", "not q(a)"}, {"X = b"})),
            "the query does not follow from the literals under the bindings");
}

TEST(CheckAnswer, NoticesABrokenDenial) {
  const std::string program = "p :- not q. q :- not p. :- p, not r. r :- not s. s :- not r. ?- p.";
  EXPECT_EQ(wrong(program, answer({"p", "not q", "r", "not s"})), "");
  EXPECT_EQ(wrong(program, answer({"p", "not q", "s", "not r"})),
            "nothing blocks the denial at line 1");
  CheckOptions options;
  options.denials = false;
  EXPECT_FALSE(
      what_is_wrong(read(program), answer({"p", "not q", "s", "not r"}), nullptr, options));
}

TEST(CheckAnswer, KnowsWhatDependsOnNoChoice) {
  const std::string program =
      "e(a,b). e(b,c). path(X,Y) :- e(X,Y). path(X,Y) :- path(X,Z), e(Z,Y). "
      "apart(X,Y) :- e(X,_), e(_,Y), not path(X,Y). ?- path(a,c).";
  EXPECT_EQ(wrong(program, answer({"path(a,c)"})), "");
  EXPECT_EQ(wrong(program, answer({"path(a,c)", "path(c,a)"})),
            "path(c,a) is false whatever is chosen");
  EXPECT_EQ(wrong(program, answer({"path(a,c)", "not e(a,b)"})),
            "not e(a,b) is false whatever is chosen");
  EXPECT_EQ(wrong(program, answer({"path(a,c)", "apart(b,b)"})), "");
}

const std::string negated_query = "d(a). d(b). e(a). p(X) :- d(X), not e(X). ?- not p(X).";

TEST(CheckAnswer, SamplesEachVariables) {
  EXPECT_EQ(
      wrong(negated_query, answer({"not d(A)", "not p(A)"}, {"X = A"}, {"A \\= a", "A \\= b"})),
      "");
  EXPECT_NE(wrong(negated_query, answer({"not p(A)"}, {"X = A"}, {"A \\= a"})), "");
}

TEST(CheckAnswer, SamplesAllVariables) {
  const std::string program =
      "d(a). d(b). on(X) :- not off(X). off(X) :- not on(X). lit :- on(X), not d(X). ?- not lit.";
  EXPECT_EQ(wrong(program, answer({"not lit", "not on(A)", "off(A)", "d(a)", "d(b)"}, {},
                                  {"A \\= a", "A \\= b"}, {"A"})),
            "");
  EXPECT_NE(wrong(program, answer({"not lit", "not on(A)", "off(A)", "d(a)", "d(b)"}, {},
                                  {"A \\= a", "A \\= b", "A \\= c"}, {"A"})),
            "");
}

TEST(CheckAnswer, JudgesNumbers) {
  const std::string program = "on(T) :- T #> 3, not off(T). off(T) :- T #> 3, not on(T). ?- on(T).";
  EXPECT_EQ(wrong(program, answer({"on(A)", "not off(A)"}, {"T = A"}, {"A #> 3"})), "");
  EXPECT_EQ(wrong(program, answer({"on(A)", "not off(A)"}, {"T = A"}, {"A #> 2"})),
            "on(3) is supported by no clause");
  const std::string sum = "p(X,Y) :- Y #= X+3, not q(X). q(X) :- not p(X,4). ?- p(X,Y).";
  EXPECT_EQ(wrong(sum, answer({"p(A,B)", "not q(A)", "p(A,4)"}, {"X = A", "Y = B"},
                              {"B #= A+3", "A #= 1"})),
            "");
  EXPECT_NE(wrong(sum, answer({"p(A,B)", "not q(A)", "p(A,4)"}, {"X = A", "Y = B"},
                              {"B #= A+2", "A #= 1"})),
            "");
}

TEST(CheckAnswer, JudgesLists) {
  const std::string program =
      "in(X,[X|_]). in(X,[_|T]) :- in(X,T). ?- in(b,[a,b]), not in(c,[a,b]).";
  EXPECT_EQ(wrong(program, answer({"in(b,[a,b])", "in(b,[b])", "not in(c,[a,b])", "not in(c,[b])",
                                   "not in(c,[])"})),
            "");
  // What holds whatever is chosen need not be listed; what does not must not.
  EXPECT_EQ(wrong(program, answer({"in(b,[a,b])", "not in(c,[a,b])"})), "");
  EXPECT_NE(wrong(program, answer({"in(b,[a,b])", "in(c,[b])", "not in(c,[a,b])"})), "");
  EXPECT_NE(wrong(program, answer({"in(b,[a,b])", "not in(b,[b])", "not in(c,[a,b])"})), "");
}

// Clauses that nothing can be computed from: atoms are judged one by one.
TEST(CheckAnswer, JudgesNegationsOverIntervals) {
  const std::string program =
      "p(T) :- T #>= 2, not q(T). q(T) :- T #>= 1. r :- not some. some :- p(_). ?- r.";
  bool unchecked = true;
  const Answer right = answer({"r", "not some", "not p(A)"}, {}, {}, {"A"});
  EXPECT_FALSE(what_is_wrong(read(program), right, &unchecked));
  EXPECT_FALSE(unchecked);
  EXPECT_NE(wrong(program, answer({"r", "not some", "not p(A)", "not q(3)"}, {}, {}, {"A"})), "");
  EXPECT_NE(wrong("p(T) :- T #>= 2, not q(T). q(T) :- T #>= 3. r :- not some. some :- p(_). ?- r.",
                  right),
            "");
}

TEST(CheckAnswer, AVariableThatIsComparedIsANumber) {
  const std::string program =
      "p(X,Y) :- X #=< Y. p(X,Y) :- X #> Y. q :- not p(X,Y). a(b). ?- not q.";
  EXPECT_FALSE(what_is_wrong(read(program), answer({"not q"})));
}

TEST(CheckAnswer, SaysWhatItCannotJudge) {
  const std::string program = "d(a). p(L) :- findall(X, d(X), L). ?- p(L).";
  bool unchecked = false;
  EXPECT_FALSE(what_is_wrong(read(program), answer({"p([a])"}, {"L = [a]"}), &unchecked));
  EXPECT_TRUE(unchecked);
}

TEST(CheckAnswer, AbduciblesNeedNoClause) {
  const std::string program = "#abducible a(X). p(X) :- a(X), not b(X). b(X) :- not p(X). ?- p(c).";
  EXPECT_EQ(wrong(program, answer({"p(c)", "a(c)", "not b(c)"})), "");
  EXPECT_EQ(wrong(program, answer({"p(c)", "not b(c)"})), "p(c) is supported by no clause");
}

}  // namespace
}  // namespace cogs::logic
