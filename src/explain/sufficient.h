// SPDX-License-Identifier: Apache-2.0
//
// Features whose values alone force a decision: whatever values of their domains all others had, it
// would be the same. Causes and restrictions are set aside, as for reasons.
#pragma once

#include <vector>

#include "base/budget.h"
#include "explain/proof.h"
#include "model/compile.h"

namespace cogs::explain {

struct Sufficient {
  std::vector<FeatureId> features;  // in order of declaration
  // None of them can be spared; false where that was too much work to see for some.
  bool minimal = true;
};

// One such set for the atom's truth: features are given up one after the other, those that weigh
// least for the person's scores first. Each check has a fixed amount of work.
Sufficient sufficient_features(const Model& model, const Record& record, AtomId atom);

}  // namespace cogs::explain
