// SPDX-License-Identifier: Apache-2.0
//
// Systems of linear constraints in which some variables must be integers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "logic/linear/linear.h"

namespace cogs::logic {

// Does the system have a solution in which the variables that `is_integer` names are integers?
// `unknown` only if more than `most_steps` cases would have to be told apart.
Possible has_integer_solution(std::vector<LinearConstraint> constraints,
                              const std::function<bool(NumberVariable)>& is_integer,
                              std::uint64_t most_steps);

}  // namespace cogs::logic
