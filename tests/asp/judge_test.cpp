// SPDX-License-Identifier: Apache-2.0
//
// The judge judged: it accepts right answers and refuses wrong, missing and repeated ones.
#include "asp/judge.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "logic/program/read_program.h"

namespace cogs::asp {
namespace {

// An answer from its literals, bindings ("X = a") and constraints, each written as a goal.
logic::Answer answer(const std::vector<std::string>& literals,
                     const std::vector<std::string>& bindings = {},
                     const std::vector<std::string>& constraints = {},
                     const std::vector<std::string>& universal = {}) {
  std::string query;
  for (const auto* list : {&literals, &bindings, &constraints}) {
    for (const std::string& goal : *list) query += (query.empty() ? "" : ", ") + goal;
  }
  logic::ReadOptions reading;
  reading.unknown = logic::Unknown::fail;
  logic::Program read =
      logic::read_program_text(query.empty() ? "?- true." : "?- " + query + ".", "answer", reading);
  logic::Answer result;
  std::size_t at = 0;
  for (std::size_t i = 0; i < literals.size(); ++i, ++at) {
    const logic::Goal& goal = (*read.query)[at];
    result.literals.push_back(
        {goal.negated, read.predicates[goal.predicate.index()].classical, goal.term});
  }
  for (std::size_t i = 0; i < bindings.size(); ++i, ++at) {
    const logic::Goal& goal = (*read.query)[at];
    result.bindings.push_back(
        {read.terms.name(read.terms.argument(goal.term, 0)), read.terms.argument(goal.term, 1)});
  }
  for (std::size_t i = 0; i < constraints.size(); ++i, ++at) {
    result.constraints.push_back((*read.query)[at].term);
  }
  result.universal = universal;
  result.terms = std::move(read.terms);
  return result;
}

Verdict judged(const std::string& source, std::vector<logic::Answer> answers) {
  const Program program = read_small_program(source);
  return judge(program, stable_models(program).value(), answers);
}

template <class... Answers>
Verdict judged_all(const std::string& source, Answers... answers) {
  std::vector<logic::Answer> list;
  (list.push_back(std::move(answers)), ...);
  return judged(source, std::move(list));
}

const std::string choice = "p :- not q. q :- not p. r :- p. r :- q. ?- r.";

TEST(Judge, AcceptsRightAnswers) {
  const Verdict v = judged_all(choice, answer({"p", "r", "not q"}), answer({"q", "r", "not p"}));
  EXPECT_FALSE(v.bad()) << v.what();
}

TEST(Judge, RefusesALiteralThatNoModelHas) {
  EXPECT_FALSE(judged_all(choice, answer({"p", "q", "r"})).unsound.empty());
  EXPECT_FALSE(judged_all(choice, answer({"p", "r", "not p"})).unsound.empty());
}

TEST(Judge, RefusesAMissingModel) {
  EXPECT_FALSE(judged_all(choice, answer({"p", "r", "not q"})).incomplete.empty());
  EXPECT_FALSE(judged(choice, {}).incomplete.empty());
}

TEST(Judge, RefusesTheSameAnswerTwice) {
  const Verdict v = judged_all("p. ?- p.", answer({"p"}), answer({"p"}));
  EXPECT_FALSE(v.unsound.empty());
}

TEST(Judge, RefusesAnAnswerWithoutAModel) {
  EXPECT_FALSE(judged_all("p. :- p. ?- p.", answer({"p"})).unsound.empty());
  EXPECT_FALSE(judged_all("p. q :- r. r :- q. ?- q.", answer({"q"})).unsound.empty());
}

const std::string open_query = "d(a). d(b). d(c). e(a). p(X) :- d(X), not e(X). ?- not p(X).";

TEST(Judge, ExpandsVariables) {
  const Verdict v = judged_all(
      open_query, answer({"not d(A)", "not p(A)"}, {"X = A"}, {"A \\= a", "A \\= b", "A \\= c"}),
      answer({"e(a)", "not p(a)"}, {"X = a"}));
  EXPECT_FALSE(v.bad()) << v.what();
}

TEST(Judge, RefusesAConstraintThatAllowsTooMuch) {
  EXPECT_FALSE(judged_all(open_query, answer({"not p(A)"}, {"X = A"}, {"A \\= a", "A \\= b"}))
                   .unsound.empty());
}

TEST(Judge, RefusesBindingsThatLeaveOneOut) {
  EXPECT_FALSE(
      judged_all(open_query, answer({"not p(A)"}, {"X = A"}, {"A \\= a", "A \\= b", "A \\= c"}))
          .incomplete.empty());
}

TEST(Judge, ReadsUniversalVariables) {
  const std::string source = "d(a). d(b). q :- d(X), e(X). e(X) :- f(X). f(c). ?- not q.";
  EXPECT_FALSE(judged_all(source, answer({"not q", "not e(A)"}, {}, {"A \\= c"}, {"A"})).bad());
  EXPECT_FALSE(judged_all(source, answer({"not q", "not e(A)"}, {}, {}, {"A"})).unsound.empty());
}

TEST(Judge, ReadsNumericConstraints) {
  const std::string source = "n(1). n(2). n(3). p(X) :- n(X), X > 1. ?- p(X).";
  EXPECT_FALSE(judged_all(source, answer({"p(2)"}, {"X = 2"}), answer({"p(3)"}, {"X = 3"})).bad());
  EXPECT_FALSE(judged_all(source, answer({"p(A)"}, {"X = A"}, {"A #> 1", "A #< 4"})).bad());
  EXPECT_FALSE(judged_all(source, answer({"p(A)"}, {"X = A"}, {"A #> 1"})).unsound.empty());
  EXPECT_FALSE(
      judged_all(source, answer({"p(A)"}, {"X = A"}, {"A+1 #> 3", "A #< 4"})).incomplete.empty());
}

TEST(Judge, ShrinksToWhatMatters) {
  const Program program = read_small_program("a. b. c :- a, b. d :- c, not e. ?- d, a.");
  const Program small = shrink(program, [](const Program& candidate) {
    const auto models = stable_models(candidate);
    return models && models->size() == 1 && models->front().count("d");
  });
  EXPECT_EQ(text(small), "d.\n?- d.\n");
}

}  // namespace
}  // namespace cogs::asp
