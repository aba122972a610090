// SPDX-License-Identifier: Apache-2.0
//
// The proof in a JSON -> Proof over the nodes of a model, so that it can be replayed.
#pragma once

#include <string>
#include <vector>

#include "explain/proof.h"
#include "json/value.h"

namespace cogs::present {

struct ReadProof {
  explain::Proof proof;
  // Nodes that stand for nothing in the model: "/proof/children/0: ...". Empty: all were read.
  std::vector<std::string> faults;
};

// `where`: the JSON pointer to the proof. Whether the proof is right is for the checker to say.
ReadProof read_proof_json(const model::Model& model, const json::Value& json,
                          const std::string& where);

}  // namespace cogs::present
