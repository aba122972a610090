// SPDX-License-Identifier: Apache-2.0
//
// With U the combinations in which the atom holds, and v0 the person's own value of F:
// the contingencies of F are the combinations in (U | F = v0) and in the union over v of
// not (U | F = v), or the other way round where the atom does not hold. The one that changes the
// fewest features is read off the diagram.
#include "explain/reasons.h"

#include <algorithm>

#include "explain/cell_candidates.h"
#include "explain/decision_diagram.h"
#include "path/check_state.h"

namespace cogs::explain {

Reasons find_reasons(const Model& model, const Record& record, AtomId atom, base::Budget& budget) {
  return find_reasons(model::compile(model), record, atom, budget);
}

namespace {

// Diagrams of large ensembles are as large as their domains. Such scores are known by their trees.
bool too_large_for_diagrams(const model::CompiledModel& compiled) {
  constexpr std::size_t most_nodes = 2000;
  return std::any_of(
      compiled.scores.begin(), compiled.scores.end(),
      [](const model::CompiledScore& score) { return score.nodes.size() > most_nodes; });
}

// The features that decide by themselves; of the others nothing is said.
Reasons reasons_alone(const model::CompiledModel& compiled, const Record& record, AtomId atom,
                      base::Budget& budget) {
  const Model& model = *compiled.model;
  const CellCandidates cells(compiled, record);
  const path::check::StateRules rules(model);
  path::check::StateView state;
  for (const std::optional<model::Value>& value : record)
    state.push_back(value ? &*value : nullptr);
  path::check::Truth truth;
  rules.evaluate(state, truth);
  const char now = truth[atom.index()];
  Reasons result;
  for (std::uint32_t f = 0; f < model.features.size(); ++f) {
    const model::Value* own = state[f];
    std::vector<std::uint32_t> deciding;
    const auto& candidates = cells.candidates()[f];
    for (std::uint32_t v = 1; v < candidates.size() && compiled.features[f].mentioned; ++v) {
      budget.spend();
      if (budget.exhausted_now()) {
        result.exhausted = budget.reason();
        result.reasons.clear();
        return result;
      }
      state[f] = &*candidates[v];
      rules.evaluate(state, truth);
      if (truth[atom.index()] != now) deciding.push_back(v);
    }
    state[f] = own;
    if (deciding.empty()) {
      result.left_out += compiled.features[f].mentioned;
      continue;
    }
    result.reasons.push_back({FeatureId(f), 0, {}, cells.values(FeatureId(f), deciding)});
  }
  return result;
}

}  // namespace

Reasons find_reasons(const model::CompiledModel& compiled, const Record& record, AtomId atom,
                     base::Budget& budget) {
  if (too_large_for_diagrams(compiled)) return reasons_alone(compiled, record, atom, budget);
  const Model& model = *compiled.model;
  const CellCandidates cells(compiled, record);
  DecisionDiagram decision(compiled, cells.candidates(), budget);
  path::Diagrams& diagrams = decision.diagrams();
  const auto holds = decision.atom(atom);
  const std::vector<std::uint32_t> start(model.features.size(), 0);
  const auto as_it_is = decision.contains(holds, start) ? holds : diagrams.negate(holds);

  Reasons result;
  for (std::uint32_t f = 0; f < model.features.size() && !decision.exhausted(); ++f) {
    const auto candidate_count = static_cast<std::uint32_t>(decision.candidates()[f].size());
    auto turned = path::Diagrams::none;
    for (std::uint32_t v = 1; v < candidate_count; ++v) {
      turned = diagrams.either(turned, diagrams.negate(diagrams.assume(as_it_is, f, v)));
    }
    const auto contingencies = diagrams.both(diagrams.assume(as_it_is, f, 0), turned);
    const auto smallest = decision.fewest_changes(contingencies);
    if (!smallest) continue;
    Reason reason{
        .feature = FeatureId(f), .contingency = smallest->changed, .others = {}, .needed = {}};
    for (std::uint32_t g = 0; g < model.features.size(); ++g) {
      if (smallest->candidate[g] != 0) {
        reason.others.emplace_back(FeatureId(g), *decision.candidates()[g][smallest->candidate[g]]);
        const auto without = diagrams.assume(contingencies, g, 0);
        reason.only = reason.only && !decision.fewest_changes(without);
      }
    }
    std::vector<std::uint32_t> deciding;
    std::vector<std::uint32_t> combination = smallest->candidate;
    for (std::uint32_t v = 1; v < candidate_count; ++v) {
      combination[f] = v;
      if (!decision.contains(as_it_is, combination)) deciding.push_back(v);
    }
    reason.needed = cells.values(FeatureId(f), deciding);
    result.reasons.push_back(std::move(reason));
  }
  if (decision.exhausted()) {
    result.exhausted = budget.reason();
    result.reasons.clear();
  }
  std::stable_sort(result.reasons.begin(), result.reasons.end(),
                   [](const Reason& a, const Reason& b) { return a.contingency < b.contingency; });
  return result;
}

}  // namespace cogs::explain
