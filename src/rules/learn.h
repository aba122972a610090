// SPDX-License-Identifier: Apache-2.0
//
// Table -> RuleSet: FOLD-SE (Wang, Gupta), then pruning that is justified on the training rows.
//
//   rules::Task task{.table = loans, .label = *loans.find("decision"), .positive = "reject"};
//   rules::RuleSet found = rules::learn(task);
//
//   grow.h       literal by literal, rule by rule, exceptions with the roles swapped
//   prune.h      deletes what does not pay: cost-complexity path, price by cross-validation
//   simplify.h   merges bounds, folds one-literal exceptions into their rule
//
// The result depends on the task and the options alone, never on `threads`. Where `limits` end the
// work early, RuleSet::stopped says so. Pruning may leave no rule at all, where none is better than
// saying the other class every time.
//
// A class weight w makes each row of the class count as w rows: in what a literal gets right and
// wrong, in `ratio`, and in the errors that pruning weighs. `tail` counts rows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "rules/rule_set.h"
#include "table/table.h"

namespace cogs::rules {

struct Task {
  const table::Table& table;
  table::ColumnId label;
  // The class to learn; without one all classes are learned, first match wins.
  std::optional<std::string> positive = {};
  // Columns to learn from; empty: all but the label.
  std::vector<table::ColumnId> attributes = {};
  // Rows to learn from, ascending; empty: all. Rows whose label is missing are left out.
  std::vector<std::uint32_t> rows = {};
};

enum class Pruning { none, standard };

struct LearnOptions {
  double ratio = 0.5;   // a rule is done when negatives <= ratio * positives
  double tail = 0.005;  // a rule must cover this share of the training rows
  Pruning pruning = Pruning::standard;
  std::vector<std::pair<std::string, double>> weights;  // of classes; 1 where not given
  std::uint64_t seed = 0;                               // of the folds for pruning
  unsigned threads = 0;                                 // 0: as many as there are cores
  base::Limits limits;
  std::function<void(double share)> progress;  // between 0 and 1, by one thread at a time
};

// Throws base::InputError where there is nothing to learn: no rows, one class only, a positive
// class that no row has (with a did-you-mean), no attribute; and for options out of range.
RuleSet learn(const Task& task, const LearnOptions& options = {});

}  // namespace cogs::rules
