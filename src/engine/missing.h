// SPDX-License-Identifier: Apache-2.0
//
// What a record leaves out although an explanation depends on it.
#pragma once

#include <vector>

#include "model/compile.h"
#include "model/model.h"
#include "model/record.h"

namespace cogs::engine {

// Features without a value that the rules below these atoms mention, in order of declaration.
std::vector<model::FeatureId> missing_features(const model::Model& model,
                                               const model::Record& record,
                                               const std::vector<model::AtomId>& atoms);
std::vector<model::FeatureId> missing_features(const model::CompiledModel& compiled,
                                               const model::Record& record,
                                               const std::vector<model::AtomId>& atoms);

}  // namespace cogs::engine
