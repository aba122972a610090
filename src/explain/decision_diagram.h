// SPDX-License-Identifier: Apache-2.0
//
// An atom as a function of a few candidate values of each feature: for which combinations does it
// hold, and which of them changes the fewest features?
//
// Candidates stand for all values that matter: one of each cell, or those of two people. The first
// candidate of a feature is the person's own value (nullopt: missing). Restrictions and causal
// rules play no part. The function is kept as a decision diagram (path/diagram.h), whose size
// depends on how rules overlap, not on the number of combinations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "explain/proof.h"
#include "model/compile.h"
#include "path/diagram.h"

namespace cogs::explain {

using Candidates = std::vector<std::vector<std::optional<model::Value>>>;  // by feature

class DecisionDiagram {
 public:
  using Id = path::Diagrams::Id;

  // `compiled`, its model and `budget` must outlive the diagram.
  DecisionDiagram(const model::CompiledModel& compiled, Candidates candidates,
                  base::Budget& budget);

  path::Diagrams& diagrams() { return diagrams_; }
  const Candidates& candidates() const { return candidates_; }
  // True once the budget ran out; results are meaningless from then on.
  bool exhausted() const { return diagrams_.exhausted(); }

  // The combinations in which the atom holds.
  Id atom(AtomId atom);

  // A combination of the set that changes the fewest features; among those the one that leaves the
  // later declared features alone. nullopt: the set is empty, or the budget ran out.
  struct Choice {
    std::size_t changed = 0;
    std::vector<std::uint32_t> candidate;  // by feature; 0: the person's own value
  };
  std::optional<Choice> fewest_changes(Id set);
  // Is this combination in the set?
  bool contains(Id set, const std::vector<std::uint32_t>& candidate) const;

 private:
  Id literal(const model::Literal& literal);
  Id any_rule(std::uint32_t atom);
  Id scored(const model::ScoreAtom& atom);

  const model::CompiledModel& compiled_;
  const Model& model_;
  Candidates candidates_;
  path::Diagrams diagrams_;
  std::vector<std::vector<std::uint32_t>> rules_of_;
  std::vector<std::optional<Id>> atoms_;
  std::optional<model::CompiledModel> own_;          // for scores: with cells for all candidates
  std::vector<std::vector<std::uint32_t>> cell_of_;  // of the candidates, in `own_`
};

}  // namespace cogs::explain
