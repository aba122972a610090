// SPDX-License-Identifier: Apache-2.0
//
// The reasons that may be given for a decision: features that the rules which made it tested. A
// feature may have responsibility without that, where one change would make another rule apply, and
// a second one would matter there; it was not considered, and is no reason.
#pragma once

#include <vector>

#include "explain/proof.h"
#include "explain/reasons.h"

namespace cogs::explain {

// By feature: does the proof test it?
std::vector<bool> tested_features(const Model& model, const Proof& proof);

// By feature: does the proof test it, or a rule that made the decision, by itself or through
// auxiliary rules, exceptions and scores, whatever this person's outcome there?
std::vector<bool> considered_features(const Model& model, const Proof& proof);

// By feature: does any rule of the atom test it, in the same sense?
std::vector<bool> features_below(const Model& model, AtomId atom);

// Those of `reasons` that are about such features, in their order.
std::vector<Reason> tested_reasons(const Model& model, const Proof& proof,
                                   const std::vector<Reason>& reasons);

}  // namespace cogs::explain
