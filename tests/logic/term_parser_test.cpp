// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/term_parser.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace cogs::logic {
namespace {

using Lines = std::vector<std::string>;

TEST(TermParser, ReadsClausesDenialsAndQueries) {
  EXPECT_EQ(term("p(X) :- q(X), not r(X), X #> 3."),
            "':-'(p(X),','(q(X),','('not'(r(X)),'#>'(X,3))))");
  EXPECT_EQ(term(":- p, q."), "':-'(','(p,q))");
  EXPECT_EQ(term("?- p(X)."), "'?-'(p(X))");
}

TEST(TermParser, RanksOperatorsByPriority) {
  EXPECT_EQ(term("1 + 2 * 3 - 4."), "'-'('+'(1,'*'(2,3)),4)");
  EXPECT_EQ(term("2 ^ 3 ^ 4."), "'^'(2,'^'(3,4))");
  EXPECT_EQ(term("- 1 + 2."), "'+'('-'(1),2)");
  EXPECT_EQ(term("a :- b ; c -> d."), "':-'(a,';'(b,'->'(c,d)))");
  EXPECT_EQ(term("not a = b."), "'not'('='(a,b))");
  EXPECT_EQ(term("(a , b) , c."), "','(','(a,b),c)");
  EXPECT_EQ(term("2 * (3 + 4)."), "'*'(2,'+'(3,4))");
}

TEST(TermParser, KnowsEverySpellingOfTheComparisons) {
  for (const char* op : {"=",    "\\=", "<",    ">",    "=<", ">=", "<=",  "==",  "\\==", "=:=",
                         "=\\=", "#=",  "#<>",  "#\\=", "#<", "#>", "#=<", "#>=", ".=.",  ".<>.",
                         ".<.",  ".>.", ".=<.", ".>=.", "is", "@<", "@>",  "@=<", "@>="}) {
    const std::string name(op);
    EXPECT_EQ(term("N " + name + " 3."), quoted_text(name, '\'') + "(N,3)") << op;
  }
}

TEST(TermParser, ReadsTheDirectivesOfLogicPrograms) {
  EXPECT_EQ(term("#show p/1, not q/2."), "'#'('show'(','('/'(p,1),'not'('/'(q,2)))))");
  EXPECT_EQ(term("#pred p(X) :: '@(X) is p'."), "'#'('pred'('::'(p(X),'@(X) is p')))");
  EXPECT_EQ(term("#abducible p(X)."), "'#'('abducible'(p(X)))");
  EXPECT_EQ(term("#include('f.pl')."), "'#'('include'('f.pl'))");
}

TEST(TermParser, ReadsListsAndBraces) {
  EXPECT_EQ(term("p([], [a], [a, b|T], {a, b}, {})."),
            "p([],'[|]'(a,[]),'[|]'(a,'[|]'(b,T)),{}(','(a,b)),{})");
}

TEST(TermParser, ReadsOperatorsAsAtomsWhereTheyStandAlone) {
  EXPECT_EQ(term("p(-, not, +)."), "p('-','not','+')");
  EXPECT_EQ(term("X = mod."), "'='(X,'mod')");
  EXPECT_EQ(term("- = x."), "'='('-',x)");
  EXPECT_EQ(term("-(3)."), "'-'(3)");
  EXPECT_EQ(term("-(3, 4)."), "'-'(3,4)");
}

TEST(TermParser, AcceptsAVariableLikeNameWithArguments) {
  EXPECT_EQ(term("_foo(1)."), "'_foo'(1)");
  EXPECT_EQ(error("Foo(1)."), "1:1 `Foo` is a variable and cannot have arguments");
}

TEST(TermParser, ReadsNotWithAndWithoutParentheses) {
  EXPECT_EQ(term("not(N=<27.0)."), "'not'('=<'(N,27))");
  EXPECT_EQ(term("not (N=<27.0)."), "'not'('=<'(N,27))");
  EXPECT_EQ(term("not N=<27.0."), "'not'('=<'(N,27))");
}

TEST(TermParser, ReportsAllErrorsOfAFile) {
  const Reading reading = read("a :- .\nb.\nc(.\nd :- e f.\ng.");
  EXPECT_EQ(reading.errors, (Lines{"1:6 expected a term, but found the full stop",
                                   "3:3 expected a term, but found the full stop",
                                   "4:8 expected `.` or an operator, but found `f`"}));
  EXPECT_EQ(reading.clauses, (Lines{"b", "g"}));
}

TEST(TermParser, ReportsABracketThatIsNotClosedWhereItOpens) {
  EXPECT_EQ(error("p(a, (b, c.\nq."), "1:6 this bracket is not closed");
  EXPECT_EQ(error("p([a, b."), "1:3 this bracket is not closed");
  EXPECT_EQ(error("p({a, b"), "1:3 this bracket is not closed");
  EXPECT_EQ(error("p(a]."), "1:4 expected `,`, `)` or an operator, but found `]`");
}

TEST(TermParser, ReportsAFileThatEndsTooSoon) {
  EXPECT_EQ(error("a.\nb :- c"), "2:6 the file ends without the full stop of its last statement");
  EXPECT_EQ(error("b :- "), "1:6 expected a term, but found the end of the file");
}

TEST(TermParser, ReportsAFullStopThatTouchesTheNextClause) {
  EXPECT_EQ(error("a :- b.c :- d.\ne."), "1:7 white space must follow the full stop");
  EXPECT_EQ(error("p(.5)."), "1:3 a digit must stand before the point of a number");
}

TEST(TermParser, ReportsEmptyArgumentLists) {
  EXPECT_EQ(error("p()."), "1:1 there is nothing between these parentheses");
}

TEST(TermParser, HelpsWithComparisonsOfOtherLanguages) {
  EXPECT_EQ(read("p :- N <> 3.").helps, (Lines{"write \\= for \"not equal\""}));
  EXPECT_EQ(read("p :- N => 3.").helps, (Lines{"write >= for \"at least\""}));
  EXPECT_EQ(read("p <- q.").helps, (Lines{"write :- for \"if\""}));
  EXPECT_EQ(read("p :- 1 < N < 3.").helps,
            (Lines{"comparisons cannot be chained: write two of them with a comma between"}));
}

TEST(TermParser, ForgivesAMissingFullStopWhereTheNextClauseBegins) {
  const Reading reading = read("a :- b\nc :- d.\n");
  EXPECT_EQ(reading.errors, Lines{});
  EXPECT_EQ(reading.warnings, (Lines{"1:6 the full stop is missing here"}));
  EXPECT_EQ(reading.clauses, (Lines{"':-'(a,b)", "':-'(c,d)"}));
}

TEST(TermParser, TakesAnIndentedLineForAMissingComma) {
  EXPECT_EQ(error("a :- b\n     c."), "2:6 expected `.` or an operator, but found `c`");
}

TEST(TermParser, ReportsNestingThatIsTooDeepInsteadOfExhaustingTheStack) {
  const std::size_t many = 20000;
  const std::string deep = "nested deeper than 1000 levels";
  for (const std::string& text :
       {std::string(many, '('), std::string(many, '['), std::string(many, '{'),
        [&] {
          std::string calls;
          for (std::size_t i = 0; i < many; ++i) calls += "f(";
          return calls;
        }(),
        [&] {
          std::string signs = "a :- b(";
          for (std::size_t i = 0; i < many; ++i) signs += "- ";
          return signs + "1).";
        }(),
        [&] {
          std::string sum = "a :- X is 1";
          for (std::size_t i = 0; i < many; ++i) sum += "+1";
          return sum + ".";
        }()}) {
    const Reading reading = read(text);
    ASSERT_EQ(reading.errors.size(), 1U);
    EXPECT_NE(reading.errors[0].find(deep), std::string::npos) << reading.errors[0];
  }
}

TEST(TermParser, ReadsLongConjunctionsAndListsOfAnyLength) {
  const std::size_t many = 20000;
  std::string body = "p :- a", list = "p([a";
  for (std::size_t i = 0; i < many; ++i) {
    body += ",a";
    list += ",a";
  }
  EXPECT_EQ(read(body + ".").errors, Lines{});
  EXPECT_EQ(read(list + "]).").errors, Lines{});
}

TEST(TermParser, ReadsOnAfterNestingThatIsTooDeep) {
  EXPECT_EQ(read(std::string(5000, '(') + ". a.").clauses, (Lines{"a"}));
}

TEST(Messages, ShowsTwentyErrorsAndSaysThatThereAreMore) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "a b.\n";
  const Reading reading = read(text);
  EXPECT_EQ(reading.errors.size(), 20U);
  EXPECT_EQ(reading.errors[19], "20:3 expected `.` or an operator, but found `b`");
  EXPECT_EQ(reading.warnings, (Lines{"0:0 10 more errors not shown"}));
}

TEST(TermParser, GivesEveryTermItsPlace) {
  const Source source("p(X) :-\n  größe(X, 'a b'), (1 + 2) * 3 < N.", "test.pl");
  Terms terms;
  Messages messages(source);
  TermParser parser(source, terms, messages);
  const auto clause = parser.read_clause();
  ASSERT_TRUE(clause);
  const std::vector<TermId> body = terms.conjuncts(terms.argument(*clause, 1));
  ASSERT_EQ(body.size(), 2U);
  EXPECT_EQ(source.place(terms[body[0]].span), (base::Place{2, 3, 15}));
  EXPECT_EQ(source.place(terms[terms.argument(body[0], 1)].span), (base::Place{2, 12, 5}));
  EXPECT_EQ(source.text(terms[terms.argument(body[1], 0)].span), "(1 + 2) * 3");
}

}  // namespace
}  // namespace cogs::logic
