// SPDX-License-Identifier: Apache-2.0
#include "present/text/solve_human.h"

#include <gtest/gtest.h>

#include "answers.h"
#include "logic/program/read_program.h"

namespace cogs::present {
namespace {

using logic::NodeKind;
using logic::Program;
using logic::Support;

Program program(const std::string& text) {
  logic::ReadOptions options;
  options.unknown = logic::Unknown::fail;
  return logic::read_program_text(text, "test.pl", options);
}

// The words of each literal of an answer.
std::vector<std::string> words(const Program& read, const AnswerMaker& made) {
  const AnswerView view(read, made.answer, false);
  const LiteralWords literal_words = words_of(view);
  std::vector<std::string> out;
  for (const logic::Literal& literal : view.literals()) out.push_back(literal_words(literal));
  return out;
}

using Lines = std::vector<std::string>;

TEST(SolveHuman, HasWordsForLiteralsWithoutTemplate) {
  AnswerMaker made;
  made.holds("p").holds("not p(a)").holds("-p(a, 3)").holds("not -q(a, f(b), \"c d\")");
  EXPECT_EQ(words(program("?- p."), made),
            (Lines{"p holds", "there is no evidence that p holds for a",
                   "it is not the case that p holds for a, and 3",
                   "it may be the case that q holds for a, f(b), and c d"}));
}

TEST(SolveHuman, FillsTemplates) {
  const Program read = program(
      "#pred father(X, Y) :: '@(X:person) is the father of {{Y}}'.\n"
      "#pred not father(X, Y) :: '@(X) is not known to be the father of {{Y:child}}'.\n"
      "#pred old(X) :: '@(X:animal) is old, @(Z) and me@example.org'.\n"
      "?- father(X, Y), old(X).");
  AnswerMaker made;
  made.holds("father(ann, 'Bob')").holds("not father(ann, bob)").holds("-father(ann, bob)");
  made.holds("old(A)").holds("not old(cat)");
  EXPECT_EQ(words(read, made),
            (Lines{"the person ann is the father of Bob",
                   "ann is not known to be the father of the child bob",
                   "it is not the case that the person ann is the father of bob",
                   "an animal is old, @(Z) and me@example.org",
                   "there is no evidence that the animal cat is old, @(Z) and me@example.org"}));
}

TEST(SolveHuman, HasWordsForVariablesAndTheirConstraints) {
  const Program read = program("#pred t(X) :: '@(X:person)'. ?- p(X).");
  const auto of = [&](const std::vector<std::string>& constraints, const std::string& literal,
                      bool twice = false) {
    AnswerMaker made;
    made.holds(literal);
    if (twice) made.holds("q(X)");
    for (const std::string& constraint : constraints) made.constrain(constraint);
    return words(read, made)[0];
  };
  EXPECT_EQ(of({}, "p(X)"), "p holds for anything");
  EXPECT_EQ(of({}, "p(X)", true), "p holds for X");
  EXPECT_EQ(of({}, "t(X)"), "a person");
  EXPECT_EQ(of({}, "t(X)", true), "X, a person");
  EXPECT_EQ(of({"X \\= a"}, "p(X)"), "p holds for anything except for a");
  EXPECT_EQ(of({"X \\= a", "X \\= b"}, "p(X)"), "p holds for anything except for a, or b");
  EXPECT_EQ(of({"X \\= a"}, "p(X)", true), "p holds for X not equal to a");
  EXPECT_EQ(of({"X \\= a", "X \\= b"}, "p(X)", true), "p holds for X not a, or b");
  EXPECT_EQ(of({"X \\= a"}, "t(X)"), "any person except for a");
  EXPECT_EQ(of({"X \\= a"}, "t(X)", true), "X, a person other than a");
  EXPECT_EQ(of({"X \\= a", "X \\= b"}, "t(X)", true), "X, a person not a, or b");
  EXPECT_EQ(of({"X #> 3", "X #< 5"}, "p(X)", true),
            "p holds for any X greater than 3 and less than 5");
  EXPECT_EQ(of({"X #>= 3"}, "p(X)"), "p holds for any number greater than or equal to 3");
  EXPECT_EQ(of({"X #=< 3", "integer(X)"}, "p(X)"),
            "p holds for any integer less than or equal to 3");
  EXPECT_EQ(of({"X #<> 3"}, "t(X)", true), "any person X not equal to 3");
  EXPECT_EQ(of({"X \\= f(_)"}, "p(X)"), "p holds for any thing not equal to f(_)");
}

TEST(SolveHuman, AsksTheQuery) {
  const Program read = program(
      "#pred flies(X) :: '@(X:animal) flies'.\n"
      "flies(a). n(a). ?- flies(X), n(Y), not n(Z), Z = b, -r, 2 < 3.");
  EXPECT_EQ(query_words(read, {}),
            "I would like to know if\n"
            "   an animal flies, and\n"
            "   n holds for anything, and\n"
            "   there is no evidence that n holds for Z, and\n"
            "   Z equals b, and\n"
            "   it is not the case that r holds, and\n"
            "   2 is less than 3?\n");
}

TEST(SolveHuman, TellsTheProof) {
  const Program read = program("#pred b(X) :: '@(X:bird) is a bird'. ?- f(t).");
  AnswerMaker made;
  const auto assumed = made.proved("f(t)", {}, Support::assumed);
  const auto ab = made.proved("not ab(t)", {assumed});
  const auto value = made.builtin("5 is 4 + 1");
  const auto less = made.builtin("20000 #< 30000");
  const auto f = made.proved("f(t)", {made.proved("b(t)"), value, less, ab});
  const auto again = made.proved("b(t)", {}, Support::repeated);
  const auto abduced = made.proved("-c", {}, Support::abduced);
  const auto check = made.of_clause(NodeKind::check, 0, {again, abduced});
  made.query({f, made.node(NodeKind::checks, {check})});
  const AnswerView view(read, made.answer, true);
  EXPECT_EQ(proof_words(view, ProofDetail::usual, {}),
            "   f holds for t, because\n"
            "      the bird t is a bird, and\n"
            "      4+1 is 5, and\n"
            "      20000 is less than 30000, and\n"
            "      there is no evidence that ab holds for t, because\n"
            "         it is assumed that f holds for t\n"
            "   The global constraints hold, because\n"
            "      the global constraint number 1 holds, because\n"
            "         the bird t is a bird, justified above, and\n"
            "         by abduction we conclude that it is not the case that c holds\n");
}

}  // namespace
}  // namespace cogs::present
