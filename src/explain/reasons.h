// SPDX-License-Identifier: Apache-2.0
//
// Which features does a decision rest on, and how much? (Bertossi's responsibility score.)
//
// Feature F matters with contingency C, a set of other features, if there are domain values for C
// with which the decision stays as it is, but comes out otherwise once F has some other value too.
// The responsibility of F is 1 / (1 + |C|) for the smallest such C: 1 if changing F alone does it.
// Contingencies range over all domain values; restrictions and causal rules are set aside. Exact.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "explain/proof.h"
#include "model/compile.h"
#include "path/path.h"

namespace cogs::explain {

struct Reason {
  FeatureId feature;
  std::size_t contingency = 0;  // size of the smallest; responsibility is 1 / (1 + this)
  // One smallest contingency: what else would have to be as said here for `needed` to decide.
  std::vector<std::pair<FeatureId, model::Value>> others;
  path::ValueSet needed;  // values of the feature that then turn the decision
  bool only = true;       // every contingency, of whatever size, has all features of `others`
};

struct Reasons {
  std::vector<Reason> reasons;  // most responsible first, then in order of declaration
  std::size_t left_out = 0;     // how many more there are, where only some were asked for
  base::Exhausted exhausted = base::Exhausted::no;
};

// Of the atom's truth for this person; features without influence are not listed.
Reasons find_reasons(const Model& model, const Record& record, AtomId atom, base::Budget& budget);
Reasons find_reasons(const model::CompiledModel& compiled, const Record& record, AtomId atom,
                     base::Budget& budget);

}  // namespace cogs::explain
