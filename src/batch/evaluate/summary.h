// SPDX-License-Identifier: Apache-2.0
//
// The figures of all counterfactuals of a file -> means, medians and shares.
#pragma once

#include <vector>

#include "batch/evaluate/evaluate.h"

namespace cogs::batch {

// Of no values: count 0.
Spread spread_of(std::vector<double> values);

// Fills in all that follows from the figures alone; not rows, rows_in_need and diversity.
Summary summarise(const std::vector<Figures>& figures);

}  // namespace cogs::batch
