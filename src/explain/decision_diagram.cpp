// SPDX-License-Identifier: Apache-2.0
#include "explain/decision_diagram.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "explain/prove.h"
#include "path/score_diagram.h"

namespace cogs::explain {

namespace {

using path::Diagrams;

std::vector<std::uint32_t> arities(const Candidates& candidates) {
  std::vector<std::uint32_t> result;
  for (const auto& values : candidates) result.push_back(static_cast<std::uint32_t>(values.size()));
  return result;
}

}  // namespace

DecisionDiagram::DecisionDiagram(const model::CompiledModel& compiled, Candidates candidates,
                                 base::Budget& budget)
    : compiled_(compiled),
      model_(*compiled.model),
      candidates_(std::move(candidates)),
      diagrams_(arities(candidates_), budget),
      rules_of_(model_.atoms.size()),
      atoms_(model_.atoms.size()) {
  for (std::uint32_t r = 0; r < model_.rules.size(); ++r) {
    rules_of_[model_.rules[r].head.index()].push_back(r);
  }
}

DecisionDiagram::Id DecisionDiagram::literal(const model::Literal& literal) {
  if (const auto* test = std::get_if<model::AtomTest>(&literal)) {
    const Id holds = atom(test->atom);
    return test->negated ? diagrams_.negate(holds) : holds;
  }
  const auto& test = std::get<model::FeatureTest>(literal);
  const std::size_t f = test.feature.index();
  std::vector<bool> passing;
  Record record(model_.features.size());
  for (const std::optional<model::Value>& value : candidates_[f]) {
    record[f] = value;
    passing.push_back(passes(model_, record, test));
  }
  return diagrams_.test(static_cast<std::uint32_t>(f), passing);
}

DecisionDiagram::Id DecisionDiagram::any_rule(std::uint32_t atom) {
  Id result = Diagrams::none;
  for (const std::uint32_t r : rules_of_[atom]) {
    Id body = Diagrams::all;
    if (diagrams_.exhausted()) return Diagrams::none;
    for (const model::Literal& part : model_.rules[r].body) {
      body = diagrams_.both(body, literal(part));
    }
    result = diagrams_.either(result, body);
  }
  return result;
}

// Cells tell all candidates apart, also values that a set does not list.
DecisionDiagram::Id DecisionDiagram::scored(const model::ScoreAtom& atom) {
  if (!own_) {
    Record unlisted(model_.features.size());
    for (std::size_t f = 0; f < candidates_.size(); ++f) {
      if (model_.features[f].numeric()) continue;
      for (const auto& value : candidates_[f]) {
        if (value && !model_.features[f].set().place(*value)) unlisted[f] = value;
      }
    }
    model::CutRequest request;
    request.start = &unlisted;
    own_.emplace(model::compile(model_, request));
    for (std::size_t f = 0; f < candidates_.size(); ++f) {
      const model::FeatureCells& cells = own_->features[f];
      cell_of_.emplace_back();
      for (const auto& value : candidates_[f]) {
        std::uint32_t cell = cells.missing_bit();
        if (value && model_.features[f].numeric()) {
          cell = cells.cell_of(*value->number);
        } else if (value) {
          const auto place = model_.features[f].set().place(*value);
          cell = cells.cell_of_value[place ? *place : model_.features[f].set().values.size()];
        }
        cell_of_.back().push_back(cell);
      }
    }
  }
  return path::score_diagram(*own_, *own_->score_atom(atom.atom), cell_of_, diagrams_);
}

DecisionDiagram::Id DecisionDiagram::atom(AtomId wanted) {
  // Everything that an atom depends on is in an earlier component, or in its own.
  const std::uint32_t last = compiled_.component[wanted.index()];
  if (atoms_[wanted.index()]) return *atoms_[wanted.index()];
  for (std::uint32_t c = 0; c <= last; ++c) {
    const std::vector<std::uint32_t>& members = compiled_.component_atoms[c];
    if (members.empty() || atoms_[members[0]]) continue;
    if (const model::ScoreAtom* score = compiled_.score_atom(members.front())) {
      atoms_[score->atom] = scored(*score);
      continue;
    }
    if (!compiled_.recursive[c]) {
      for (const std::uint32_t a : members) atoms_[a] = any_rule(a);
      continue;
    }
    for (const std::uint32_t a : members) atoms_[a] = Diagrams::none;
    for (bool grown = true; grown && !exhausted();) {
      grown = false;
      for (const std::uint32_t a : members) {
        const Id next = any_rule(a);
        grown = grown || next != *atoms_[a];
        atoms_[a] = next;
      }
    }
  }
  return *atoms_[wanted.index()];
}

std::optional<DecisionDiagram::Choice> DecisionDiagram::fewest_changes(Id set) {
  constexpr std::size_t impossible = static_cast<std::size_t>(-1);
  struct Step {
    std::size_t changed = impossible;
    std::uint32_t candidate = 0;
  };
  std::unordered_map<Id, Step> best;
  best[Diagrams::none] = {};
  best[Diagrams::all] = {0, 0};
  std::vector<Id> waiting = {set};
  while (!waiting.empty()) {
    const Id id = waiting.back();
    if (best.contains(id)) {
      waiting.pop_back();
      continue;
    }
    if (diagrams_.must_end()) return std::nullopt;
    const std::span<const Id> children = diagrams_.children(id);
    bool ready = true;
    for (const Id child : children) {
      if (!best.contains(child)) {
        waiting.push_back(child);
        ready = false;
      }
    }
    if (!ready) continue;
    Step step;
    for (std::uint32_t i = 0; i < children.size(); ++i) {
      const std::size_t below = best[children[i]].changed;
      if (below == impossible) continue;
      const std::size_t changed = below + (i == 0 ? 0U : 1U);
      if (changed < step.changed) step = {changed, i};
    }
    best[id] = step;
    waiting.pop_back();
  }
  if (best[set].changed == impossible) return std::nullopt;
  Choice choice{best[set].changed, std::vector<std::uint32_t>(candidates_.size(), 0)};
  for (Id id = set; !diagrams_.is_leaf(id);) {
    const std::uint32_t candidate = best[id].candidate;
    choice.candidate[diagrams_.level(id)] = candidate;
    id = diagrams_.children(id)[candidate];
  }
  return choice;
}

bool DecisionDiagram::contains(Id set, const std::vector<std::uint32_t>& candidate) const {
  while (!diagrams_.is_leaf(set)) set = diagrams_.children(set)[candidate[diagrams_.level(set)]];
  return set == Diagrams::all;
}

}  // namespace cogs::explain
