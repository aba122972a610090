// SPDX-License-Identifier: Apache-2.0
#include "present/words/plain_words.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"
#include "present/words/words.h"

namespace cogs::present {
namespace {

const char* const text =
    "#feature balance : integer -9000000..9000000, unit \"$\".\n"
    "#feature months_open : integer 0..900, unit \"months\".\n"
    "#feature share : real 0..100, unit \"%\".\n"
    "#feature year : integer 1900..2100.\n"
    "#feature score : integer 300..850, label \"Score\".\n"
    "#feature since : integer 0..99999, date \"%d/%m/%Y\".\n"
    "#feature job : {clerk, night_watch, none}.\n"
    "#feature late : integer 0..9, label \"Late payments\".\n"
    "#feature phone : {yes, no}, label \"Own telephone\".\n"
    "#classes no : {yes: \"Declined\", no: \"Approved\"}.\n"
    "#undesired no(X).\n"
    "no(X) :- balance(X, B), B < 60000, not ab1(X).\n"
    "ab1(X) :- job(X, clerk), share(X, S), S >= 12.5.\n"
    "ab1(X) :- months_open(X, M), M > 24.\n"
    "#pred score(X, S) :: 'the credit score of @(X:applicant) is @(S)'.\n"
    "#pred job(X, none) :: '@(X) has no job'.\n";

class Plain : public testing::Test {
 protected:
  const model::Model model = model::read_model(text, "m.cogs");
  const PlainWords en{model, Language::english}, es{model, Language::spanish};

