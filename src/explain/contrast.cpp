// SPDX-License-Identifier: Apache-2.0
#include "explain/contrast.h"

#include "explain/cell_candidates.h"
#include "explain/decision_diagram.h"
#include "explain/prove.h"

namespace cogs::explain {

Contrast contrast(const Model& model, const Record& here, const Record& there, AtomId atom,
                  base::Budget& budget) {
  return contrast(model::compile(model), here, there, atom, budget);
}

Contrast contrast(const model::CompiledModel& compiled, const Record& here, const Record& there,
                  AtomId atom, base::Budget& budget) {
  const Model& model = *compiled.model;
  // Each feature has the value of the one or of the other.
  Candidates candidates;
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    candidates.push_back({here[f]});
    if (!(here[f] == there[f])) candidates.back().push_back(there[f]);
  }
  std::vector<std::uint32_t> other;
  for (const auto& values : candidates) {
    other.push_back(static_cast<std::uint32_t>(values.size()) - 1);
  }
  Contrast result;
  for (const std::uint32_t f : compiled.atom_mentions[atom.index()]) {
    if (other[f] != 0) result.differences.push_back({FeatureId(f), here[f], there[f]});
  }
  // Not read off the diagram: one that a limit left unfinished would say anything.
  const auto holds_for = [&](const Record& record) {
    const Proof proof = prove(compiled, record, atom);
    return proof.node(proof.root).truth;
  };
  result.here = holds_for(here);
  result.there = holds_for(there);
  if (result.here == result.there) return result;

  DecisionDiagram decision(compiled, std::move(candidates), budget);
  const auto holds = decision.atom(atom);
  const auto as_there = result.there ? holds : decision.diagrams().negate(holds);
  const auto smallest = decision.fewest_changes(as_there);
  if (decision.exhausted()) {
    result.exhausted = budget.reason();
    return result;
  }
  for (std::uint32_t f = 0; smallest && f < model.features.size(); ++f) {
    if (smallest->candidate[f] != 0) result.decisive.push_back({FeatureId(f), here[f], there[f]});
  }
  return result;
}

Alternative what_it_takes(const Model& model, const Record& record, AtomId atom,
                          base::Budget& budget) {
  return what_it_takes(model::compile(model), record, atom, budget);
}

Alternative what_it_takes(const model::CompiledModel& compiled, const Record& record, AtomId atom,
                          base::Budget& budget) {
  const Model& model = *compiled.model;
  const CellCandidates cells(compiled, record);
  DecisionDiagram decision(compiled, cells.candidates(), budget);
  const auto holds = decision.atom(atom);
  Alternative result;
  const auto smallest = decision.fewest_changes(holds);
  if (decision.exhausted()) {
    result.exhausted = budget.reason();
    return result;
  }
  if (!smallest) return result;
  result.possible = true;
  for (std::uint32_t f = 0; f < model.features.size(); ++f) {
    if (smallest->candidate[f] == 0) continue;
    std::vector<std::uint32_t> combination = smallest->candidate, serving;
    for (std::uint32_t v = 1; v < decision.candidates()[f].size(); ++v) {
      combination[f] = v;
      if (decision.contains(holds, combination)) serving.push_back(v);
    }
    result.changes.push_back({FeatureId(f), record[f],
                              *decision.candidates()[f][smallest->candidate[f]],
                              cells.values(FeatureId(f), serving)});
  }
  return result;
}

}  // namespace cogs::explain
