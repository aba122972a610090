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

// Those of `reasons` that are about such features, in their order.
std::vector<Reason> tested_reasons(const Model& model, const Proof& proof,
                                   const std::vector<Reason>& reasons);

}  // namespace cogs::explain
