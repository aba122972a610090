// SPDX-License-Identifier: Apache-2.0
//
// Rules -> those of them that pay, judged by the training rows alone.
//
// The path of prune_path.h offers ever smaller rules, each for a price. Which price is right is
// found by cross-validation: without a fold, rules are grown and pruned at each price, and tried
// on it. One price has the fewest errors; the highest price is taken that has hardly more: by a
// quarter of the standard error of the difference, row by row. (The whole standard error that is
// customary, and of the error instead of the difference, costs accuracy on small tables.)
//
// Few rows are cheap to learn from and tell little, so the folds are more and drawn several times.
// Many rows tell enough in one held-out part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/budget.h"
#include "base/workers.h"
#include "rules/fit.h"

namespace cogs::rules {

struct PruneOptions {
  std::uint64_t seed = 0;
  double standard_errors = 0.25;
  std::size_t few_rows = 5000;        // up to here ten folds instead of five, ...
  std::size_t most_draws = 5;         // ... drawn until `few_rows` were tested, or so often
  std::size_t many_rows = 1'000'000;  // above, one held-out fifth; the path by a sample of so many
  std::function<void(double share)> progress;
};

// `rules` were grown from `rows`. Where the budget ends, they are returned as they are.
CodedRules prune(const FitTask& task, const Rows& rows, CodedRules rules,
                 const PruneOptions& options, base::Workers& workers, base::Budget& budget);

}  // namespace cogs::rules
