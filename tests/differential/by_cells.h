// SPDX-License-Identifier: Apache-2.0
//
// The same questions answered by cells (src/state and src/path), and the values to ask about.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "model/model.h"
#include "path/counterfactuals.h"

namespace cogs::differential {

struct Judgement {
  bool undesired = false;
  bool consistent = false;  // breaks no causal rule and no denial
};
Judgement judge_by_cells(const model::Model& model, const model::Record& record);

// A missing value is in every region.
bool covers(const path::Region& region, const model::Record& point);

// For each feature values of its domain: all of a small one, else the ends and the middle of
// each stretch that no rule cuts.
std::vector<std::vector<model::Value>> values_to_try(const model::Model& model);

// All states of these values if there are no more than `most`; otherwise as many, chosen at
// random.
std::vector<model::Record> states_to_try(const std::vector<std::vector<model::Value>>& values,
                                         std::size_t most, std::mt19937_64& random);

}  // namespace cogs::differential
