// SPDX-License-Identifier: Apache-2.0
//
// The states in which a score passes a test, as a decision diagram. Features are asked in the order
// of levels; what has been added up so far, and the values that terms still wait for, tell states
// apart. Scorecards have few sums; large ensembles exhaust the budget instead.
#pragma once

#include <cstdint>
#include <vector>

#include "model/compile.h"
#include "path/diagram.h"

namespace cogs::path {

// `cell_of`: by level (feature) and value, its cell, or the missing bit.
Diagrams::Id score_diagram(const model::CompiledModel& compiled, const model::ScoreAtom& atom,
                           const std::vector<std::vector<std::uint32_t>>& cell_of,
                           Diagrams& diagrams);

}  // namespace cogs::path
