// SPDX-License-Identifier: Apache-2.0
#include "rules/cause.h"

#include <gtest/gtest.h>

#include <cmath>

#include "table/read_table.h"

namespace cogs::rules {
namespace {

TEST(CauseCounts, SayHowOftenAndHowMuchMoreThanByChance) {
  const CauseCounts counts{100, 40, 20, 18};
  EXPECT_DOUBLE_EQ(counts.base(), 0.4);
  EXPECT_DOUBLE_EQ(counts.precision(), 0.9);
  EXPECT_DOUBLE_EQ(counts.recall(), 0.45);
  EXPECT_DOUBLE_EQ(counts.lift(), 2.25);
  EXPECT_DOUBLE_EQ(counts.sufficiency(), 1 - 2 / 12.0);  // 12 exceptions by chance, 2 there
  EXPECT_DOUBLE_EQ(counts.necessity(), 1 - 22 / 32.0);
}

TEST(CauseCounts, ExplainAllOfACopyAndNothingOfAnUnrelatedColumn) {
  EXPECT_NEAR((CauseCounts{100, 40, 40, 40}).explained(), 1, 1e-12);
  EXPECT_NEAR((CauseCounts{100, 40, 50, 20}).explained(), 0, 1e-12);
  EXPECT_NEAR((CauseCounts{100, 50, 50, 50}).information(), 100 * std::log(2), 1e-9);
  EXPECT_EQ((CauseCounts{0, 0, 0, 0}).explained(), 0);
  EXPECT_EQ((CauseCounts{10, 10, 10, 10}).lift(), 1);
}

TEST(Count, LeavesOutRowsWithoutTheEffectsCellAndTakesMissingCausesAsRulesDo) {
  const table::Table table =
      table::parse_table("debt,score\n0,700\n0,\n,650\n5,300\n0,500\n,200\n", "t.csv");
  Cause cause;
  cause.effect = {table::ColumnId(1), {}, Cut{599, true}, {}};
  cause.rules.push_back({{{0, rules::Test::at_most, base::Number(0)}}, 0, 0});
  count(cause, table);
  EXPECT_EQ(cause.counts.rows, 5u);
  EXPECT_EQ(cause.counts.effect, 2u);
  EXPECT_EQ(cause.counts.body, 2u);
  EXPECT_EQ(cause.counts.both, 1u);
  EXPECT_EQ(cause.rules[0].covers, 2u);
  EXPECT_EQ(cause.rules[0].correct, 1u);

  cause.binding = Binding::iff;
  const CounterExamples against = counter_examples(cause, table, 5);
  EXPECT_EQ(against.without_effect, std::vector<std::size_t>{5});
  EXPECT_EQ(against.without_cause, std::vector<std::size_t>{3});
  cause.binding = Binding::if_;
  EXPECT_TRUE(counter_examples(cause, table, 5).without_cause.empty());
}

TEST(TruthByCode, CutsOnEitherSideOfANumber) {
  const table::Table table = table::parse_table("n\n1\n2\n3\nx\n?\n", "t.csv", [] {
    table::ReadOptions options;
    options.numeric = {"n"};
    return options;
  }());
  const table::Column& column = table.columns[0];
  const Effect at_least{table::ColumnId(0), {}, Cut{2, false}, {}};
  const Effect above{table::ColumnId(0), {}, Cut{2, true}, {}};
  const Effect between{table::ColumnId(0), {}, Cut{1, true}, Cut{3, false}};
  using Truth = std::vector<std::uint8_t>;
  EXPECT_EQ(truth_by_code(at_least, column), (Truth{0, 1, 1, 2, 2}));
  EXPECT_EQ(truth_by_code(above, column), (Truth{0, 0, 1, 2, 2}));
  EXPECT_EQ(truth_by_code(between, column), (Truth{0, 1, 0, 2, 2}));
}

}  // namespace
}  // namespace cogs::rules
