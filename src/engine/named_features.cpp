// SPDX-License-Identifier: Apache-2.0
#include "engine/named_features.h"

#include <utility>

#include "base/diagnostic.h"

namespace cogs::engine {

std::vector<model::FeatureId> features_named(const model::Model& model,
                                             const std::vector<std::string>& names) {
  std::vector<model::FeatureId> ids;
  std::vector<base::Diagnostic> faults;
  for (const std::string& name : names) {
    if (const auto id = model.find_feature_meant(name)) {
      ids.push_back(*id);
      continue;
    }
    std::vector<std::string> known;
    for (const model::Feature& feature : model.features) known.push_back(feature.name);
    const std::string near = base::nearest_name(name, known);
    faults.push_back(base::error_about("command line", "the model has no feature '" + name + "'",
                                       near.empty() ? "" : "did you mean '" + near + "'?"));
  }
  if (!faults.empty()) throw base::InputError(std::move(faults));
  return ids;
}

}  // namespace cogs::engine
