// SPDX-License-Identifier: Apache-2.0
//
// Names of features, as somebody wrote them in options -> their ids.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace cogs::engine {

// Throws base::InputError that lists every name the model does not have.
std::vector<model::FeatureId> features_named(const model::Model& model,
                                             const std::vector<std::string>& names);

}  // namespace cogs::engine
