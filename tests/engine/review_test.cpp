// SPDX-License-Identifier: Apache-2.0
#include "engine/review.h"

#include <gtest/gtest.h>

#include "../model/tables.h"
#include "engine/engine.h"
#include "engine/predict.h"
#include "model/edit/build_model.h"

namespace cogs::engine {
namespace {

using tables::column;

const char* const text = R"(#feature relation : {husband, wife, other}.
#feature married : {yes, no}.
#undesired poor(X).
#causal married : iff.
poor(X) :- not married(X,yes).
#rule c1, status approved, precision 1.0, recall 0.95.
married(X,yes) :- relation(X,husband).
#rule c2, status approved, precision 0.99, recall 0.95.
married(X,yes) :- relation(X,wife).
)";

table::Table people(const std::vector<std::string>& relation,
                    const std::vector<std::string>& married) {
  return tables::table_of({column("relation", false, relation), column("married", false, married)});
}

TEST(CheckRule, CountsByModeWithTheOtherRulesOfTheFeature) {
  const model::Model model = parse_model(text, "m.cogs");
  const table::Table table = people({"husband", "husband", "wife", "other", "other", "?", "wife"},
                                    {"yes", "no", "yes", "yes", "no", "no", "?"});
  const RuleCheck check = check_rule(model, "c1", table);
  EXPECT_EQ(check.rows, 6U);
  EXPECT_EQ(check.meets, 2U);
  EXPECT_EQ(check.right, 1U);
  EXPECT_EQ(check.has_value, 3U);
  EXPECT_EQ(check.explained, 2U);
  ASSERT_EQ(check.without_effect.size(), 1U);
  EXPECT_EQ(check.without_effect[0].number, 2U);
  ASSERT_EQ(check.without_cause.size(), 1U);
  EXPECT_EQ(check.without_cause[0].number, 4U);
}

TEST(RulesThatFail, AreThoseThatNewDataDoNotBearOut) {
  const model::Model model = parse_model(text, "m.cogs");
  EXPECT_TRUE(
      rules_that_fail(model, people({"husband", "wife", "other"}, {"yes", "yes", "no"})).empty());
  const std::vector<FailedRule> failed = rules_that_fail(
      model, people({"husband", "husband", "wife", "other"}, {"yes", "no", "yes", "no"}));
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_EQ(failed[0].item.id, "c1");
  EXPECT_DOUBLE_EQ(failed[0].check.precision(), 0.5);
  EXPECT_DOUBLE_EQ(*failed[0].noted_precision, 1);
}

TEST(RulesThatFail, SurviveLearningAnew) {
  const model::Model model = parse_model(text, "m.cogs");
  const table::Table table =
      tables::table_of({column("relation", false, {"husband", "wife", "other", "husband"}),
                        column("married", false, {"yes", "yes", "no", "no"}),
                        column("poor", false, {"1", "0", "1", "0"})});
  rules::RuleSet rules;
  rules.label = "poor";
  rules.outcomes = {"1", "0"};
  rules.attributes = {tables::attribute(table.columns[0]), tables::attribute(table.columns[1])};
  rules.rules = {{"1", {{tables::is(0, "other")}, {}, {1, 1}}}};
  const model::Model again =
      parse_model(model::rebuild_model(model, table, rules, {.undesired = "1"}).text, "m.cogs");
  EXPECT_EQ(again.causal_rules.size(), 2U);
  const std::vector<FailedRule> failed = rules_that_fail(again, table);
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_EQ(failed[0].item.id, "c1");
}

TEST(RuleEffects, CompareAnswersWithAndWithoutTheRule) {
  const model::Model model = parse_model(R"(#feature debt : integer 0..9.
#feature score : integer 0..9, caused.
#undesired no(X).
no(X) :- score(X,S), S < 5.
#rule c1, status proposed, mode if.
score(X,S) :- S >= 5, debt(X,0).
#rule c2, status proposed, mode if.
debt(X,0) :- score(X,S), S > 8.
)",
                                         "m.cogs");
  const table::Table table = tables::table_of(
      {column("debt", true, {"3", "0", "4"}), column("score", true, {"2", "9", "1"})});
  const RuleEffects effects = rule_effects(model, "c1", table);
  EXPECT_EQ(effects.tried, 2U);
  EXPECT_EQ(effects.different, 2U);
  ASSERT_FALSE(effects.answers.empty());
  EXPECT_EQ(effects.answers[0].row.number, 1U);
  EXPECT_EQ(effects.answers[0].without.status, path::Status::none);
  EXPECT_EQ(effects.answers[0].with.status, path::Status::found);
  const model::Model closed =
      model::apply_verdicts(model, {{.id = "c1", .status = model::ReviewStatus::approved}});
  EXPECT_NE(rule_effects(closed, "c2", table).impossible, "");
}

TEST(Predict, TakesTheModelsClassesAndLeavesBadRowsOut) {
  const model::Model model = parse_model(R"(#feature debt : integer 0..9.
#classes label : {bad, good}.
#undesired label(X,bad).
label(X,bad) :- debt(X,D), D > 5.
)",
                                         "m.cogs");
  const Prediction found =
      predict(model, tables::table_of({column("Debt", true, {"9", "1", "12", "?"}),
                                       column("Label", false, {"bad", "bad", "bad", "good"})}));
  EXPECT_EQ(found.classes.names, (std::vector<std::string>{"bad", "good"}));
  EXPECT_EQ(found.of_row, (std::vector<std::uint32_t>{0, 1, model::no_class, 1}));
  ASSERT_EQ(found.bad_cells.size(), 1U);
  EXPECT_EQ(found.bad_cells[0].row, 3U);
  ASSERT_TRUE(found.measures);
  EXPECT_EQ(found.measures->confusion.total(), 3U);
  EXPECT_EQ(found.measures->confusion.correct(), 2U);
}

}  // namespace
}  // namespace cogs::engine
