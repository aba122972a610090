// SPDX-License-Identifier: Apache-2.0
//
// Rows of two classes -> rules as FOLD-SE grows them, neither simplified nor pruned.
//
//   rule set   while positives are left: grow a rule, take off the positives that it covers; ends
//              with a rule that covers fewer than `least_cover` of them. Negatives stay.
//   rule       the best literal, then the best among the rows on which it holds, and so on until
//              negatives <= ratio * positives; the negatives left are the positives of its
//              exceptions, a rule set of their own with the roles swapped.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "base/workers.h"
#include "rules/best_literal.h"
#include "rules/coded_rule.h"

namespace cogs::rules {

struct GrowOptions {
  double ratio = 0.5;
  std::size_t least_cover = 1;
  Weights weights;
  std::function<void(double share)> progress;  // of the positives that are done
};

// What stands when the budget ends is returned; `budget.reason()` tells.
std::vector<CodedRule> grow_rules(Rows positives, Rows negatives, Columns columns,
                                  const GrowOptions& options, base::Workers& workers,
                                  base::Budget& budget);

// One rule; nullopt if it would cover no positive, or the budget ended.
std::optional<CodedRule> grow_rule(Rows positives, Rows negatives, Columns columns,
                                   const GrowOptions& options, base::Workers& workers,
                                   base::Budget& budget);

}  // namespace cogs::rules
