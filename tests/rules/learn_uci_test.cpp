// SPDX-License-Identifier: Apache-2.0
//
// Known models and figures on public data, from the folder that COGS_DATA names.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "random_data.h"
#include "rules/learn.h"
#include "rules/predict.h"
#include "rules/split.h"
#include "table/read_table.h"

namespace cogs::rules {
namespace {

std::string data_file(const std::string& name) {
  const char* folder = std::getenv("COGS_DATA");
  const std::string file = folder == nullptr ? "" : folder + ("/" + name);
  return std::filesystem::exists(file) ? file : "";
}

LearnOptions with(Pruning pruning) {
  LearnOptions options;
  options.pruning = pruning;
  return options;
}

TEST(LearnUci, AdultGivesThePublishedModel) {
  const std::string file = data_file("adult/adult.csv");
  if (file.empty()) GTEST_SKIP() << "COGS_DATA has no adult/adult.csv";
  for (const bool missing_is_value : {false, true}) {
    table::ReadOptions read;
    read.missing_is_value = missing_is_value;
    const table::Table table = table::read_table(file, read);
    const Task task{.table = table, .label = *table.find("label"), .positive = "<=50K"};
    const RuleSet rules = learn(task, with(Pruning::none));
    EXPECT_EQ(text(rules),
              "<=50K <- marital_status != Married-civ-spouse, capital_gain =< 6849\n"
              "<=50K <- marital_status == Married-civ-spouse, capital_gain =< 5013, "
              "education_num =< 12\n");
    EXPECT_EQ(rules.rule_count(), 2U);
    EXPECT_EQ(rules.literal_count(), 5U);
  }
}

TEST(LearnUci, PrunedRulesAreSmallAndStillAccurate) {
  struct Known {
    const char* file;
    const char* label;
    const char* positive;
    double accuracy;
    std::size_t literals;
  };
  // Bounds with room for another order of rows.
  const Known sets[] = {{"heart/heart.csv", "label", "absent", 0.75, 15},
                        {"voting/voting.csv", "label", "republican", 0.94, 12},
                        {"cars/cars.csv", "label", "negative", 0.96, 31},
                        {"mushroom/mushroom.csv", "label", "p", 0.995, 11}};
  for (const Known& known : sets) {
    const std::string file = data_file(known.file);
    if (file.empty()) GTEST_SKIP() << "COGS_DATA has no " << known.file;
    table::ReadOptions read;
    read.ignore = {"id"};
    const table::Table table = table::read_table(file, read);
    const table::ColumnId label = *table.find(known.label);
    std::vector<std::uint32_t> rows(table.rows);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint32_t>(i);
    double accuracy = 0;
    std::size_t literals = 0;
    for (const Split& split : fold(table.column(label), rows, 5, 1)) {
      const RuleSet rules = learn({.table = table,
                                   .label = label,
                                   .positive = known.positive,
                                   .attributes = {},
                                   .rows = split.train});
      accuracy += evaluate(rules, table, split.test).accuracy / 5;
      literals += rules.literal_count();
    }
    EXPECT_GE(accuracy, known.accuracy) << known.file;
    EXPECT_LE(literals, 5 * known.literals) << known.file;
  }
}

}  // namespace
}  // namespace cogs::rules
