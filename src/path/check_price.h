// SPDX-License-Identifier: Apache-2.0
//
// What a direct change costs, worked out by the checker itself (semantics.md 4, "Cost"): nothing of
// model/price.cpp is used but the data, so that a mistake there does not pass unseen.
#pragma once

#include "model/model.h"
#include "path/path.h"

namespace cogs::path::check {

// From null: missing. Where a price by distance has no largest distance to go by, which the options
// of a run are refused for, the fixed part.
Number price(const model::Feature& feature, const model::Price& price, const Value* from,
             const Value& to);

}  // namespace cogs::path::check
