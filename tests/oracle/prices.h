// SPDX-License-Identifier: Apache-2.0
//
// What a direct change costs: semantics.md 4, "Cost", by its letter. Part of the oracle: it shares
// no code with src/model/price.cpp but the data.
#pragma once

#include <optional>

#include "model/model.h"

namespace cogs::oracle {

// Of a change of `feature` from `from` (nullopt: missing) to `to`, which differ. Throws
// std::invalid_argument where a price by distance has no largest distance to go by.
base::Number price_of_change(const model::Feature& feature, const model::Price& price,
                             const std::optional<model::Value>& from, const model::Value& to);

// Does the price depend on nothing but the direction and the value reached?
bool without_distance(const model::Price& price);

}  // namespace cogs::oracle
