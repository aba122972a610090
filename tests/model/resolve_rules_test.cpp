// SPDX-License-Identifier: Apache-2.0
//
// Rules: what their literals become, and everything that can be wrong with them. Formatting is
// used to look at the result: it writes one canonical form for every spelling.
#include <gtest/gtest.h>

#include "model/write/write_model.h"
#include "reading.h"

namespace cogs::model {
namespace {

// The canonical form of a decision rule on line 2.
std::string resolved(const std::string& rule) {
  const Model model = with_rules(rule + "\nab1(X, 'True') :- debt(X, 3).");
  return format_rule(model, model.rules.at(1));
}

std::string cause(const std::string& rule) {
  const Model model = with_rules(rule);
  return format_causal_rule(model, model.causal_rules.at(0));
}

TEST(ResolveRules, GivesEverySpellingOfAComparisonOneMeaning) {
  struct Spelling {
    const char* canonical;
    std::vector<const char*> written;
  };
  for (const Spelling& spelling : {Spelling{"<", {"<", "#<", ".<."}},
                                   {"=<", {"=<", "<=", "#=<", ".=<."}},
                                   {">", {">", "#>", ".>."}},
                                   {">=", {">=", "#>=", ".>=."}},
                                   {"\\=", {"\\=", "\\==", "=\\=", "#<>", "#\\=", ".<>."}}}) {
    for (const std::string written : spelling.written) {
      EXPECT_EQ(resolved("no(X) :- debt(X, N), N " + written + " 3."),
                "no(X) :- debt(X,N1), N1 " + std::string(spelling.canonical) + " 3.");
    }
  }
  for (const std::string written : {"=", "==", "=:=", "#=", ".=.", "is"}) {
    EXPECT_EQ(resolved("no(X) :- debt(X, N), N " + written + " 3."), "no(X) :- debt(X,3).");
  }
}

TEST(ResolveRules, MirrorsAComparisonWithItsConstantOnTheLeft) {
  EXPECT_EQ(resolved("no(X) :- debt(X, N), 3 < N, 9 #>= N, 5 \\= N."),
            "no(X) :- debt(X,N1), N1 > 3, N1 =< 9, N1 \\= 5.");
}

TEST(ResolveRules, FoldsConstantArithmeticExactly) {
  EXPECT_EQ(resolved("no(X) :- debt(X, N), N < 600+1, N > 1/3, N \\= -(2)*0.1."),
            "no(X) :- debt(X,N1), N1 < 601, N1 > 1/3, N1 \\= -0.2.");
  EXPECT_EQ(resolved("no(X) :- debt(X, 3+4)."), "no(X) :- debt(X,7).");
}

TEST(ResolveRules, ReadsNegationInFrontOfEverything) {
  EXPECT_EQ(resolved("no(X) :- not debt(X, 0), not color(X, red), not ab1(X, 'True')."),
            "no(X) :- not debt(X,0), not color(X,red), not ab1(X,'True').");
  EXPECT_EQ(resolved("no(X) :- debt(X, N), not(N =< 3.0), not N #= 5, \\+ N > 9."),
            "no(X) :- debt(X,N1), not(N1 =< 3), not(N1 = 5), not(N1 > 9).");
}

TEST(ResolveRules, ReadsMissingAndPresentFeatures) {
  const Model model = with_rules("no(X) :- not debt(X, N). no(X) :- not debt(X, _), color(X, _).");
  const FeatureTest& missing = std::get<FeatureTest>(model.rules[1].body[0]);
  EXPECT_TRUE(missing.negated);
  EXPECT_TRUE(missing.conditions.empty());
  EXPECT_EQ(format_rule(model, model.rules[2]), "no(X) :- not debt(X,_), color(X,_).");
}

TEST(ResolveRules, KnowsSetValuesByTheirText) {
  EXPECT_EQ(resolved("no(X) :- color(X, '4'), color(X, 4), color(X, \"red\")."),
            "no(X) :- color(X,4), color(X,4), color(X,red).");
  EXPECT_EQ(resolved("no(X) :- color(X, C), C \\= 'dark blue', C \\= red, C > 3."),
            "no(X) :- color(X,N1), N1 \\= 'dark blue', N1 \\= red, N1 > 3.");
}

TEST(ResolveRules, KeepsTwoTestsOnOneFeatureApart) {
  EXPECT_EQ(resolved("no(X) :- debt(X, A), A > 3, debt(X, B), B < 5."),
            "no(X) :- debt(X,N1), N1 > 3, debt(X,N2), N2 < 5.");
}

TEST(ResolveRules, FlattensParenthesesAndDropsTrue) {
  EXPECT_EQ(resolved("no(X) :- (debt(X, 0), (true, color(X, red))), true."),
            "no(X) :- debt(X,0), color(X,red).");
}

TEST(ResolveRules, ReadsCausalHeads) {
  EXPECT_EQ(cause("debt(X, D) :- D #>= 60, 90 > D, color(X, red)."),
            "debt(X,V) :- V >= 60, V < 90, color(X,red).");
  EXPECT_EQ(cause("debt(X, 5) :- color(X, red)."), "debt(X,5) :- color(X,red).");
  EXPECT_EQ(cause("debt(X, _) :- color(X, red)."), "debt(X,V) :- color(X,red).");
  EXPECT_EQ(cause("color(X, C) :- C \\= red, debt(X, 3)."), "color(X,V) :- V \\= red, debt(X,3).");
  EXPECT_EQ(cause("color(Person, red)."), "color(X,red).");
}

TEST(ResolveRules, ReadsDenials) {
  const Model model = with_rules(":- debt(X, N), N > 50, color(X, red), not no(X).");
  ASSERT_EQ(model.denials.size(), 1U);
  EXPECT_EQ(model.denials[0].place.line, 2U);
  EXPECT_EQ(format_denial(model, model.denials[0]),
            ":- debt(X,N1), N1 > 50, color(X,red), not no(X).");
}

TEST(ResolveRules, AllowsNumbersOutsideTheDomainInComparisons) {
  EXPECT_EQ(resolved("no(X) :- debt(X, N), N =< 1000.5."), "no(X) :- debt(X,N1), N1 =< 1000.5.");
}

TEST(ResolveRules, AllowsPositiveRecursion) {
  EXPECT_EQ(rule_errors("p(X) :- q(X). q(X) :- p(X). q(X) :- debt(X, 1). no(X) :- p(X)."), Lines{});
}

TEST(ResolveRules, ReportsUnknownNames) {
  EXPECT_EQ(rule_errors("no(X) :- dept(X, 0)."),
            (Lines{"2:10 unknown feature or predicate `dept` | did you mean `debt`?"}));
  EXPECT_EQ(rule_errors("no(X) :- not unheard_of(X)."),
            (Lines{"2:14 unknown feature or predicate `unheard_of` | declare it with #feature, or "
                   "write a rule that concludes it"}));
}

TEST(ResolveRules, ReportsWrongNumbersOfArguments) {
  EXPECT_EQ(rule_errors("no(X) :- debt(X)."),
            (Lines{"2:10 the feature `debt` needs 2 arguments, the person and a value | write "
                   "debt(X, Value)"}));
  EXPECT_EQ(rule_errors("debt(X, 3, 4) :- color(X, red)."),
            (Lines{"2:1 the feature `debt` needs 2 arguments, the person and a value | write "
                   "debt(X, Value)"}));
  EXPECT_EQ(rule_errors("no(X) :- ab(X, 1).\nab(X) :- debt(X, 3)."),
            (Lines{"2:10 `ab` has 2 arguments here, but 1 argument in the rule on line 3"}));
}

TEST(ResolveRules, ReportsValuesThatAFeatureDoesNotHave) {
  EXPECT_EQ(rule_errors("no(X) :- color(X, rde)."),
            (Lines{"2:19 `color` has no value rde | did you mean `red`?"}));
  EXPECT_EQ(
      rule_errors("no(X) :- color(X, C), C = 'Violet'."),
      (Lines{"2:27 `color` has no value 'Violet' | its values are red, green, dark blue, 4"}));
  EXPECT_EQ(rule_errors("no(X) :- color(X, 4.0)."),
            (Lines{"2:19 `color` has no value 4.0 | did you mean `4`?"}));
  EXPECT_EQ(rule_errors("color(X, pink) :- debt(X, 0)."),
            (Lines{"2:10 `color` has no value pink | its values are red, green, dark blue, 4"}));
  EXPECT_EQ(rule_errors("no(X) :- color(X, C), C < red."),
            (Lines{"2:27 only numbers have an order, and red is not one"}));
  EXPECT_EQ(rule_errors("no(X) :- color(X, f(a))."), (Lines{"2:19 `f(a)` is not a value"}));
}

TEST(ResolveRules, ReportsWhatIsNotANumber) {
  EXPECT_EQ(
      rule_errors("no(X) :- debt(X, '0')."),
      (Lines{
          "2:18 the values of `debt` are numbers, and '0' is not one | write 0 without quotes"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, low)."),
            (Lines{"2:18 the values of `debt` are numbers, and low is not one"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, N), N > \"3\"."),
            (Lines{"2:26 the values of `debt` are numbers, and \"3\" is not one | write 3 without "
                   "quotes"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, f(3))."), (Lines{"2:18 `f(3)` is not a number"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, 1/0)."), (Lines{"2:18 this divides by zero"}));
}

TEST(ResolveRules, ReportsVariablesThatTieFeaturesTogether) {
  EXPECT_EQ(rule_errors("no(X) :- debt(X, N), color(X, N)."),
            (Lines{"2:31 `N` ties the features `debt` and `color` together | use a variable of its "
                   "own for each feature, and compare it with constants"}));
  EXPECT_EQ(rule_errors("color(X, V) :- debt(X, V)."),
            (Lines{"2:24 `V` ties the features `color` and `debt` together | use a variable of its "
                   "own for each feature, and compare it with constants"}));
}

TEST(ResolveRules, ReportsComparisonsOtherThanOfAVariableWithAConstant) {
  EXPECT_EQ(rule_errors("no(X) :- debt(X, N), debt(X, M), N < M."),
            (Lines{"2:34 this compares two variables | one side of a comparison must be a "
                   "constant"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, 3), 3 < 4."),
            (Lines{"2:22 this compares two constants | compare a variable with a constant, as in "
                   "debt(X, N), N < 5"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, N), N + 1 < 4."),
            (Lines{"2:22 arithmetic with variables is not supported | compare the variable itself "
                   "with a constant"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, N+1)."),
            (Lines{"2:18 `N+1` is not a number | arithmetic with variables is not supported"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, 3), X \\= 4."),
            (Lines{"2:22 `X` is the person and has no value to compare"}));
}

TEST(ResolveRules, ReportsVariablesWithoutAValue) {
  EXPECT_EQ(rule_errors("no(X) :- debt(X, Debt), Dept < 4."),
            (Lines{"2:25 `Dept` is compared, but no literal gives it a value | did you mean "
                   "`Debt`?"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, 3), N < 4."),
            (Lines{"2:22 `N` is compared, but no literal gives it a value | a literal such as "
                   "age(X, N) gives it a value"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, _), _ < 4."),
            (Lines{"2:22 `_` is compared, but no literal gives it a value | a literal such as "
                   "age(X, N) gives it a value"}));
  EXPECT_EQ(rule_errors("no(X) :- not debt(X, N), N < 4."),
            (Lines{"2:22 `N` has no value in `not debt(X, N)` | write debt(X, N), not(N =< 3) for "
                   "a value that is not at most 3; `not debt(X, _)` says that there is none"}));
}

TEST(ResolveRules, ReportsMoreThanOnePerson) {
  EXPECT_EQ(rule_errors("no(X) :- debt(Y, 0), color(Y, red)."),
            (Lines{"2:15 a rule speaks of one person, but has both `X` and `Y` | write X in both "
                   "places"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(_, 0)."),
            (Lines{"2:15 `_` cannot stand for the person | write X"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(john, 0)."),
            (Lines{"2:15 the first argument of `debt` is the person, a variable such as X"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, X)."),
            (Lines{"2:18 `X` is the person and cannot be a value too | use another variable for "
                   "the value"}));
}

TEST(ResolveRules, ReportsAuxiliaryPredicatesWithValues) {
  EXPECT_EQ(rule_errors("p(X, N) :- debt(X, N)."),
            (Lines{"2:6 auxiliary predicates take the person and constants, but `N` is another "
                   "variable | compare N with constants in a rule of its own"}));
  EXPECT_EQ(rule_errors("p(X, f(a)) :- debt(X, 3)."),
            (Lines{"2:6 auxiliary predicates take the person and constants, but not `f(a)`"}));
}

TEST(ResolveRules, ReportsWhatLogicProgramsHaveAndModelsDoNot) {
  EXPECT_EQ(rule_errors("no(X) :- debt(X, 0) ; color(X, red)."),
            (Lines{"2:10 `;` is not supported in rules | write one rule for each alternative"}));
  EXPECT_EQ(rule_errors("no(X) :- (debt(X, 0) -> color(X, red))."),
            (Lines{"2:11 `->` is not supported in rules"}));
  EXPECT_EQ(rule_errors("no(X) :- not not debt(X, 0)."),
            (Lines{"2:10 `not not` is not supported | leave both out, or use an auxiliary "
                   "predicate"}));
  const std::string several =
      "`not` of several literals is not supported | write a rule of its "
      "own for them, p(X) :- ..., and use not p(X)";
  EXPECT_EQ(rule_errors("no(X) :- not(debt(X, 0), color(X, red))."), (Lines{"2:10 " + several}));
  EXPECT_EQ(rule_errors("no(X) :- not (debt(X, 0), color(X, red))."), (Lines{"2:10 " + several}));
  EXPECT_EQ(rule_errors("-no(X) :- debt(X, 0)."),
            (Lines{"2:1 classical negation is not part of models | write not p(X)"}));
  EXPECT_EQ(rule_errors("not no(X) :- debt(X, 0)."),
            (Lines{"2:1 `not` cannot be the head of a rule"}));
  EXPECT_EQ(rule_errors("no(X) :- debt(X, N), N @< 3."),
            (Lines{"2:22 `@<` is not supported in rules"}));
  EXPECT_EQ(rule_errors("no(X) :- 3."), (Lines{"2:10 `3` is not a literal"}));
  EXPECT_EQ(rule_errors("3 :- debt(X, 3)."), (Lines{"2:1 `3` cannot be the head of a rule"}));
}

TEST(ResolveRules, ChecksRulesThatAreNotInForceToo) {
  EXPECT_EQ(rule_errors("#rule c1, status proposed.\ncolor(X, pink) :- debt(X, 0)."),
            (Lines{"3:10 `color` has no value pink | its values are red, green, dark blue, 4"}));
}

TEST(ResolveRules, ReportsSeveralErrorsOfOneRule) {
  EXPECT_EQ(rule_errors("no(X) :- debt(Y, '0'), color(X, rde).").size(), 3U);
}

TEST(ResolveRules, WarnsOfAtomsThatNeverHold) {
  EXPECT_EQ(warnings(base_model + "no(X) :- ab(X, 'Ture').\nab(X, 'True') :- debt(X, 3)."),
            (Lines{"2:10 no rule concludes ab(x,'Ture'), so it never holds | the rules of `ab` are "
                   "for other constants"}));
  EXPECT_EQ(warnings(base_model + ":- ab(X, 1).\nab(X, 2) :- debt(X, 3)."),
            (Lines{"2:4 no rule concludes ab(x,1), so it never holds | the rules of `ab` are for "
                   "other constants"}));
}

TEST(ResolveRules, ReadsLongListsAndConjunctionsInWrongPlaces) {
  std::string many = "1";
  for (int i = 0; i < 30000; ++i) many += ",1";
  EXPECT_EQ(rule_errors("no(X) :- debt(X, [" + many + "]).").size(), 1U);
  EXPECT_EQ(rule_errors("no(X) :- debt(X, N), N < (" + many + ").").size(), 1U);
  EXPECT_EQ(rule_errors("no(X) :- color(X, C), C = [" + many + "].").size(), 1U);
  EXPECT_EQ(rule_errors("p(X, [" + many + "]) :- debt(X, 3).").size(), 1U);
  EXPECT_EQ(errors("#feature f : {[" + many + "]}.").size(), 2U);
}

TEST(ResolveRules, WarnsOfRulesThatNothingUses) {
  EXPECT_EQ(warnings(base_model + "accept(X) :- debt(X, 3)."), Lines{});
  EXPECT_EQ(warnings(base_model + "noo(X) :- debt(X, 3)."),
            (Lines{"2:1 nothing uses `noo` | did you mean `no`?"}));
}

TEST(ResolveRules, WarnsOfCausesOfValuesOutsideTheDomain) {
  EXPECT_EQ(warnings(base_model + "debt(X, 101) :- color(X, red)."),
            (Lines{"2:9 101 is not in the domain of `debt`, so the rule supports no value"}));
}

TEST(ResolveRules, WarnsOfOrderAmongValuesWithoutNumbers) {
  EXPECT_EQ(warnings("#feature f : {a, b}. #undesired no(X).\nno(X) :- f(X, N), N < 3."),
            (Lines{"2:23 this never holds: no value of `f` is a number"}));
}

}  // namespace
}  // namespace cogs::model
