// SPDX-License-Identifier: Apache-2.0
//
// Which number of a cell an answer names: the nearest to the one that is there (semantics.md 4).
#pragma once

#include <optional>

#include "model/compile.h"
#include "model/model.h"

namespace cogs::model {

// `cell` is a part of the domain, not empty. `decimals` is FeatureCells::decimals of the feature.
Number nearest_number(const Feature& feature, int decimals, const Interval& cell,
                      const std::optional<Number>& from);

}  // namespace cogs::model
