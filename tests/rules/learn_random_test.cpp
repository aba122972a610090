// SPDX-License-Identifier: Apache-2.0
//
// Learning and prediction against the naive learner on random small tables: the same rules, the
// same classes, before and after simplifying.
//
//   COGS_LEARN_TABLES=20000 COGS_SEED=7   how many tables, and from which seed
#include <gtest/gtest.h>

#include <iostream>

#include "naive_learner.h"
#include "random_data.h"
#include "rules/learn.h"
#include "rules/predict.h"

namespace cogs::rules {
namespace {

struct Question {
  naive::Data data;
  naive::Settings settings;
  bool all_classes = false;
};

Question random_question(DataMaker& maker) {
  Question question;
  question.all_classes = maker.chance(30);
  const std::size_t classes = question.all_classes || maker.chance(20) ? 2 + maker.below(3) : 2;
  question.data =
      maker.make(classes + maker.below(70), 1 + maker.below(5), classes, maker.chance(30) ? 40 : 5);
  const double ratios[] = {0.5, 0.5, 0.5, 0.25, 0, 0.9};
  question.settings.ratio = ratios[maker.below(6)];
  const double tails[] = {0.005, 0, 0.05, 0.1};
  question.settings.tail = tails[maker.below(4)];
  if (maker.chance(25)) question.settings.weights["k0"] = maker.chance(50) ? 4 : 0.5;
  if (maker.chance(15)) question.settings.weights["k1"] = 2;
  return question;
}

Task task_of(const Question& question, const table::Table& table) {
  Task task{.table = table, .label = *table.find("label")};
  if (!question.all_classes) task.positive = "k0";
  return task;
}

LearnOptions options_of(const Question& question) {
  LearnOptions options;
  options.ratio = question.settings.ratio;
  options.tail = question.settings.tail;
  options.weights.assign(question.settings.weights.begin(), question.settings.weights.end());
  options.pruning = Pruning::none;
  options.threads = 1;
  return options;
}

std::string predicted(const RuleSet& rules, std::uint32_t outcome) {
  if (outcome == no_outcome) return "";
  if (!rules.first_match && outcome == 1) return "";
  return rules.outcomes[outcome];
}

TEST(LearnRandom, RulesAndClassesAreThoseOfTheNaiveLearner) {
  const std::uint64_t seed = from_environment("COGS_SEED", 1);
  const std::uint64_t tables = from_environment("COGS_LEARN_TABLES", 1500);
  std::cout << "seed " << seed << ", " << tables << " tables\n";
  std::size_t with_exceptions = 0;
  for (std::uint64_t i = 0; i < tables; ++i) {
    SCOPED_TRACE("COGS_SEED=" + std::to_string(seed + i) + " COGS_LEARN_TABLES=1");
    DataMaker maker(seed + i);
    const Question question = random_question(maker);
    const table::Table table = as_table(question.data);
    const std::vector<naive::Rule> grown =
        question.all_classes ? naive::learn_all_classes(question.data, question.settings)
                             : naive::learn(question.data, "k0", question.settings);
    const RuleSet rules = learn(task_of(question, table), options_of(question));
    ASSERT_EQ(text(rules), naive::text(naive::simplified(grown, question.data), question.data));
    for (const ClassRule& rule : rules.rules) with_exceptions += !rule.rule.exceptions.empty();
    // The simplified rules, on codes, decide as the grown ones do on cells.
    const std::vector<std::uint32_t> classes = predict(rules, table);
    for (std::size_t row = 0; row < table.rows; ++row) {
      ASSERT_EQ(predicted(rules, classes[row]), naive::outcome(grown, question.data.rows[row]))
          << "row " << row << '\n'
          << text(rules);
    }
  }
  EXPECT_GT(with_exceptions, tables / 20);
}

TEST(LearnRandom, RulesDecideUnseenRowsByTheirValues) {
  const std::uint64_t seed = from_environment("COGS_SEED", 1);
  for (std::uint64_t i = 0; i < 300; ++i) {
    SCOPED_TRACE("COGS_SEED=" + std::to_string(seed + i));
    DataMaker maker(seed + i);
    const Question question = random_question(maker);
    const table::Table table = as_table(question.data);
    const RuleSet rules = learn(task_of(question, table), options_of(question));
    const std::vector<naive::Rule> simple = naive::simplified(
        question.all_classes ? naive::learn_all_classes(question.data, question.settings)
                             : naive::learn(question.data, "k0", question.settings),
        question.data);
    // Other values and other gaps, the same columns and types.
    naive::Data others = maker.make(40, question.data.names.size(), 2, 60);
    others.numeric = question.data.numeric;
    for (auto& row : others.rows) {
      for (std::size_t column = 0; column < row.size(); ++column) {
        if (others.numeric[column] || !std::holds_alternative<double>(row[column])) continue;
        row[column] = "w" + text(row[column]);
      }
    }
    const table::Table unseen = as_table(others);
    const std::vector<std::uint32_t> classes = predict(rules, unseen);
    for (std::size_t row = 0; row < unseen.rows; ++row) {
      ASSERT_EQ(predicted(rules, classes[row]), naive::outcome(simple, others.rows[row]))
          << "row " << row << '\n'
          << text(rules);
    }
  }
}

// More codes than a node has rows: codes are sorted instead of counted.
TEST(LearnRandom, ColumnsWithManyValuesAreLearnedTheSame) {
  for (const std::uint64_t seed : {11, 12, 13}) {
    DataMaker maker(seed);
    naive::Data data;
    do {
      data = maker.make(150, 3, 2, 5000);
    } while (!data.numeric[0] || !data.numeric[1]);
    const naive::Settings settings;
    const table::Table table = as_table(data);
    const Question question{data, settings, false};
    const RuleSet rules = learn(task_of(question, table), options_of(question));
    EXPECT_EQ(text(rules),
              naive::text(naive::simplified(naive::learn(data, "k0", settings), data), data))
        << "seed " << seed;
  }
}

TEST(LearnRandom, PruningNeverAddsLiterals) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    DataMaker maker(seed);
    Question question = random_question(maker);
    question.all_classes = false;
    const table::Table table = as_table(question.data);
    LearnOptions options = options_of(question);
    const RuleSet grown = learn(task_of(question, table), options);
    options.pruning = Pruning::standard;
    const RuleSet pruned = learn(task_of(question, table), options);
    EXPECT_LE(pruned.literal_count(), grown.literal_count()) << "seed " << seed;
    EXPECT_LE(pruned.rule_count(), grown.rule_count()) << "seed " << seed;
    EXPECT_EQ(text(learn(task_of(question, table), options)), text(pruned)) << "seed " << seed;
  }
}

TEST(LearnRandom, TheNumberOfThreadsChangesNothing) {
  DataMaker maker(5);
  for (const bool all_classes : {false, true}) {
    // Enough cells that columns are shared out to threads.
    Question question{maker.make(40000, 6, 3, 300), {}, all_classes};
    const table::Table table = as_table(question.data);
    for (const Pruning pruning : {Pruning::none, Pruning::standard}) {
      if (all_classes && pruning == Pruning::none) continue;  // thousands of rules
      LearnOptions options = options_of(question);
      options.pruning = pruning;
      const RuleSet one = learn(task_of(question, table), options);
      for (const unsigned threads : {2U, 5U}) {
        options.threads = threads;
        const RuleSet many = learn(task_of(question, table), options);
        EXPECT_EQ(one.rules, many.rules) << threads << " threads";
        EXPECT_EQ(predict(one, table, {}, 1), predict(one, table, {}, threads));
      }
    }
  }
}

}  // namespace
}  // namespace cogs::rules
