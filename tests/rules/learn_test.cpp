// SPDX-License-Identifier: Apache-2.0
#include "rules/learn.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "base/diagnostic.h"
#include "random_data.h"
#include "rules/predict.h"
#include "table/read_table.h"

namespace cogs::rules {
namespace {

// Who has little income or is in debt is refused, save those with a guarantor.
table::Table loans() {
  std::string csv = "income,debt,guarantor,decision\n";
  for (int i = 0; i < 200; ++i) {
    const int income = i * 7 % 50;
    const bool debt = i % 4 == 0;
    const bool guarantor = i % 3 == 0;
    const bool refused = (income < 20 || debt) && !guarantor;
    csv += std::to_string(income) + (debt ? ",yes" : ",no") + (guarantor ? ",yes" : ",no") +
           (refused ? ",reject\n" : ",accept\n");
  }
  return table::parse_table(csv, "loans.csv");
}

LearnOptions plain() {
  LearnOptions options;
  options.pruning = Pruning::none;
  options.threads = 1;
  return options;
}

std::string refusal(const Task& task, const LearnOptions& options = {}) {
  try {
    learn(task, options);
  } catch (const base::InputError& error) {
    return error.diagnostics().front().message + " / " + error.diagnostics().front().help;
  }
  return "";
}

TEST(Learn, FindsPlantedRules) {
  const table::Table table = loans();
  const Task task{.table = table, .label = *table.find("decision"), .positive = "reject"};
  const RuleSet rules = learn(task);
  EXPECT_EQ(rules.label, "decision");
  EXPECT_EQ(rules.outcomes, (std::vector<std::string>{"reject", "accept"}));
  EXPECT_EQ(evaluate(rules, table).accuracy, 1) << text(rules);
  EXPECT_EQ(rules.stopped, base::Exhausted::no);
}

TEST(Learn, EvidenceCountsWhatRulesCover) {
  const table::Table table = loans();
  for (const bool several : {false, true}) {
    Task task{.table = table, .label = *table.find("decision")};
    if (!several) task.positive = "reject";
    const RuleSet rules = learn(task, plain());
    const std::vector<std::uint32_t> classes = predict(rules, table);
    std::size_t covers = 0;
    for (const ClassRule& rule : rules.rules) {
      EXPECT_LE(rule.rule.evidence.correct, rule.rule.evidence.covers);
      covers += rule.rule.evidence.covers;
    }
    std::size_t covered = 0;
    for (const std::uint32_t outcome : classes) {
      covered += several ? outcome != no_outcome : outcome == 0;
    }
    // First match: each row counts for one rule. Otherwise rules may share rows.
    if (several) {
      EXPECT_EQ(covers, covered) << text(rules);
    } else {
      EXPECT_GE(covers, covered) << text(rules);
    }
  }
}

TEST(Learn, SeveralClassesAreLearnedInOneOrder) {
  std::string csv = "size,colour,kind\n";
  for (int i = 0; i < 120; ++i) {
    const int size = i % 12;
    csv += std::to_string(size) + (i % 2 ? ",red," : ",blue,");
    csv += size < 4 ? "small\n" : size < 8 ? "middle\n" : "large\n";
  }
  const table::Table table = table::parse_table(csv, "kinds.csv");
  const RuleSet rules = learn({.table = table, .label = *table.find("kind")});
  EXPECT_TRUE(rules.first_match);
  const Measures measures = evaluate(rules, table);
  EXPECT_EQ(measures.accuracy, 1) << text(rules);
  EXPECT_EQ(measures.f1, 1);
}

TEST(Learn, SeveralClassesLeaveNoTrainingRowWithoutOne) {
  DataMaker maker(3);
  const table::Table table = as_table(maker.make(600, 4, 4, 6));
  const RuleSet rules = learn({.table = table, .label = *table.find("label")});
  EXPECT_GE(evaluate(rules, table).accuracy, evaluate(rules, table).majority - 0.02);
}

TEST(Learn, RowsWithoutALabelAreLeftOut) {
  std::string csv = "a,label\n";
  for (int i = 0; i < 40; ++i) csv += i % 2 ? "x,p\n" : "y,n\n";
  csv += "x,\nx,?\n";
  const table::Table table = table::parse_table(csv, "gaps.csv");
  const RuleSet rules =
      learn({.table = table, .label = *table.find("label"), .positive = "p"}, plain());
  ASSERT_EQ(text(rules), "p <- a == x\n");
  EXPECT_EQ(rules.rules[0].rule.evidence, (Evidence{20, 20}));
  EXPECT_EQ(evaluate(rules, table).confusion.total(), 40U);
}

TEST(Learn, OnlyTheGivenRowsAndColumnsCount) {
  const table::Table table = loans();
  Task task{.table = table, .label = *table.find("decision"), .positive = "reject"};
  task.attributes = {*table.find("debt")};
  for (std::uint32_t row = 0; row < 100; ++row) task.rows.push_back(row);
  const RuleSet rules = learn(task, plain());
  ASSERT_EQ(rules.attributes.size(), 1U);
  EXPECT_EQ(rules.attributes[0].name, "debt");
  for (const ClassRule& rule : rules.rules) EXPECT_LE(rule.rule.evidence.covers, 100U);
}

// A rule is wrong at most as often as `ratio` allows; weight changes what it must avoid.
TEST(Learn, WeightsMoveTheBalance) {
  std::string csv = "a,label\n";
  for (int i = 0; i < 100; ++i) csv += i < 40 ? "x,p\n" : i < 60 ? "x,n\n" : "y,n\n";
  const table::Table table = table::parse_table(csv, "weights.csv");
  const Task task{.table = table, .label = *table.find("label"), .positive = "p"};
  LearnOptions options = plain();
  options.weights = {{"n", 4}};
  EXPECT_EQ(text(learn(task, plain())), "p <- a == x\n");
  EXPECT_EQ(text(learn(task, options)), "p <- a == x\n");
  options.pruning = Pruning::standard;
  EXPECT_EQ(text(learn(task, options)), "");
  options.weights = {{"n", 1}};
  EXPECT_EQ(text(learn(task, options)), "p <- a == x\n");
}

TEST(Learn, WhatCannotBeLearnedIsRefused) {
  const table::Table table = loans();
  Task task{.table = table, .label = *table.find("decision"), .positive = "rejct"};
  EXPECT_EQ(refusal(task),
            "no row has the value 'rejct' in the label column 'decision' / did you mean 'reject'?");
  LearnOptions options;
  options.weights = {{"acept", 2}};
  task.positive = "reject";
  EXPECT_NE(refusal(task, options).find("did you mean 'accept'?"), std::string::npos);
  options.weights = {{"accept", 0}};
  EXPECT_NE(refusal(task, options).find("above 0"), std::string::npos);
  options = {};
  options.tail = 2;
  EXPECT_NE(refusal(task, options).find("between 0 and 1"), std::string::npos);
  options = {};
  options.ratio = -1;
  EXPECT_NE(refusal(task, options).find("from 0 on"), std::string::npos);
  task.rows = {1, 2};
  EXPECT_NE(refusal(task).find("every row has the value"), std::string::npos);

  const table::Table lonely = table::parse_table("label\na\nb\n", "one.csv");
  EXPECT_NE(refusal({.table = lonely, .label = *lonely.find("label"), .positive = "a"})
                .find("no column to learn from"),
            std::string::npos);
}

TEST(Learn, LimitsEndLearningWithWhatThereIs) {
  DataMaker maker(7);
  const table::Table table = as_table(maker.make(3000, 5, 2, 40));
  const Task task{.table = table, .label = *table.find("label"), .positive = "k0"};
  std::atomic<bool> cancelled = true;
  LearnOptions options;
  options.limits.cancelled = &cancelled;
  const RuleSet stopped = learn(task, options);
  EXPECT_EQ(stopped.stopped, base::Exhausted::cancelled);
  EXPECT_TRUE(stopped.rules.empty());
  // In the middle of pruning: the rules as grown.
  cancelled = false;
  options.threads = 1;
  options.progress = [&](double share) { cancelled = cancelled || share > 0.3; };
  const RuleSet late = learn(task, options);
  EXPECT_EQ(late.stopped, base::Exhausted::cancelled);
  options.limits = {};
  options.progress = {};
  options.pruning = Pruning::none;
  EXPECT_EQ(late.rules, learn(task, options).rules);
}

TEST(Learn, ProgressRisesToItsEnd) {
  const table::Table table = loans();
  LearnOptions options;
  double last = 0;
  options.progress = [&](double share) {
    EXPECT_GE(share, last);
    last = share;
  };
  learn({.table = table, .label = *table.find("decision"), .positive = "reject"}, options);
  EXPECT_NEAR(last, 1, 1e-9);
}

}  // namespace
}  // namespace cogs::rules
