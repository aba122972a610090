// SPDX-License-Identifier: Apache-2.0
//
// A person's own value and one value of every other cell of each feature: candidates that stand for
// the whole domain (semantics.md 2: values of one cell satisfy the same rules).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explain/decision_diagram.h"
#include "model/compile.h"
#include "path/path.h"

namespace cogs::explain {

class CellCandidates {
 public:
  // `compiled`, without cuts of a run, must outlive this object.
  CellCandidates(const model::CompiledModel& compiled, const Record& record);

  // The person's own value first, then of each other cell in the domain, ascending, the value that
  // is nearest to it.
  const Candidates& candidates() const { return candidates_; }
  // All domain values that these candidates of a feature stand for; not the first one.
  path::ValueSet values(FeatureId feature, const std::vector<std::uint32_t>& candidates) const;

 private:
  const Model& model_;
  std::optional<model::CompiledModel> own_;  // for values that set domains do not list
  const model::CompiledModel& compiled_;
  Candidates candidates_;
  std::vector<std::vector<std::uint32_t>> cell_of_;  // by feature and candidate but the first
};

}  // namespace cogs::explain
