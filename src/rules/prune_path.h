// SPDX-License-Identifier: Apache-2.0
//
// Rules -> ever smaller rules, and the price at which each is worth it (cost-complexity pruning).
//
// A step deletes the literal, the exception or the rule that adds the least training error for
// each literal that goes. The price of a step is that error, in shares of the training rows; it
// never falls along the path, so one price stands for one set of rules.
#pragma once

#include <vector>

#include "base/budget.h"
#include "base/workers.h"
#include "rules/fit.h"
#include "rules/row_bits.h"

namespace cogs::rules {

struct PathStep {
  double price = 0;  // rules are those to have at this price and above, until the next step's
  CodedRules rules;
};

// The first step has the price 0: all that costs no training error to delete is gone. The last
// step may have no rules. Ends early where the budget ends.
std::vector<PathStep> prune_path(CodedRules rules, Sample& sample, base::Workers& workers,
                                 base::Budget& budget);

}  // namespace cogs::rules
