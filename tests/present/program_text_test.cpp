// SPDX-License-Identifier: Apache-2.0
#include "present/export/program_text.h"

#include <gtest/gtest.h>

#include "logic/program/read_program.h"

namespace cogs::present {
namespace {

logic::Program program(const std::string& text) {
  logic::ReadOptions options;
  options.unknown = logic::Unknown::fail;
  return logic::read_program_text(text, "test.pl", options);
}

std::string clauses(const std::string& text) {
  const logic::Program read = program(text);
  std::string out;
  for (const logic::Clause& clause : read.clauses) out += clause_text(read, clause);
  return out;
}

// A section of the code, from its title to the next one.
std::string section(const std::string& text, const std::string& title,
                    const CodeOptions& options = {}) {
  const std::string code = code_text(program(text), options);
  const std::size_t begin = code.find("% " + title + "\n\n");
  if (begin == std::string::npos) return "none";
  const std::size_t from = begin + title.size() + 4;
  return code.substr(from, code.find("\n% ", from) - from);
}

TEST(ProgramText, WritesClausesOneGoalALine) {
  EXPECT_EQ(clauses("flies(X):-bird(X),not ab(X),X#>1/3."),
            "flies(X) :-\n    bird(X),\n    not ab(X),\n    X #> 1/3.\n");
  EXPECT_EQ(clauses("-p(a,[b|T],\"s\"). :- -p(X,Y,Z), not -p(Z,Y,X)."),
            "-p(a, [b|T], \"s\").\n:-\n    -p(X, Y, Z),\n    not -p(Z, Y, X).\n");
}

TEST(ProgramText, WhatIsWrittenReadsBackAsTheSame) {
  for (const char* text :
       {"p(X) :- not X is Y+1, Y = -1, not -q('A b',{Y}), X \\== (a:-b).", "-(1+2).",
        "p(- 1, -(a)).", "p(L) :- findall(X, (q(X), not -r(X)), L), forall(Y, not q(Y)).",
        "'_x'(\"a\\nb\").", "p(0.5, 10000000000.0, 1/3, 2r3)."}) {
    const std::string once = clauses(text);
    EXPECT_EQ(clauses(once), once) << text;
  }
}

TEST(ProgramText, WritesTheQueryWithItsVariables) {
  EXPECT_EQ(query_text(program("p(a,b).\n?- p(X,Y), not p(Y,_).")),
            "?- p(X, Y),\n   not p(Y, _).\n");
  EXPECT_EQ(query_text(program("p.")), "");
}

TEST(CodeText, BlocksEveryClauseOfAPredicate) {
  EXPECT_EQ(section("bird(sam). bird(tweety).", "Dual Rules"),
            "not bird(A) :-\n    not o_bird_1(A),\n    not o_bird_2(A).\n\n"
            "not o_bird_1(A) :-\n    A \\= sam.\n\n"
            "not o_bird_2(A) :-\n    A \\= tweety.\n");
}

TEST(CodeText, KeepsTheGoalsBeforeTheFalseOne) {
  const std::string text = "p(X) :- X > 3, not X = 5.";
  EXPECT_EQ(section(text, "Dual Rules"),
            "not p(A) :-\n    not o_p_1(A).\n\n"
            "not o_p_1(X) :-\n    X =< 3.\nnot o_p_1(X) :-\n    X > 3,\n    X = 5.\n");
  EXPECT_EQ(section(text, "Dual Rules", {.plain_duals = true}),
            "not p(A) :-\n    not o_p_1(A).\n\n"
            "not o_p_1(X) :-\n    X =< 3.\nnot o_p_1(X) :-\n    X = 5.\n");
}

TEST(CodeText, QuantifiesVariablesOfTheBody) {
  EXPECT_EQ(section("p(f(X),X,a) :- q(X,Y,_).", "Dual Rules", {.plain_duals = true}),
            "not p(A, B, C) :-\n    not o_p_1(A, B, C).\n\n"
            "not o_p_1(A, X, B) :-\n    forall(Y, forall(_1, not o_p_1_vh5(A, X, B, Y, _1))).\n\n"
            "not o_p_1_vh5(_, _, B, _, _) :-\n    B \\= a.\n"
            "not o_p_1_vh5(A, X, _, _, _) :-\n    A \\= f(X).\n"
            "not o_p_1_vh5(_, X, _, Y, _1) :-\n    not q(X, Y, _1).\n\n"
            "not q(_, _, _).\n");
}

TEST(CodeText, AFactOfVariablesIsNeverBlocked) {
  EXPECT_EQ(section("p(_,X).", "Dual Rules"),
            "not p(A, B) :-\n    not o_p_1(A, B).\n\nnot o_p_1(_, _) :-\n    fail.\n");
}

TEST(CodeText, ChecksDenialsThenClassicalPairsThenOddLoops) {
  EXPECT_EQ(section("p(X) :- not p(X), q(X). q(1). -q(2). :- q(3).", "Integrity Constraints"),
            "o_nmr_check :-\n    not o_chk_1,\n    not o_chk_2,\n    forall(A, not o_chk_3(A)).\n\n"
            "not o_chk_1 :-\n    not q(3).\n\n"
            "not o_chk_2 :-\n    forall(A, not o_chk_2_vh1(A)).\n\n"
            "not o_chk_2_vh1(A) :-\n    not -q(A).\n"
            "not o_chk_2_vh1(A) :-\n    -q(A),\n    not q(A).\n\n"
            "not o_chk_3(X) :-\n    p(X).\n"
            "not o_chk_3(X) :-\n    not p(X),\n    not q(X).\n");
  EXPECT_EQ(section("p :- not p.", "Integrity Constraints", {.odd_loops = false}), "none");
  EXPECT_EQ(section("p :- not p.", "Dual Rules", {.duals = false}), "none");
}

TEST(CodeText, AddsTheHeadToAnOddLoopThatDoesNotHaveIt) {
  EXPECT_EQ(section("p :- not q. q :- r. r :- p.", "Integrity Constraints"),
            "o_nmr_check :-\n    not o_chk_1,\n    not o_chk_2,\n    not o_chk_3.\n\n"
            "not o_chk_1 :-\n    q.\nnot o_chk_1 :-\n    not q,\n    p.\n\n"
            "not o_chk_2 :-\n    not r.\nnot o_chk_2 :-\n    r,\n    q.\n\n"
            "not o_chk_3 :-\n    not p.\nnot o_chk_3 :-\n    p,\n    r.\n");
}

TEST(CodeText, ShowsAnAbducibleAsAnEvenLoop) {
  EXPECT_EQ(section("#abducible w(X).\np :- w(a).", "User Predicates"),
            "p :-\n    w(a).\n\nw(A) :-\n    not o_w(A).\n\no_w(A) :-\n    not w(A).\n");
}

TEST(CodeText, LongListsAreNoDanger) {
  std::string list = "a";
  for (int i = 0; i < 100000; ++i) list += ",a";
  EXPECT_GT(code_text(program("p([" + list + "]).")).size(), 600000u);
}

}  // namespace
}  // namespace cogs::present
