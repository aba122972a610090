// SPDX-License-Identifier: Apache-2.0
#include "model/build_model.h"

#include <gtest/gtest.h>

#include "model/read_model.h"
#include "model/review.h"
#include "model/write_model.h"
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
                  {.undesired = "bad", .heading = {"Learned from test.csv"}}),
      "% Learned from test.csv\n"
      "\n"
      "% this only grows? then add: may increase\n"
      "#feature age : integer 19..45, observed.\n"
      "#feature job : {clerk, 'it\\'s', none}, observed.\n"
      "#feature income : {'7', '10.5', '20', abc}, observed.\n"
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
  const Model model = read_model(build_model(table, set, {.undesired = "bad"}), "m.cogs");
  EXPECT_EQ(model.rules.size(), 3U);
}

TEST(BuildModel, GivesTheOtherClassARuleWhereItIsAsked) {
  const table::Table table = people();
  const rules::RuleSet set = rules_of(table, {{"bad", {{is(1, "none")}, {}, {}}}});
  const Model model =
      read_model(build_model(table, set, {.undesired = "good", .desired = "bad"}), "m.cogs");
  EXPECT_EQ(model.rules.size(), 2U);
  EXPECT_EQ(model.atoms[model.undesired.index()].text, "decision(x,good)");
}

TEST(BuildModel, WritesWhatNeverHoldsWhereNothingWasLearned) {
  const table::Table table = people();
  const rules::RuleSet set = rules_of(table, {});
  const Model model =
      read_model(build_model(table, set, {.undesired = "bad", .desired = "good"}), "m.cogs");
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
  const std::string text = build_model(table, set, {.undesired = "bad"});
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
  const std::string text = build_model(table, set, {.undesired = "bad", .desired = "middling"});
  const Model model = read_model(text, "m.cogs");
  EXPECT_NE(text.find("decision(X,'bad') :- rule2(X), not rule1(X).\n"
                      "decision(X,'good') :- rule3(X), not rule1(X), not rule2(X).\n"),
            std::string::npos)
      << text;
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
  const std::string text = rebuild_model(earlier, table, set, {.undesired = "bad"});
  const Model model = read_model(text, "m.cogs");
  EXPECT_EQ(format_feature(model.features[0]),
            "#feature age : integer 15..70, may increase, cost 3, observed.");
  EXPECT_EQ(format_feature(model.features[1]),
            "#feature job : {clerk, boss, 'it\\'s', none}, observed, label \"work\".");
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
  EXPECT_EQ(rebuild_model(model, table, set, {.undesired = "bad"}).size(), text.size());
}

}  // namespace
}  // namespace cogs::model
