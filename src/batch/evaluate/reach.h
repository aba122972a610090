// SPDX-License-Identifier: Apache-2.0
//
// Start and one goal state -> the least cost of a path that ends just there.
//
// The question becomes one for path::Search by another decision: "away" holds wherever a feature
// has not its value of the goal state. States that have the wanted decision but are away are
// denied, since a path ends where it first meets a goal.
#pragma once

#include <optional>

#include "base/budget.h"
#include "base/number.h"
#include "model/model.h"
#include "path/path.h"

namespace cogs::batch {

// `start` must not be a goal state. nullopt: there is no such path. Throws base::Stopped at a
// limit.
std::optional<base::Number> cost_of_reaching(const model::Model& model,
                                             const path::Options& options,
                                             const model::Record& start,
                                             const model::Record& target,
                                             const base::Limits& limits);

}  // namespace cogs::batch
