// SPDX-License-Identifier: Apache-2.0
//
// How far the deployed sum of an output can be from the exact one, over all rows: proved bounds,
// rounded up.
#pragma once

#include "score/ensemble.h"

namespace cogs::score {

struct ErrorBound {
  base::Number in_order;   // trees are added one after the other, in their order
  base::Number any_order;  // in any order and grouping: other machines, threads and versions
};

// 0 for exact sums. `limit`: bound of |x| over the columns of linear terms, from their domains;
// none for an ensemble with linear terms on columns without one gives no bound (an infinite one is
// not a Number).
std::optional<ErrorBound> error_bound(const Ensemble& ensemble, std::size_t output,
                                      const std::vector<std::optional<double>>& limits = {});

}  // namespace cogs::score
