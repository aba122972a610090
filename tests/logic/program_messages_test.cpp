// SPDX-License-Identifier: Apache-2.0
//
// What is said of programs that are wrong or odd, and where.
#include <gtest/gtest.h>

#include "programs.h"

namespace cogs::logic {
namespace {

using Lines = std::vector<std::string>;

TEST(ProgramErrors, WhatIsNotPossibleIsRefusedWithItsPlace) {
  const struct {
    const char *text, *error;
  } cases[] = {
      {"a :- b -> c.", "1:6 there is no if-then-else here"},
      {"a :- (b -> c ; d).", "1:7 there is no if-then-else here"},
      {"a :- not (not a).", "1:11 `not` cannot be nested"},
      {"a :- not (a, a).", "1:11 `not` takes one literal, not several"},
      {"a :- not (a ; a).", "1:11 `not` takes one literal, not several"},
      {"a :- !.", "1:6 there is no cut here"},
      {"a :- write(x).", "1:6 `write` is not available here"},
      {"a :- nl.", "1:6 `nl` is not available here"},
      {"a :- X =.. [f], b(X).", "1:6 `=..` is not available here"},
      {"a ; b.", "1:1 a head cannot be a disjunction"},
      {"not a :- b.", "1:1 `not` cannot stand in a head"},
      {"a, b :- c.", "1:1 a clause has one head"},
      {"a --> b.", "1:1 there are no grammar rules here"},
      {"X :- a.", "1:1 a clause begins with an atom of a predicate"},
      {"3.", "1:1 a clause begins with an atom of a predicate"},
      {"\"a\".", "1:1 a clause begins with an atom of a predicate"},
      {"X = a.", "1:1 `=` is built in and cannot be defined"},
      {"true.", "1:1 `true` is built in and cannot be defined"},
      {"a :- 3.", "1:6 this is a value and not a goal"},
      {"a :- X.", "1:6 a variable is not a goal"},
      {"a :- call(3).", "1:11 this is a value and not a goal"},
      {"a :- -(-a).", "1:8 the minus sign takes an atom of a predicate of the program"},
      {"a :- -(1 < 2).", "1:8 the minus sign takes an atom of a predicate of the program"},
      {"a :- forall(f, a).", "1:13 the first argument of forall is a variable here"},
      {"a :- findall(X, (a;a), X).", "1:18 a disjunction cannot stand inside of findall"},
      {"a :- findall(X, write(X), X).", "1:17 `write` is not available here"},
      {"a.\n?- a ; a.", "2:1 a query cannot have a `;`"},
      {"a :- call(a, b).", "1:6 `call` takes one goal here"},
      {"#show p.", "1:7 expected NAME/ARITY"},
      {"#pred p(X).", "1:7 expected LITERAL :: 'words'"},
      {"#pred p(X) :: 3.", "1:15 the words of a #pred are a text in quotes"},
      {"#pred X > 3 :: 'x'.", "1:7 expected a literal of a predicate"},
      {"#const n.", "1:8 expected NAME=VALUE"},
      {"#include f(x).", "1:10 expected the name of a file"},
      {"# 3.", "1:3 expected the name of a directive, but found `3`"},
      {"#abducible 3.", "1:12 a clause begins with an atom of a predicate"},
  };
  for (const auto& [text, error] : cases) EXPECT_EQ(program_error(text), error) << text;
}

TEST(ProgramErrors, AreAllGivenAtOnce) {
  EXPECT_EQ(read_one("a :- !.\nb :- .\nc :- X.\n").errors,
            (Lines{"1:6 there is no cut here", "2:6 expected a term, but found the full stop",
                   "3:6 a variable is not a goal"}));
}

TEST(ProgramErrors, AreTwentyAtMostOverAllFiles) {
  std::string text;
  for (int i = 0; i < 15; ++i) text += "a :- !.\n";
  const ProgramReading reading =
      read_files({{"test.pl", text}, {"b.pl", text}}, {"test.pl", "b.pl"});
  EXPECT_EQ(reading.errors.size(), 20u);
  EXPECT_EQ(reading.warnings, Lines{"b.pl:0:0 more errors are not shown"});
}

TEST(ProgramErrors, AWrongDirectiveDoesNotHideTheNextClause) {
  EXPECT_EQ(read_one("#show p.\nq :- !.").errors,
            (Lines{"1:7 expected NAME/ARITY", "2:6 there is no cut here"}));
}

TEST(ProgramErrors, AreReportedOnceForALiteralThatIsCopied) {
  EXPECT_EQ(program_error("a :- (a ; b ; c), !.\nb. c."), "1:19 there is no cut here");
}

TEST(Includes, AreReadWhereTheyStandAndRelativeToTheirFile) {
  const Files files{{"dir/main.pl", "a.\n#include 'sub/x'.\nd."},
                    {"dir/sub/x.pl", "b.\n#include('y.lp').\n?- b."},
                    {"dir/sub/y.lp", "c."}};
  const ProgramReading reading = read_files(files, {"dir/main.pl"});
  EXPECT_EQ(reading.clauses, (Lines{"a", "b", "c", "d"}));
  EXPECT_EQ(reading.query, "b");
}

TEST(Includes, ReadAFileOnce) {
  const Files files{{"a.pl", "#include 'c.pl'.\n#include './c.pl'.\na."}, {"c.pl", "c."}};
  EXPECT_EQ(read_files(files, {"a.pl", "c.pl", "./a.pl"}).clauses, (Lines{"c", "a"}));
}

TEST(Includes, InACircleAreAnError) {
  EXPECT_EQ(read_files({{"a.pl", "#include 'a.pl'."}}, {"a.pl"}).errors,
            Lines{"a.pl:1:10 this file includes itself"});
  EXPECT_EQ(
      read_files({{"a.pl", "#include b."}, {"b.pl", "x.\n#include 'a.pl'."}}, {"a.pl"}).errors,
      Lines{"b.pl:2:10 these files include each other"});
}

TEST(Includes, OfMissingFilesAreAnErrorAtTheirPlace) {
  EXPECT_EQ(program_error("a.\n#include 'nowhere'."),
            "2:10 the file `nowhere` is missing or cannot be read");
  EXPECT_EQ(read_files({}, {"nowhere.pl"}).errors,
            Lines{"nowhere.pl:0:0 the file is missing or cannot be read"});
}

TEST(Includes, NestedTooDeeplyAreAnError) {
  Files files;
  for (int i = 0; i < 200; ++i) {
    files["f" + std::to_string(i) + ".pl"] = "#include 'f" + std::to_string(i + 1) + ".pl'.";
  }
  EXPECT_EQ(read_files(files, {"f0.pl"}).errors,
            Lines{"f99.pl:1:10 files are included in files too deeply"});
}

TEST(Directives, ShowNamesLiterals) {
  const Program program =
      read_program_text("#show p/1, not q/2, -r/1, not -r/1.\np(a). q(a,b). -r(a).", "test.pl");
  std::string shown;
  for (const Shown& s : program.shown) {
    shown += (s.negated ? " not " : " ") + program.predicate_text(s.predicate);
  }
  EXPECT_EQ(shown, " p/1 not q/2 -r/1 not -r/1");
}

TEST(Directives, PredGivesWords) {
  const Program program = read_program_text(
      "#pred p(X) :: '@(X) is p'.\n#pred not -p(X) :: \"maybe {{X}}\".\n"
      "#pred (p(X), X > 3) :: 'large @(X)'.\n:- pred -p('X') :: 'no'.\np(1). -p(2).",
      "test.pl");
  ASSERT_EQ(program.templates.size(), 4u);
  EXPECT_EQ(goal_line(program, program.templates[0].pattern), "p(X)");
  EXPECT_EQ(program.templates[0].text, "@(X) is p");
  EXPECT_EQ(goal_line(program, program.templates[1].pattern), "not -p(X)");
  EXPECT_EQ(goals_line(program, program.templates[2].when), "'>'(X,3)");
  EXPECT_EQ(goal_line(program, program.templates[3].pattern), "-p('X')");
}

TEST(Directives, AbducibleMarksPredicates) {
  const Program program = read_program_text(
      "#abducible p(X).\n#abducible q, -r(_,_).\n#abducible [s(X)].\n"
      ":- abducible t(X).\nu :- p(1), q, -r(1,2), s(1), t(2).",
      "test.pl");
  std::string found;
  for (std::size_t i = 0; i < program.predicates.size(); ++i) {
    if (program.predicates[i].abducible) found += " " + program.predicate_text(PredicateId(i));
  }
  EXPECT_EQ(found, " p/1 q/0 -r/2 s/1 t/1");
  EXPECT_EQ(program.clauses.size(), 1u);
  EXPECT_TRUE(program.warnings.empty());
}

TEST(Directives, AbducibleOfSomeAtomsMakesOnlyTheseSo) {
  EXPECT_EQ(
      clauses("#abducible happens(off, T).\n#abducible eq(X, X)."),
      (Lines{"happens(off,T) :- 'abducible'(happens(off,T))", "eq(X,X) :- 'abducible'(eq(X,X))"}));
}

TEST(Directives, ThatAreUnknownAreLeftOutWithAWarning) {
  const ProgramReading reading = read_one(
      "#include <incmode>.\n#compute 1 {p}.\n#table p/1.\n#discontiguous p/1.\n#sho p/1.\np.");
  EXPECT_EQ(reading.clauses, Lines{"p"});
  EXPECT_EQ(
      reading.warnings,
      (Lines{"1:1 there is no file `<...>` to include: the line is left out",
             "2:1 `#compute` has no effect", "5:1 unknown directive `#sho`: it is left out"}));
}

// What decides which answers there are is not left out: it makes the program one of clingo's.
TEST(Directives, ThatChooseAnswersAreNotLeftOut) {
  EXPECT_EQ(program_error("p(1).\n#maximize { 1,X : p(X) }."), "0 errors");
  EXPECT_EQ(program_error("#external a. p :- a, b."), "1:1 `#external` is not available");
  ReadOptions scasp;
  scasp.language = ReadLanguage::scasp;
  EXPECT_THROW(read_program_text("#minimize { X : p(X) }. p(1).", "test.pl", scasp),
               base::InputError);
}

TEST(ProgramWarnings, NameWhatIsComparedAndNoNumber) {
  EXPECT_EQ(read_one("p(1). p(a). ok :- not bad.\nbad :- p(X), X + 1 > 5.").warnings,
            Lines{"2:14 `X` can be `a`, which is no number: the comparison is false then"});
  EXPECT_EQ(read_one("p(1). q(a). bad :- p(X), q(Y), X > 5, Y = a.").warnings, Lines{});
}

TEST(ProgramWarnings, NameUndefinedPredicatesOnceAtTheirFirstCall) {
  const ProgramReading reading = read_one("p :- brid(X), q(X).\nr :- brid(a), fail.\nbird(a).");
  EXPECT_EQ(reading.warnings, (Lines{"1:6 no clause defines `brid/1`: it is always false",
                                     "1:15 no clause defines `q/1`: it is always false"}));
}

TEST(ProgramWarnings, UndefinedPredicatesAreErrorsOrNothingOnDemand) {
  ReadOptions options;
  options.unknown = Unknown::error;
  EXPECT_EQ(program_error("p :- q.", options), "1:6 no clause defines `q/0`: it is always false");
  options.unknown = Unknown::fail;
  EXPECT_TRUE(read_one("p :- q.\n?- r.", options).warnings.empty());
  EXPECT_EQ(read_one("p :- q.\n?- r.", options).query, "r");
}

TEST(ProgramWarnings, AQueryForAnUndefinedPredicateIsAnError) {
  EXPECT_EQ(program_error("p :- q.\n?- p, not q."),
            "2:7 the query asks for `q/0`, which no clause defines");
  EXPECT_EQ(program_error("p(a).\n?- -p(a)."),
            "2:4 the query asks for `-p/1`, which no clause defines");
  EXPECT_EQ(read_one("#abducible q.\n?- q.").query, "q");
}

TEST(ProgramWarnings, NameVariablesThatOccurOnce) {
  EXPECT_EQ(
      read_one("p(X) :- q(Y).\nq(_Z).\n?- p(A).").warnings,
      (Lines{"1:3 the variable `X` occurs only once", "1:11 the variable `Y` occurs only once"}));
  EXPECT_TRUE(read_one(":- style_check(-singleton).\np(X).").warnings.empty());
}

TEST(ProgramWarnings, NameVariablesOfNegatedGoalsAlone) {
  const ProgramReading reading = read_one(
      "c :- not b(X), not b(X).\nd(X) :- not b(X).\ne :- not b(_), b(Y), not b(Y).\nb(a).");
  EXPECT_EQ(reading.warnings, (Lines{"1:12 the variable `X` stands in negated goals only",
                                     "3:12 the variable `_` stands in a negated goal only"}));
}

TEST(ProgramWarnings, CanBeSwitchedOff) {
  ReadOptions options;
  options.warn = false;
  EXPECT_TRUE(read_one("p(X) :- q(Y), not r(_).\n#foo.", options).warnings.empty());
}

}  // namespace
}  // namespace cogs::logic
