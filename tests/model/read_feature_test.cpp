// SPDX-License-Identifier: Apache-2.0
//
// #feature lines: domains, options, and everything that can be wrong with them.
#include <gtest/gtest.h>

#include "reading.h"

namespace cogs::model {
namespace {

// One declaration in a model that is otherwise in order; the rule is about another feature.
std::string declaring(const std::string& line) {
  return line + "\n#feature other : integer 0..9. #undesired no(X). no(X) :- other(X, 1).\n";
}

Feature feature(const std::string& line) {
  return read_model(declaring(line), "test.cogs").features.at(0);
}

Lines wrong(const std::string& line) { return errors(declaring(line)); }

TEST(ReadFeature, ReadsNumericDomains) {
  const Feature age = feature("#feature age : integer 1..99.");
  EXPECT_EQ(age.name, "age");
  EXPECT_TRUE(age.numbers().integer);
  EXPECT_EQ(age.numbers().low, Number(1));
  EXPECT_EQ(age.numbers().high, Number(99));
  EXPECT_EQ(age.place, (base::Place{1, 10, 3}));
  EXPECT_EQ(age.domain_place, (base::Place{1, 16, 13}));

  const Feature rate = feature("#feature rate : real -10.5..-5.");
  EXPECT_FALSE(rate.numbers().integer);
  EXPECT_EQ(rate.numbers().low, Number::parse("-10.5"));
  EXPECT_EQ(rate.numbers().high, Number(-5));

  const Feature any = feature("#feature any : real -inf..inf.");
  EXPECT_FALSE(any.numbers().low);
  EXPECT_FALSE(any.numbers().high);
  EXPECT_EQ(feature("#feature d : integer -5 .. 123456789012345678901234.").numbers().high,
            Number::parse("123456789012345678901234"));
}

TEST(ReadFeature, ReadsSetsOfNamesAndNumbers) {
  const Feature f = feature("#feature f : {red, 'dark blue', 4, '5', -2, 2.50}.");
  ASSERT_FALSE(f.numeric());
  Lines texts;
  std::string bare;
  for (const SetValue& value : f.set().values) {
    texts.push_back(value.value.text);
    bare += value.unquoted_number ? '1' : '0';
  }
  EXPECT_EQ(texts, (Lines{"red", "dark blue", "4", "5", "-2", "2.50"}));
  EXPECT_EQ(bare, "001011");
  EXPECT_EQ(f.set().values[3].value.number, Number(5));
}

TEST(ReadFeature, ReadsEveryOption) {
  const Feature f = feature(
      "#feature f : real 0..1, may decrease, cost 2.5, observed, unit \"kg\", step 0.01, "
      "label \"body weight\".");
  EXPECT_EQ(f.direction, Direction::down);
  EXPECT_EQ(f.direction_place, (base::Place{1, 25, 12}));
  EXPECT_EQ(f.price, Price::of(*Number::parse("2.5")));
  EXPECT_TRUE(f.observed);
  EXPECT_EQ(f.unit, "kg");
  EXPECT_EQ(f.step, Number::parse("0.01"));
  EXPECT_EQ(f.label, "body weight");
  EXPECT_FALSE(f.fixed || f.caused);
  EXPECT_EQ(f.fixed_place.line, 0U);

  const Feature fixed = feature("#feature f : {a},\n  fixed.");
  EXPECT_TRUE(fixed.fixed);
  EXPECT_EQ(fixed.fixed_place, (base::Place{2, 3, 5}));
  EXPECT_EQ(feature("#feature f : integer 0..1, may increase.").direction, Direction::up);
  EXPECT_TRUE(feature("#feature f : integer 0..1, caused.").caused);
}

TEST(ReadFeature, AcceptsQuotedNames) {
  EXPECT_EQ(feature("#feature 'Marital Status' : {a}.").name, "Marital Status");
}

TEST(ReadFeature, ReportsOptionsGivenTwice) {
  EXPECT_EQ(wrong("#feature f : {a}, fixed, fixed."),
            (Lines{"1:26 the option `fixed` is given twice"}));
  EXPECT_EQ(wrong("#feature f : integer 0..1, may increase, may increase."),
            (Lines{"1:42 the option `may increase` is given twice"}));
  EXPECT_EQ(wrong("#feature f : integer 0..1, cost 1, cost 2."),
            (Lines{"1:36 the option `cost` is given twice"}));
}

TEST(ReadFeature, ReportsOptionsThatExcludeEachOther) {
  EXPECT_EQ(wrong("#feature f : integer 0..1, fixed, may increase."),
            (Lines{"1:35 `fixed` and `may ...` exclude each other | a fixed feature never moves"}));
  EXPECT_EQ(wrong("#feature f : integer 0..1, may decrease, caused."),
            (Lines{"1:28 `caused` and `may ...` exclude each other | a caused feature moves as its "
                   "causal rules say"}));
  EXPECT_EQ(wrong("#feature f : integer 0..1, may increase, may decrease."),
            (Lines{"1:42 `may increase` and `may decrease` exclude each other | leave both out if "
                   "the feature may move both ways"}));
  EXPECT_EQ(wrong("#feature f : {a, b}, may increase."),
            (Lines{"1:22 `may ...` needs an order, and the values of f have none | write "
                   "{a < b < c} for a set whose values ascend"}));
}

TEST(ReadFeature, ReportsWrongAmounts) {
  EXPECT_EQ(wrong("#feature f : {a}, cost 0."),
            (Lines{"1:24 the cost of a feature must be greater than 0"}));
  EXPECT_EQ(wrong("#feature f : {a}, cost -3."),
            (Lines{"1:24 the cost of a feature must be greater than 0"}));
  EXPECT_EQ(wrong("#feature f : {a}, cost high."), (Lines{"1:24 the cost `high` is not a number"}));
  EXPECT_EQ(wrong("#feature f : {a}, cost."),
            (Lines{"1:23 expected a number after `cost`, but found the full stop"}));
  EXPECT_EQ(wrong("#feature f : real 0..1, step 0."),
            (Lines{"1:30 the step of a feature must be greater than 0"}));
  EXPECT_EQ(wrong("#feature f : integer 0..1, step 1."),
            (Lines{"1:28 `step` is the resolution of a real feature, and f is not real"}));
  EXPECT_EQ(wrong("#feature f : {a}, unit kg."),
            (Lines{"1:24 expected a text in double quotes after `unit`, but found `kg`"}));
}

TEST(ReadFeature, ReportsUnknownOptionsAndReadsOn) {
  EXPECT_EQ(wrong("#feature f : {a}, unti \"kg\", cost 0."),
            (Lines{"1:19 unknown option `unti` | did you mean `unit`?",
                   "1:35 the cost of a feature must be greater than 0"}));
  EXPECT_EQ(wrong("#feature f : integer 0..1, increase."),
            (Lines{"1:28 unknown option `increase` | write `may increase`"}));
  EXPECT_EQ(
      wrong("#feature f : {a}, xyzzy."),
      (Lines{"1:19 unknown option `xyzzy` | the options are fixed, may increase, may "
             "decrease, may be set, caused, cost N, observed, unit \"...\", step N, label \"...\", "
             "source \"...\", missing {...}, decimal \",\" and date \"...\""}));
  EXPECT_EQ(
      wrong("#feature f : integer 0..1, may rise."),
      (Lines{"1:32 expected `increase`, `decrease` or `be set` after `may`, but found `rise`"}));
  EXPECT_EQ(wrong("#feature f : {a}, 3."),
            (Lines{"1:19 expected an option, such as `fixed`, but found `3`"}));
}

TEST(ReadFeature, ReportsWrongDomains) {
  EXPECT_EQ(wrong("#feature f : integer 5..1."),
            (Lines{"1:22 the lower bound 5 is greater than the upper bound 1"}));
  EXPECT_EQ(wrong("#feature f : {}."),
            (Lines{"1:14 the domain of f is empty | list its values: {a, b}"}));
  EXPECT_EQ(wrong("#feature f : {4, '4'}."),
            (Lines{"1:18 the value '4' is given twice | a value is known by its text, with quotes "
                   "or without"}));
  EXPECT_EQ(wrong("#feature f : {a, B}."), (Lines{"1:18 `B` is not a value | values begin with a "
                                                  "small letter, or are quoted: 'B'"}));
  EXPECT_EQ(wrong("#feature f : {a, g(b)}."),
            (Lines{"1:18 `g(b)` is not a value | the values of a set are names and numbers"}));
  EXPECT_EQ(wrong("#feature f : intger 0..1."),
            (Lines{"1:14 `intger` is not a kind of domain | did you mean `integer`?"}));
  EXPECT_EQ(wrong("#feature f : text."),
            (Lines{"1:14 `text` is not a kind of domain | a domain is `integer LO..HI`, `real "
                   "LO..HI`, or a set of values `{a, b}`"}));
  EXPECT_EQ(wrong("#feature f : 1..2."), (Lines{"1:14 expected a domain, but found `1`"}));
  EXPECT_EQ(wrong("#feature f : integer."),
            (Lines{"1:21 expected the bounds of the domain, `integer LO..HI` (`integer -inf..inf` "
                   "where there are none), but found the full stop"}));
  EXPECT_EQ(wrong("#feature f : integer 1, fixed."),
            (Lines{"1:23 expected `..` and the upper bound, but found `,`"}));
  EXPECT_EQ(wrong("#feature f : integer 0..1.5."),
            (Lines{"1:25 the bound 1.5 of an integer feature is not an integer | write `real` for "
                   "a feature that has fractions"}));
  EXPECT_EQ(wrong("#feature f : integer a..b."),
            (Lines{"1:22 `a` is not a bound | a bound is a number, inf or -inf",
                   "1:25 `b` is not a bound | a bound is a number, inf or -inf"}));
  EXPECT_EQ(wrong("#feature f : integer inf..5."),
            (Lines{"1:22 the lower bound cannot be inf | write -inf where there is no lower "
                   "bound"}));
  EXPECT_EQ(wrong("#feature f : integer 5..-inf."),
            (Lines{"1:25 the upper bound cannot be -inf | write inf where there is no upper "
                   "bound"}));
  EXPECT_EQ(wrong("#feature f : real 0..1/0."), (Lines{"1:22 this divides by zero"}));
}

TEST(ReadFeature, ReportsWrongNames) {
  EXPECT_EQ(wrong("#feature Age : integer 0..1."),
            (Lines{"1:10 the name of a feature begins with a small letter, or is quoted | write "
                   "'Age', in the rules too"}));
  EXPECT_EQ(wrong("#feature 3 : integer 0..1."),
            (Lines{"1:10 expected the name of a feature, but found `3`"}));
  EXPECT_EQ(wrong("#feature f integer 0..1."),
            (Lines{"1:12 expected `:` and the domain of the feature, but found `integer`"}));
  EXPECT_EQ(wrong("#feature f : {a}. #feature f : {b}."),
            (Lines{"1:28 the feature `f` is declared twice | the first declaration is on line 1"}));
}

TEST(CheckFeatures, WarnsOfCausedWithoutCausalRules) {
  EXPECT_EQ(warnings(declaring("#feature f : {a, b}, caused.")),
            (Lines{"1:10 `f` is caused but has no causal rules in force, so it never moves"}));
  EXPECT_EQ(warnings(declaring("#feature f : {a, b}, caused. f(X, a) :- other(X, 3).")), Lines{});
}

TEST(CheckFeatures, WarnsOfACostThatIsNeverPaid) {
  EXPECT_EQ(warnings(declaring("#feature f : {a, b}, fixed, cost 3.")),
            (Lines{"1:29 the cost of `f` is never paid: it is fixed and cannot be set"}));
  EXPECT_EQ(warnings(declaring("#feature f : {a, b}, caused, cost 3. f(X, a) :- other(X, 3).")),
            (Lines{"1:30 the cost of `f` is never paid: it is caused and cannot be set"}));
}

TEST(CheckFeatures, WarnsOfCausalRulesOfAFixedFeature) {
  EXPECT_EQ(warnings(declaring("#feature f : {a, b}, fixed. f(X, a) :- other(X, 3).")),
            (Lines{"1:10 `f` is fixed: its causal rules only restrict the states"}));
}

TEST(CheckFeatures, WarnsOfCausedWithOnlyIf) {
  EXPECT_EQ(warnings(declaring(
                "#feature f : {a, b}, caused. #causal f : only_if. f(X, a) :- other(X, 3).")),
            (Lines{"1:10 `f` is caused with the mode only_if: no rule ever raises it"}));
}

}  // namespace
}  // namespace cogs::model
