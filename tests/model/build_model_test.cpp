// SPDX-License-Identifier: Apache-2.0
#include "model/edit/build_model.h"

#include <gtest/gtest.h>

#include "model/edit/review.h"
#include "model/read/read_model.h"
#include "model/write/write_model.h"
#include "tables.h"

namespace cogs::model {
namespace {

using rules::Rule;
using tables::column;
using tables::is;
using tables::is_not;
using tables::number;

table::Table people() {
  return tables::table_of({column("Age", true, {"31", "45", "?", "19"}),
                           column("Job", false, {"clerk", "none", "it's", "clerk"}),
                           column("income", true, {"10.5", "abc", "20", "7"}),
                           column("Decision", false, {"bad", "good", "bad", "good"})});
}

rules::RuleSet rules_of(const table::Table& table, std::vector<rules::ClassRule> rules) {
  rules::RuleSet set;
  set.label = "Decision";
  set.outcomes = {"bad", "good"};
  for (std::size_t i = 0; i + 1 < table.columns.size(); ++i) {
    set.attributes.push_back(tables::attribute(table.columns[i]));
  }
  set.rules = std::move(rules);
  return set;
}

TEST(BuildModel, WritesAWholeModel) {
  const table::Table table = people();
  const Rule inner{{is(1, "none"), number(2, rules::Test::at_most, "20")}, {}, {3, 2}};
  const Rule rule{{number(0, rules::Test::at_most, "45"), number(0, rules::Test::above, "18.5"),
                   is_not(1, "it's"), number(2, rules::Test::not_at_most, "7")},
                  {inner},
                  {12, 10}};
  EXPECT_EQ(
      build_model(table, rules_of(table, {{"bad", rule}}),
                  {.undesired = "bad", .heading = {"Learned from test.csv"}})
          .text,
      "% Learned from test.csv\n"
      "\n"
      "% assumed to be so; delete `may increase` if it can go both ways\n"
      "#feature age : integer 19..45, may increase, observed, label \"Age\".\n"
      "#feature job : {'it\\'s', none, ...}, observed, label \"Job\".\n"
      "#feature income : {'7', '10.5', '20'}, observed.\n"
      "#classes decision : {'bad', 'good'}.\n"
      "#undesired decision(X,'bad').\n"
      "\n"
      "#rule r1, covers 12, correct 10, exceptions 1.\n"
      "decision(X,'bad') :- not job(X,'it\\'s'), age(X,N1), N1 > 18.5, N1 =< 45, not ab1(X),\n"
      "    not ab2(X,'True').\n"
      "\n"
      "ab1(X) :- income(X,N1), N1 =< 7.\n"
      "#rule ab2, covers 3, correct 2.\n"
      "ab2(X,'True') :- job(X,'none'), income(X,N1), N1 =< 20.\n");
}

TEST(BuildModel, WritesEqualExceptionsOnce) {
  const table::Table table = people();
  const Rule exception{{is(1, "none"), is_not(1, "clerk")}, {}, {1, 1}};
  const rules::RuleSet set =
      rules_of(table, {{"bad", {{number(0, rules::Test::above, "20")}, {exception}, {}}},
                       {"bad", {{is(1, "clerk")}, {exception}, {}}}});
  const Model model = read_model(build_model(table, set, {.undesired = "bad"}).text, "m.cogs");
  EXPECT_EQ(model.rules.size(), 3U);
}

TEST(BuildModel, GivesTheOtherClassARuleWhereItIsAsked) {
  const table::Table table = people();
  const rules::RuleSet set = rules_of(table, {{"bad", {{is(1, "none")}, {}, {}}}});
  const Model model =
      read_model(build_model(table, set, {.undesired = "good", .desired = "bad"}).text, "m.cogs");
  EXPECT_EQ(model.rules.size(), 2U);
  EXPECT_EQ(model.atoms[model.undesired.index()].text, "decision(x,good)");
}

TEST(BuildModel, WritesWhatNeverHoldsWhereNothingWasLearned) {
  const table::Table table = people();
  const rules::RuleSet set = rules_of(table, {});
  const Model model =
      read_model(build_model(table, set, {.undesired = "bad", .desired = "good"}).text, "m.cogs");
  EXPECT_EQ(model.rules.size(), 2U);
}

TEST(BuildModel, LeavesNoNameToChance) {
  // A column that is called like an exception, like an operator, or like another in capitals.
  const table::Table table = tables::table_of(
      {column("ab1", false, {"a", "b"}), column("is", false, {"x", "y"}),
       column("A b", true, {"1", "2"}), column("Rate", true, {"1", "2"}),
       column("rate", true, {"3", "4"}), column("Decision", false, {"bad", "good"})});
  const Rule exception{{is(0, "a"), is(1, "x")}, {}, {}};
  const rules::RuleSet set =
      rules_of(table, {{"bad",
                        {{number(2, rules::Test::at_most, "1"), number(3, rules::Test::above, "0")},
                         {exception},
                         {}}}});
  const std::string text = build_model(table, set, {.undesired = "bad"}).text;
  const Model model = read_model(text, "m.cogs");
  EXPECT_NE(text.find("not ab_1(X,'True')"), std::string::npos) << text;
  EXPECT_EQ(model.features[1].name, "is_");
  EXPECT_EQ(model.features[3].name, "Rate");
  EXPECT_EQ(model.features[4].name, "rate");
}

TEST(BuildModel, HasTheFirstMatchingRuleDecideAmongSeveralClasses) {
  table::Table table = people();
  rules::RuleSet set =
      rules_of(table, {{"good", {{is(1, "none")}, {}, {2, 2}}},
                       {"bad", {{number(0, rules::Test::above, "20")}, {}, {3, 2}}},
                       {"good", {{number(0, rules::Test::at_most, "40")}, {}, {3, 2}}}});
  set.outcomes = {"bad", "good", "middling"};
  set.first_match = true;
  const std::string text =
      build_model(table, set, {.undesired = "bad", .desired = "middling"}).text;
  const Model model = read_model(text, "m.cogs");
  EXPECT_NE(text.find("decision(X,'bad') :- rule2(X), not rule1(X).\n"
                      "decision(X,'good') :- rule3(X), not rule1(X), not rule2(X).\n"),
            std::string::npos)
      << text;
}

FeatureRow say(const std::string& feature, PartKind part, const std::string& text) {
  FeatureRow row{feature, {"said.csv", {7, 3, 1}, {}, 0, false, {}}, {}};
  row.cells.push_back({part, text, row.origin});
  return row;
}

// The #feature lines of a model that is built with these rows.
std::string features_with(std::vector<FeatureRow> said, const Model* earlier = nullptr) {
  const table::Table table = people();
  const rules::RuleSet set = rules_of(table, {{"bad", {{is(1, "none")}, {}, {2, 2}}}});
  const BuildOptions options{.undesired = "bad", .said = std::move(said)};
  const std::string text =
      (earlier ? rebuild_model(*earlier, table, set, options) : build_model(table, set, options))
          .text;
  std::string out;
  for (const Feature& feature : read_model(text, "m.cogs").features) {
    out += format_feature(feature) + "\n";
  }
  return out;
}

std::string complaint_about(std::vector<FeatureRow> said, const Model* earlier = nullptr) {
  try {
    features_with(std::move(said), earlier);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(BuildModel, ListensToPeople) {
  EXPECT_EQ(
      features_with({say("AGE", PartKind::cost, "1 + 2 per 10"),
                     say("Job", PartKind::domain, "{none < clerk < 'it\\'s'}"),
                     say("job", PartKind::direction, "up"),
                     say("income", PartKind::may_be_set, "yes")}),
      "#feature age : integer 19..45, may increase, cost 1 + 2 per 10, observed, label \"Age\".\n"
      "#feature job : {none < clerk < 'it\\'s'}, may increase, observed, label \"Job\".\n"
      "#feature income : {'7', '10.5', '20'}, may be set, observed.\n");
  EXPECT_EQ(features_with({say("age", PartKind::fixed, "")}).substr(0, 54),
            "#feature age : integer 19..45, observed, label \"Age\".\n");
}

TEST(BuildModel, LetsDeclaredDomainsMeetTheData) {
  // Observed domains give way; laws stay, and take in what the data show.
  EXPECT_EQ(features_with({say("age", PartKind::domain, "integer 30..90")}).substr(0, 29),
            "#feature age : integer 19..45");
  std::vector<FeatureRow> law{say("age", PartKind::domain, "integer 30..90")};
  law[0].cells.push_back({PartKind::observed, "", law[0].origin});
  EXPECT_EQ(features_with(law).substr(0, 43), "#feature age : integer 19..90, may increase");
}

TEST(BuildModel, NeverGuessesAnOrder) {
  EXPECT_EQ(complaint_about({say("job", PartKind::domain, "{none < clerk}")}),
            "said.csv:7:3: the column 'Job' has the value 'it's', and the order has no place for "
            "it");
  EXPECT_EQ(complaint_about({say("age", PartKind::domain, "{'19' < '31' < '45'}")}),
            "said.csv:7:3: the column 'Age' has numbers, whose order is known");
  const Model earlier = read_model(
      "#feature job : {none < clerk}, may increase, observed.\n"
      "#undesired decision(X,'bad').\ndecision(X,'bad') :- job(X,none).\n",
      "old.cogs");
  EXPECT_EQ(complaint_about({}, &earlier).substr(0, 15), "old.cogs:1:16: ");
  EXPECT_EQ(features_with({say("job", PartKind::domain, "{none < 'it\\'s' < clerk}")}, &earlier)
                .substr(0, 63),
            "#feature job : {none < 'it\\'s' < clerk}, may increase, observed");
}

TEST(BuildModel, RefusesWhatCannotBeMeant) {
  EXPECT_EQ(complaint_about({say("ages", PartKind::fixed, "yes")}),
            "said.csv:7:3: there is no feature 'ages'");
  EXPECT_EQ(complaint_about({say("job", PartKind::direction, "up")}).substr(0, 22),
            "said.csv:7:3: `may ...");
  EXPECT_EQ(complaint_about({say("job", PartKind::cost, "to {boss: 2}")}),
            "said.csv:7:3: `job` has no value boss");
}

TEST(RebuildModel, AssumesNothingAboutWhatItKnows) {
  const Model earlier = read_model(
      "#feature age : integer 20..60, observed.\n#feature job : {clerk, boss}, cost to {boss: 3}, "
      "observed.\n#undesired decision(X,'bad').\ndecision(X,'bad') :- age(X,30).\n",
      "m.cogs");
  EXPECT_EQ(features_with({}, &earlier),
            "#feature age : integer 19..45, observed.\n"
            "#feature job : {boss, none, ...}, cost to {boss: 3}, observed.\n"
            "#feature income : {'7', '10.5', '20'}, observed.\n");
  EXPECT_EQ(features_with({say("age", PartKind::fixed, "yes")}, &earlier).substr(0, 36),
            "#feature age : integer 19..45, fixed");
}

TEST(RebuildModel, KeepsWhatPeopleAdded) {
  const table::Table table = people();
  const Model earlier = read_model(R"(% a model
#feature age : integer 20..60, may increase, observed, cost 3.
#feature job : {clerk, boss}, label "work", observed.
#feature score : integer 0..9, caused.
#feature unused : {a, b}.
#undesired decision(X,'bad').
#causal score : if.
#pred age(X,N) :: '@(X) is @(N)'.
decision(X,'bad') :- age(X,N), N =< 30.
% a reviewed rule
#rule r1, status approved, by "Ann", on "2026-01-02", reason "it's so".
score(X,S) :- S > 5, senior(X), age(X,N), N > 70.
senior(X) :- job(X,boss).
#rule c2, status rejected.
job(X,clerk) :- age(X,N), N < 15.
:- job(X,boss), age(X,N), N < 18.   % nobody
)",
                                   "m.cogs");
  const rules::RuleSet set = rules_of(table, {{"bad", {{is(1, "none")}, {}, {2, 2}}}});
  const std::string text = rebuild_model(earlier, table, set, {.undesired = "bad"}).text;
  const Model model = read_model(text, "m.cogs");
  EXPECT_EQ(format_feature(model.features[0]),
            "#feature age : integer 15..70, may increase, cost 3, observed.");
  EXPECT_EQ(format_feature(model.features[1]),
            "#feature job : {clerk, boss, none, ...}, observed, label \"work\".");
  EXPECT_EQ(model.features[2].name, "score");
  EXPECT_TRUE(model.find_feature("income"));
  EXPECT_FALSE(model.find_feature("unused"));
  EXPECT_EQ(model.feature(*model.find_feature("score")).mode, CausalMode::if_);
  ASSERT_EQ(model.causal_rules.size(), 1U);
  EXPECT_EQ(model.denials.size(), 1U);
  const std::vector<ReviewItem> items = review_items(model);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].by, "Ann");
  EXPECT_EQ(items[0].reason, "it's so");
  EXPECT_EQ(items[1].status, ReviewStatus::rejected);
  EXPECT_NE(text.find("% a reviewed rule"), std::string::npos);
  EXPECT_NE(text.find("#pred age(X,N)"), std::string::npos);
  EXPECT_EQ(text.find("N =< 30"), std::string::npos);
  // Once more is no change.
  EXPECT_EQ(rebuild_model(model, table, set, {.undesired = "bad"}).text.size(), text.size());
}

}  // namespace
}  // namespace cogs::model
