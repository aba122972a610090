// SPDX-License-Identifier: Apache-2.0
//
// Rows with labels -> grown and simplified rules over codes; what learn.h does once for the result
// and pruning does again on parts of the rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "base/workers.h"
#include "rules/coded_rule.h"
#include "table/table.h"

namespace cogs::rules {

struct CodedClassRule {
  table::Code outcome = 0;  // code of the label column
  CodedRule rule;

  friend bool operator==(const CodedClassRule&, const CodedClassRule&) = default;
};
using CodedRules = std::vector<CodedClassRule>;

struct FitTask {
  Columns columns;
  const table::Column& label;
  std::optional<table::Code> positive;  // without: several classes, first match
  std::vector<double> weights;          // by code of the label
  double ratio = 0.5, tail = 0.005;
  // Several classes: a rule that covers too few rows of its class by `tail` is left out and another
  // class is tried; what is left in the end goes to its largest class. By the definition of FOLD-SE
  // any rule that covers a row will do; in a noisy table these are thousands.
  bool skip_small = false;
};

// Rows that must be covered for a rule to stay: the share `tail` of them, at least one.
std::size_t least_cover(double tail, std::size_t rows);

// What stands when the budget ends is returned; `budget.reason()` tells.
CodedRules fit(const FitTask& task, const Rows& rows, base::Workers& workers, base::Budget& budget,
               const std::function<void(double share)>& progress = {});

// The rows whose label is `outcome`; the others go to `rest`.
Rows rows_of_class(const table::Column& label, table::Code outcome, const Rows& rows, Rows& rest);

}  // namespace cogs::rules
