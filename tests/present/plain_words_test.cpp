// SPDX-License-Identifier: Apache-2.0
#include "present/words/plain_words.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"

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
  EXPECT_EQ(es.action(change), "Aumentar balance en 20\u00a0000\u00a0$ como m\u00ednimo, hasta "
                               "60\u00a0000\u00a0$ o m\u00e1s");
  change.from = std::nullopt;
  EXPECT_EQ(en.action(change), "Let balance, which is not known so far, be $60,000 or more");
}

}  // namespace
}  // namespace cogs::present
