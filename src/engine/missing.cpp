// SPDX-License-Identifier: Apache-2.0
#include "engine/missing.h"

#include <set>

#include "model/compile.h"

namespace cogs::engine {

std::vector<model::FeatureId> missing_features(const model::Model& model,
                                               const model::Record& record,
                                               const std::vector<model::AtomId>& atoms) {
  return missing_features(model::compile(model), record, atoms);
}

std::vector<model::FeatureId> missing_features(const model::CompiledModel& compiled,
                                               const model::Record& record,
                                               const std::vector<model::AtomId>& atoms) {
  std::set<std::uint32_t> missing;
  for (const model::AtomId atom : atoms) {
    for (const std::uint32_t f : compiled.atom_mentions[atom.index()]) {
      if (!record[f]) missing.insert(f);
    }
  }
  std::vector<model::FeatureId> found;
  for (const std::uint32_t f : missing) found.emplace_back(f);
  return found;
}

}  // namespace cogs::engine
