// SPDX-License-Identifier: Apache-2.0
//
// Why an atom holds for a person, or why not, as data. This header is the overview of src/explain.
//
//   prove.h          Model + Record -> Proof
//   check_proof.h    Proof -> what is wrong with it, by a reading of its own
//   reasons.h        the features that a decision rests on, by responsibility
//   contrast.h       the smallest difference between two people that explains two decisions
//   path_reasons.h   why each step of a path is there
//   reason_codes.h   codes for reasons, as lenders file them
//
// A proof is a graph of nodes over the model's rules; words are made of it in src/present.
//
//   atom, true     children: the rules that apply, each of them enough
//   atom, false    children: all rules for the atom, none of which applies; none: there is no rule
//   rule, true     children: all literals of the body, in order
//   rule, false    children: the literals that fail, in order
//   test           a literal on a feature; no children
//
// A literal on an auxiliary atom is that atom's own node, whose truth is the opposite where the
// literal is negated. An atom has one node, however often it is used. Nodes of true atoms never
// lead back to themselves; those of false ones may: atoms that could only rest on each other.
#pragma once

#include <cstdint>
#include <vector>

#include "base/id.h"
#include "model/model.h"

namespace cogs::explain {

using model::AtomId;
using model::FeatureId;
using model::Model;
using model::Record;

using ProofNodeId = base::Id<struct ProofNodeTag>;

struct ProofNode {
  enum class Kind { atom, rule, test };

  Kind kind = Kind::atom;
  bool truth = false;
  AtomId atom;                // of an atom node
  std::uint32_t rule = 0;     // of a rule node, or of the rule that a test stands in: its index
  std::uint32_t literal = 0;  // of a test: its index in the rule's body
  std::vector<ProofNodeId> children;
};

struct Proof {
  std::vector<ProofNode> nodes;
  ProofNodeId root;  // an atom node

  const ProofNode& node(ProofNodeId id) const { return nodes[id.index()]; }
};

// The test that a test node stands for.
inline const model::FeatureTest& test_of(const Model& model, const ProofNode& node) {
  return std::get<model::FeatureTest>(model.rules[node.rule].body[node.literal]);
}

}  // namespace cogs::explain
