// SPDX-License-Identifier: Apache-2.0
#include "explain/tested_reasons.h"

namespace cogs::explain {

std::vector<bool> tested_features(const Model& model, const Proof& proof) {
  std::vector<bool> tested(model.features.size(), false);
  for (const ProofNode& node : proof.nodes) {
    if (node.kind == ProofNode::Kind::test) tested[test_of(model, node).feature.index()] = true;
  }
  return tested;
}

std::vector<Reason> tested_reasons(const Model& model, const Proof& proof,
                                   const std::vector<Reason>& reasons) {
  const std::vector<bool> tested = tested_features(model, proof);
  std::vector<Reason> out;
  for (const Reason& reason : reasons) {
    if (tested[reason.feature.index()]) out.push_back(reason);
  }
  return out;
}

}  // namespace cogs::explain