  std::string value(const PlainWords& words, const char* feature, const char* written) const {
    return words.value(*model.find_feature(feature),
                       model::Value{written, base::Number::parse(written)});
  }
};

TEST_F(Plain, CostsHaveNoMoreDigitsThanPeopleRead) {
  const auto cost = [](const char* written) { return *base::Number::parse(written); };
  EXPECT_EQ(en.cost(cost("2")), "2");
  EXPECT_EQ(en.cost(cost("1.2345")), "1.2345");
  EXPECT_EQ(en.cost(cost("130/9")), "about 14.44");
  EXPECT_EQ(en.cost(cost("0.0000123456")), "about 0.0000123");
  EXPECT_EQ(es.cost(cost("130/9")), "unos 14,44");
  EXPECT_EQ(cost_words(cost("2/3")), "about 0.667");
  EXPECT_EQ(cost_words(cost("1/300")), "about 0.00333");
}

TEST_F(Plain, NumbersHaveTheMarksAndUnitsOfTheLanguage) {
  EXPECT_EQ(value(en, "balance", "1234567"), "$1,234,567");
  EXPECT_EQ(value(en, "balance", "5000"), "$5,000");
  EXPECT_EQ(value(en, "balance", "-500"), "-$500");
  EXPECT_EQ(value(es, "balance", "1234567"), "1\u00a0234\u00a0567\u00a0$");
  EXPECT_EQ(value(es, "balance", "5000"), "5000\u00a0$");
  EXPECT_EQ(value(en, "share", "12.5"), "12.5%");
  EXPECT_EQ(value(es, "share", "12.5"), "12,5\u00a0%");
  EXPECT_EQ(value(en, "months_open", "1"), "1\u00a0month");
  EXPECT_EQ(value(es, "months_open", "12"), "12\u00a0meses");
}

TEST_F(Plain, AYearIsNoAmount) { EXPECT_EQ(value(en, "year", "2024"), "2024"); }

TEST_F(Plain, DatesAreWrittenOut) {
  EXPECT_EQ(value(en, "since", "19789"), "7 March 2024");
  EXPECT_EQ(value(es, "since", "19789"), "7 de marzo de 2024");
}

TEST_F(Plain, AFeatureHasOneNameInAllSentences) {
  const model::FeatureId score = *model.find_feature("score");
  EXPECT_EQ(en.feature(score), "the credit score of the applicant");
  EXPECT_EQ(en.state(score, model::Value::of(base::Number(599))),
            "the credit score of the applicant is 599");
  EXPECT_EQ(en.feature(*model.find_feature("months_open")), "months open");
}

TEST_F(Plain, ValuesOfSeveralWordsAreQuoted) {
  const model::FeatureId job = *model.find_feature("job");
  EXPECT_EQ(en.state(job, model::Value::of(std::string("night_watch"))),
            "job is \u201cnight watch\u201d");
  EXPECT_EQ(en.state(job, model::Value::of(std::string("none"))), "the person has no job");
  EXPECT_EQ(en.state(job, std::nullopt), "job is not known");
}

TEST_F(Plain, ANameOfSeveralThingsHasItsVerb) {
  const model::FeatureId late = *model.find_feature("late");
  const model::Value two = model::Value::of(base::Number(2));
  EXPECT_EQ(en.state(late, two), "Late payments: 2");
  model::Condition more;
  more.comparison = model::Comparison::greater;
  more.constant = model::Value::of(base::Number(1));
  EXPECT_EQ(en.test({late, {more}, false}), "Late payments are above 1");
  EXPECT_EQ(en.test({late, {}, true}), "Late payments are not known");
  EXPECT_EQ(en.blocker({path::BlockerKind::fixed, late, {}, {}}), "Late payments do not change");
  for (const char* name : {"Late payments", "Hours per week", "Years of education", "Dependents",
                           "Children", "Monthly bills (net)"}) {
    EXPECT_TRUE(en.phrases().several(name)) << name;
    EXPECT_FALSE(es.phrases().several(name)) << name;
  }
  for (const char* name :
       {"Balance", "Employment status", "Address", "Number of late payments", "num trades", "Basis",
        "Gas", "Total debts", "Purpose of loans", "Time at address", "Business", "", "DTI"}) {
    EXPECT_FALSE(en.phrases().several(name)) << name;
  }
}

TEST_F(Plain, YesAndNoAreNoPredicates) {
  EXPECT_EQ(en.state(*model.find_feature("phone"), model::Value::of(std::string("yes"))),
            "Own telephone: yes");
}

TEST_F(Plain, PercentsDifferByPercentagePoints) {
  path::Change change;
  change.feature = *model.find_feature("share");
  change.from = model::Value::of(*base::Number::parse("47.8"));
  change.to = model::Value::of(base::Number(43));
  model::Interval range;
  range.low = base::Number(0);
  range.high = base::Number(43);
  change.range = std::vector<model::Interval>{range};
  EXPECT_EQ(en.action(change),
            "Lower share by at least 4.8\u00a0percentage points, to 43% or less");
  EXPECT_EQ(
      es.action(change),
      "Reducir share en 4,8\u00a0puntos porcentuales como m\u00ednimo, hasta 43\u00a0% o menos");
}

TEST_F(Plain, AmountsOfMoneyHaveTwoDecimalsOrNone) {
  EXPECT_EQ(value(en, "balance", "7.5"), "$7.50");
  EXPECT_EQ(value(es, "balance", "1234.5"), "1234,50\u00a0$");
  EXPECT_EQ(value(en, "balance", "7.25"), "$7.25");
}

TEST_F(Plain, AmericansPutTheMonthFirst) {
  const PlainWords american{model, Language::american};
  EXPECT_EQ(value(american, "since", "19789"), "March 7, 2024");
  EXPECT_EQ(value(american, "balance", "5000"), "$5,000");
}

TEST_F(Plain, RulesAreToldWithTheirExceptions) {
  EXPECT_EQ(en.rule(model::RuleId(0)),
            "Declined, if balance is below $60,000, unless either job is clerk and share is at "
            "least 12.5% or months open is above 24\u00a0months");
}

TEST_F(Plain, ChangesSayByHowMuch) {
  path::Change change;
  change.feature = *model.find_feature("balance");
  change.from = model::Value::of(base::Number(40000));
  change.to = model::Value::of(base::Number(60000));
  model::Interval range;
  range.low = base::Number(60000);
  range.high = base::Number(9000000);
  change.range = std::vector<model::Interval>{range};
  EXPECT_EQ(en.action(change), "Raise balance by at least $20,000, to $60,000 or more");
  EXPECT_EQ(es.action(change),
            "Aumentar balance en 20\u00a0000\u00a0$ como m\u00ednimo, hasta "
            "60\u00a0000\u00a0$ o m\u00e1s");
  change.from = std::nullopt;
  EXPECT_EQ(en.action(change), "Let balance, which is not known so far, be $60,000 or more");
}

}  // namespace
}  // namespace cogs::present
