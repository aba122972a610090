// SPDX-License-Identifier: Apache-2.0
//
// Points of a feature -> the values that they stand for, as answers show them.
#pragma once

#include <cstdint>
#include <vector>

#include "path/path.h"
#include "state/situation.h"

namespace cogs::path {

// Intervals that leave no value between them are one. What lies between the domain and a start
// value beside it, or beside a `--range`, is in none.
ValueSet value_set(const state::Situation& situation, std::uint32_t f,
                   std::vector<state::Point> points);

}  // namespace cogs::path
