// SPDX-License-Identifier: Apache-2.0
//
// Scores of a Model -> terms over cells (compile.h). Internal to src/model.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "model/compile.h"

namespace cogs::model {

// The cells, missing included, on which a test holds.
using TestSet = std::function<std::vector<std::uint64_t>(const FeatureTest&)>;

// Fills in `scores` and what belongs to them. The cells are laid out already.
void compile_scores(const Model& model, const TestSet& test_set, CompiledModel& out);

}  // namespace cogs::model
