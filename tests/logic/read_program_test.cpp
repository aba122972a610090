// SPDX-License-Identifier: Apache-2.0
#include "logic/program/read_program.h"

#include <gtest/gtest.h>

#include "logic/program/builtins.h"
#include "programs.h"

namespace cogs::logic {
namespace {

using Lines = std::vector<std::string>;

TEST(ReadProgram, ReadsFactsRulesAndDenialsInOrder) {
  EXPECT_EQ(
      clauses("bird(tweety).\nflies(X) :- bird(X), not ab(X).\n:- flies(X), ab(X).\nab(a)."),
      (Lines{"bird(tweety)", "flies(X) :- bird(X), not ab(X)", ":- flies(X), ab(X)", "ab(a)"}));
}

TEST(ReadProgram, ReadsClassicalNegation) {
  EXPECT_EQ(clauses("-p(a).\nq :- -p(X), not -p(X).\n"), (Lines{"-p(a)", "q :- -p(X), not -p(X)"}));
}

TEST(ReadProgram, TheLastQueryCounts) {
  EXPECT_EQ(read_one("p. q.\n?- p.\n?- q, not p.").query, "q, not p");
  EXPECT_EQ(read_one("p.").query, "none");
}

TEST(ReadProgram, AQueryFromOutsideReplacesTheProgrammes) {
  ReadOptions options;
  for (const char* text : {"q(X)", "?- q(X).", "q(X).", "?-q(X)"}) {
    options.query = text;
    EXPECT_EQ(read_one("p. q(1).\n?- p.", options).query, "q(X)") << text;
  }
  options.query = "q(1). p";
  EXPECT_EQ(program_error("p. q(1).", options),
            "query:1:7 there is more behind the end of the query");
  options.query = "q(";
  EXPECT_EQ(program_error("p. q(1).", options),
            "query:1:4 expected a term, but found the full stop");
  options.query = "q(X) % which?";
  EXPECT_EQ(read_one("p. q(1).", options).query, "q(X)");
}

TEST(ReadProgram, OtherSpellingsBecomeTheUsualOnes) {
  EXPECT_EQ(clauses("p(X,Y) :- X .=. Y, X .<>. 1, X .<. 2, X .>. 3, X .=<. 4, X .>=. 5."),
            Lines{"p(X,Y) :- '#='(X,Y), '#<>'(X,1), '#<'(X,2), '#>'(X,3), '#=<'(X,4), '#>='(X,5)"});
  EXPECT_EQ(clauses("p(X) :- X <= 3, X #\\= 4, \\+ q(X), false.\nq(1)."),
            (Lines{"p(X) :- '=<'(X,3), '#<>'(X,4), not q(X), fail", "q(1)"}));
}

TEST(ReadProgram, OperatorsMayBeWrittenAsFunctors) {
  EXPECT_EQ(clauses("p(V,X) :- is(V,X+1), '#<'(X,3), not(q), =(X,2).\nq."),
            (Lines{"p(V,X) :- 'is'(V,'+'(X,1)), '#<'(X,3), not q, '='(X,2)", "q"}));
}

TEST(ReadProgram, BuiltInGoalsHaveTheirKinds) {
  const Program program = read_program_text(
      "p(X) :- X == 1, X \\== 2, X =:= 3, X =\\= 4, X @< 5, X @=< 6, X @> 7, X @>= 8, X = 9, X \\= "
      "10,"
      " X < 1, X =< 2, X > 3, X >= 4, integer(X), true, fail, X is 3.",
      "test.pl");
  std::vector<GoalKind> kinds;
  for (const Goal& goal : program.clauses[0].body) kinds.push_back(goal.kind);
  using enum GoalKind;
  EXPECT_EQ(kinds, (std::vector<GoalKind>{identical, not_identical, value_equal, value_differ,
                                          order_less, order_not_greater, order_greater,
                                          order_not_less, unify, differ, less, less_equal, greater,
                                          greater_equal, integer, yes, no, is}));
}

TEST(ReadProgram, NegatedBuiltInGoalsStayNegated) {
  EXPECT_EQ(clauses("p(X) :- not X > 3, not (X = a)."),
            Lines{"p(X) :- not '>'(X,3), not '='(X,a)"});
}

TEST(ReadProgram, ADisjunctionBecomesSeveralClauses) {
  EXPECT_EQ(clauses("p(X) :- (a(X) ; b(X), c), not d.\na(1). b(1). c. d."),
            (Lines{"p(X) :- a(X), not d", "p(X) :- b(X), c, not d", "a(1)", "b(1)", "c", "d"}));
  EXPECT_EQ(clauses("p :- (a ; b), (c ; d).\na. b. c. d.").size(), 8u);
  EXPECT_EQ(clauses(":- a | b.\na. b."), (Lines{":- a", ":- b", "a", "b"}));
}

TEST(ReadProgram, ADisjunctionThatGrowsTooLargeIsRefused) {
  std::string body = "(a;b)";
  for (int i = 0; i < 40; ++i) body += ",(a;b)";
  EXPECT_EQ(program_error("a. b.\np :- " + body + "."),
            "2:6 this body stands for too many clauses when its `;` are written out");
}

TEST(ReadProgram, ParenthesesAroundConjunctionsGo) {
  EXPECT_EQ(clauses("p :- (a, (b, c)), (d).\na. b. c. d.")[0], "p :- a, b, c, d");
}

TEST(ReadProgram, FractionsOfWholeNumbersAreNumbers) {
  EXPECT_EQ(clauses("p(1/3, f(2/4), [-1/2]).\nq(X) :- X #= 1/0 + Y/2, p(Y,Y,Y), X = 1.0/2."),
            (Lines{"p(1/3,f(0.5),'[|]'(-0.5,[]))",
                   "q(X) :- '#='(X,'+'('/'(1,0),'/'(Y,2))), p(Y,Y,Y), '='(X,'/'(1,2))"}));
}

TEST(ReadProgram, RangesInHeadsBecomeSeveralClauses) {
  EXPECT_EQ(clauses("p(1..3)."), (Lines{"p(1)", "p(2)", "p(3)"}));
  EXPECT_EQ(clauses("p(1..2,a,f(0..1))."),
            (Lines{"p(1,a,f(0))", "p(1,a,f(1))", "p(2,a,f(0))", "p(2,a,f(1))"}));
  EXPECT_EQ(clauses("p(-1..0) :- q.\nq."), (Lines{"p(-1) :- q", "p(0) :- q", "q"}));
  EXPECT_EQ(clauses("p(3..1)."), Lines{});
  EXPECT_EQ(program_error("p(1..2000,1..2000)."), "1:1 these ranges stand for too many facts");
  EXPECT_EQ(program_error("p(1..99999999999999999999999999)."),
            "1:1 these ranges stand for too many facts");
  EXPECT_EQ(program_error("p(1..X)."), "1:3 the ends of a range are whole numbers");
  EXPECT_EQ(program_error("p(1..2).\nq :- p(1..2)."), "2:8 a range can stand in a head only");
}

TEST(ReadProgram, ConstantsHaveTheirValuesEverywhere) {
  EXPECT_EQ(clauses("p(1..n).\n#const n=m-1.\n#const m=3.\nq(X) :- X < m, p(f(n)), m."
                    "\nm. #const c = red.\nr(c)."),
            (Lines{"p(1)", "p(2)", "q(X) :- '<'(X,3), p(f(2)), m", "m", "r(red)"}));
}

TEST(ReadProgram, ConstantsFromOutsideComeFirst) {
  ReadOptions options;
  options.constants = {{"n", "2*2"}, {"who", "ann"}};
  EXPECT_EQ(clauses("#const n=1.\np(n, who).", options), Lines{"p(4,ann)"});
  options.constants = {{"n", "f("}};
  EXPECT_EQ(read_one("p(n).", options).errors.size(), 1u);
  EXPECT_EQ(program_error("#const n=f(3)."), "1:10 a constant is a number, a name or a text");
}

TEST(ReadProgram, ConstantsMayNameEachOther) {
  EXPECT_EQ(clauses("#const a=b.\n#const b=red.\np(a,b)."), Lines{"p(red,red)"});
  EXPECT_EQ(clauses("#const a=b.\n#const b=a.\np(a).").size(), 1u);
  std::string chain;
  for (int i = 0; i < 2000; ++i) {
    chain += "#const c" + std::to_string(i) + "=1+c" + std::to_string(i + 1) + ".\n";
  }
  EXPECT_EQ(clauses(chain + "#const c2000=0.\np(c0)."), Lines{"p(2000)"});
}

TEST(ReadProgram, ConstantsThatGrowWithoutBoundAreRefused) {
  std::string squares = "#const c0=99999999.\n";
  for (int i = 0; i < 12; ++i) {
    squares += "#const c" + std::to_string(i + 1) + "=c" + std::to_string(i) + "*c" +
               std::to_string(i) + ".\n";
  }
  EXPECT_EQ(read_one(squares).errors[0], "10:11 a constant is a number, a name or a text");
}

TEST(ReadProgram, AUnderscoreNameMayHaveArguments) {
  EXPECT_EQ(clauses("_foo(1)."), Lines{"'_foo'(1)"});
}

TEST(ReadProgram, CallOfAKnownGoalIsThatGoal) {
  EXPECT_EQ(clauses("p(X) :- call(q(X)), not call(q(1)), call(X).\nq(1)."),
            (Lines{"p(X) :- q(X), not q(1), call(X)", "q(1)"}));
}

TEST(ReadProgram, GoalsInsideOfGoalsAreReadAsWell) {
  const Program program = read_program_text(
      "p(L) :- findall(X, (q(X), \\+ -r(X), X .<. 3), L), forall(Y, forall(Z, not s(Y,Z))).\n"
      "q(1). -r(1). s(1,1).",
      "test.pl");
  EXPECT_EQ(clause_line(program, program.clauses[0]),
            "p(L) :- findall(X,','(q(X),','('not'('-'(r(X))),'#<'(X,3))),L), "
            "forall(Y,forall(Z,'not'(s(Y,Z))))");
  const TermId inner = program.terms.argument(program.clauses[0].body[0].term, 1);
  const auto goals = goals_of(program, inner);
  ASSERT_TRUE(goals);
  EXPECT_EQ(goals_line(program, *goals), "q(X), not -r(X), '#<'(X,3)");
  EXPECT_EQ((*goals)[2].kind, GoalKind::number_less);
}

TEST(ReadProgram, AProgramMayDefineForallItself) {
  EXPECT_EQ(clauses("forall(A,B) :- not bad(A,B).\nbad(a,b).\np :- forall(f(X),g(X))."),
            (Lines{"forall(A,B) :- not bad(A,B)", "bad(a,b)", "p :- forall(f(X),g(X))"}));
}

TEST(ReadProgram, DirectivesOfPrologAreNoDenials) {
  EXPECT_EQ(
      clauses(":- use_module(library(scasp)).\n:- dynamic p/1, q/2.\n:- module(m, []).\n"
              ":- style_check(-singleton).\n:- initialization main.\n:- set_prolog_flag(a,b).\n"
              ":- discontiguous p/1.\n:- multifile p/1.\np(a)."),
      Lines{"p(a)"});
}

TEST(ReadProgram, APredicateNamedLikeADirectiveMayBeDenied) {
  EXPECT_EQ(clauses("module(a,b).\n:- module(X,X)."), (Lines{"module(a,b)", ":- module(X,X)"}));
}

TEST(ReadProgram, ListPredicatesComeFromTheLibraryWhereTheyAreMissing) {
  EXPECT_EQ(clauses("p(X) :- member(X,[a,b])."),
            (Lines{"p(X) :- member(X,'[|]'(a,'[|]'(b,[])))", "member(X,'[|]'(X,_))",
                   "member(X,'[|]'(_,Rest)) :- member(X,Rest)"}));
  EXPECT_EQ(clauses("p :- not memberchk(a,[b]).").size(), 4u);
  EXPECT_EQ(clauses("member(a,b).\np(X) :- member(X,b).").size(), 2u);
  EXPECT_EQ(clauses("p.\nq(L) :- findall(X,member(X,[a]),L).").size(), 4u);
}

TEST(ReadProgram, TheLibraryKeepsItsMeaningBesideConstants) {
  EXPECT_EQ(clauses("#const n=3.\np :- length([a],1).")[1], "length([],0)");
}

TEST(ReadProgram, EveryLibraryPredicateIsDefinedByIt) {
  for (const char* call :
       {"member(a,L)", "memberchk(a,L)", "append(L,L,L)", "length(L,1)", "reverse(L,L)",
        "nth0(0,L,a)", "nth1(1,L,a)", "last(L,a)", "select(a,L,L)", "permutation(L,L)",
        "sum_list(L,1)", "sumlist(L,1)", "max_list(L,1)", "min_list(L,1)", "between(1,2,1)"}) {
    const ProgramReading reading = read_one("p(L) :- " + std::string(call) + ".\n?- p(L).");
    EXPECT_TRUE(reading.errors.empty()) << call;
    EXPECT_TRUE(reading.warnings.empty() || std::string(call) == "between(1,2,1)") << call;
    EXPECT_GE(reading.clauses.size(), 2u) << call;
  }
}

TEST(ReadProgram, TermsOfAnyLengthAreRead) {
  std::string list = "a", body = "q";
  for (int i = 0; i < 100000; ++i) {
    list += ",a";
    body += ",q";
  }
  const Program program =
      read_program_text("p([" + list + "]) :- " + body + ".\nq :- r(1/2).\nr(0..1).", "test.pl");
  EXPECT_EQ(program.clauses[0].body.size(), 100001u);
}

TEST(ReadProgram, DeepTermsAreRefusedWithAPlace) {
  const std::string deep = std::string(5000, '(') + "a" + std::string(5000, ')');
  EXPECT_EQ(program_error("p :- " + deep + "."), "1:1005 this is nested deeper than 1000 levels");
  std::string sum = "1";
  for (int i = 0; i < 2000; ++i) sum += "+1";
  EXPECT_EQ(program_error("p(" + sum + ")."), "1:3 this is nested deeper than 1000 levels");
}

TEST(ReadProgram, LinesOfClausesAreKnown) {
  const Program program = read_program_text("a.\n\nb :-\n  a.\n", "test.pl");
  EXPECT_EQ(program.line_of(program.clauses[1]), 3u);
  EXPECT_EQ(program.predicate_text(program.clauses[1].predicate), "b/0");
}

TEST(ReadProgram, AProgramCanBeMoved) {
  Program program = read_program_text("a.\nb :- a.\n?- b.", "test.pl");
  const Program moved = std::move(program);
  EXPECT_EQ(moved.line_of(moved.clauses[1]), 2u);
  EXPECT_EQ(moved.files[0].source->text(), "a.\nb :- a.\n?- b.");
}

TEST(SetQuery, ReplacesTheQuery) {
  Program program = read_program_text("#const n=2.\np(1). p(2).\n?- p(1).", "test.pl");
  set_query(program, "p(n), not p(X)");
  EXPECT_EQ(goals_line(program, *program.query), "p(2), not p(X)");
  set_query(program, "?- member(X,[a]).");
  EXPECT_EQ(goals_line(program, *program.query), "member(X,'[|]'(a,[]))");
  EXPECT_EQ(program.clauses.size(), 4u);
}

TEST(SetQuery, LeavesTheQueryAfterAnError) {
  Program program = read_program_text("p(1).\n?- p(1).", "test.pl");
  for (const char* text : {"", "q(1)", "p(", "p(1) p(2)", "X", "p(1) ; p(2)", "p(1). p(2)."}) {
    EXPECT_THROW(set_query(program, text), base::InputError) << text;
    EXPECT_EQ(goals_line(program, *program.query), "p(1)") << text;
  }
  ReadOptions options;
  options.unknown = Unknown::fail;
  set_query(program, "not q(1)", options);
  EXPECT_EQ(goals_line(program, *program.query), "not q(1)");
}

}  // namespace
}  // namespace cogs::logic
