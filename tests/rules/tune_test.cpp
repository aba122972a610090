// SPDX-License-Identifier: Apache-2.0
#include "rules/tune.h"

#include <gtest/gtest.h>

#include "rules/inspect.h"
#include "rules/plain_cuts.h"
#include "rules/predict.h"
#include "table/read_table.h"

namespace cogs::rules {
namespace {

base::Number number(const char* text) { return *base::Number::parse(text); }

TEST(PlainCuts, AreWherePeopleWouldWriteThem) {
  const auto cut = [](const char* low, const char* high) {
    return round_cut(number(low), number(high)).text();
  };
  EXPECT_EQ(cut("54.5", "55.5"), "55");
  EXPECT_EQ(cut("6849", "7298"), "7000");
  EXPECT_EQ(cut("20", "21"), "20");
  EXPECT_EQ(cut("34", "37"), "35");
  EXPECT_EQ(cut("13", "14"), "13");
  EXPECT_EQ(cut("0", "1000"), "0");
  EXPECT_EQ(cut("0.137", "0.21"), "0.2");
  EXPECT_EQ(cut("59596", "60013"), "60000");
  EXPECT_EQ(cut("-7298", "-6849"), "-7000");
  EXPECT_EQ(cut("1/3", "1/2"), "0.4");
}

// Both of two classes can be told, but one of them in far fewer words.
table::Table one_sided() {
  std::string text = "a,b,c,label\n";
  for (int i = 0; i < 600; ++i) {
    const int a = i * 7 % 10, b = i * 11 % 10, c = i * 13 % 7;
    const bool good = a < 5 && b < 5;
    text += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(c) + "," +
            (good ? "good" : "bad") + "\n";
  }
  return table::parse_table(text, "data.csv");
}

TEST(Tune, TakesWhatDoesBestOnHeldOutRows) {
  const table::Table table = one_sided();
  const Task task{.table = table, .label = *table.find("label"), .positive = "bad"};
  TuneOptions how;
  how.seconds = 600;
  const Tuned tuned = tune(task, {}, "good", how);
  EXPECT_TRUE(tuned.finished);
  EXPECT_GE(tuned.best.accuracy, tuned.given.accuracy);
  EXPECT_LE(tuned.best.literals, tuned.given.literals);
  EXPECT_EQ(tuned.settings.front(), tuned.best);
  EXPECT_EQ(tuned.best.folds, 10u);  // 600 rows: drawn twice
  EXPECT_DOUBLE_EQ(tuned.best.accuracy, 1);
}

TEST(Tune, DoesNotDependOnThreads) {
  const table::Table table = one_sided();
  const Task task{.table = table, .label = *table.find("label"), .positive = "bad"};
  TuneOptions how;
  how.seconds = 600;
  LearnOptions one, three;
  one.threads = 1;
  three.threads = 3;
  EXPECT_EQ(tune(task, one, "good", how).settings, tune(task, three, "good", how).settings);
}

TEST(Tune, LooksAtTheRowsOfTheTaskAlone) {
  const table::Table table = one_sided();
  Task task{.table = table, .label = *table.find("label"), .positive = "bad"};
  for (std::uint32_t row = 0; row < 200; ++row) task.rows.push_back(row);
  TuneOptions how;
  how.seconds = 600;
  EXPECT_EQ(tune(task, {}, "good", how).rows, 200u);
}

TEST(Tune, EndsWithItsTimeAndSaysSo) {
  const table::Table table = one_sided();
  const Task task{.table = table, .label = *table.find("label"), .positive = "bad"};
  TuneOptions how;
  how.seconds = 0;
  const Tuned tuned = tune(task, {}, "good", how);
  EXPECT_FALSE(tuned.finished);
  EXPECT_EQ(tuned.best.positive, tuned.given.positive);
}

TEST(PlainForms, AreUsedWhereNoRowHasAGap) {
  // `n` is missing only where k is y, which the rule excludes.
  std::string text = "n,k,label\n";
  for (int i = 0; i < 200; ++i) {
    const bool gap = i % 4 == 0;
    text += (gap ? "" : std::to_string(i % 40)) + std::string(",") + (gap ? "y" : "x") + "," +
            (!gap && i % 40 >= 20 ? "good" : "bad") + "\n";
  }
  const table::Table table = table::parse_table(text, "data.csv");
  const Task task{.table = table, .label = *table.find("label"), .positive = "good"};
  const RuleSet rules = learn(task);
  ASSERT_FALSE(rules.rules.empty());
  for (const Literal& literal : rules.rules[0].rule.literals) {
    EXPECT_NE(literal.test, rules::Test::not_at_most);
    EXPECT_NE(literal.test, rules::Test::not_above);
  }
  EXPECT_DOUBLE_EQ(evaluate(rules, table).accuracy, 1);
}

TEST(Inspect, FindsNamesAndIdentifiers) {
  std::string text = "ref,Name,CustomerId,city,city_name,amount,label\n";
  for (int i = 0; i < 100; ++i) {
    text += "r" + std::to_string(i * 37 % 60) + ",N" + std::to_string(i * 7 % 30) + "," +
            std::to_string(1000 + i * 7919 % 9973) + ",c" + std::to_string(i % 8) + ",d" +
            std::to_string(i % 5) + "," + std::to_string(i * 31 % 97) + "," + (i % 2 ? "a" : "b") +
            "\n";
  }
  const table::Table table = table::parse_table(text, "data.csv");
  std::vector<std::string> found;
  for (const Identifier& one : find_identifiers(table, *table.find("label"))) {
    found.push_back(table.column(one.column).name);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"ref", "Name", "CustomerId"}));
}

}  // namespace
}  // namespace cogs::rules
