// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/query.h"

#include <algorithm>
#include <utility>

namespace cogs::logic {

namespace {

std::vector<bool> bound_slots(const GroundForm& form) {
  std::vector<bool> bound(form.slot_names.size(), false);
  for (const GroundGoal& goal : form.body) {
    if (!goal.is_positive_call()) continue;
    for (const std::uint32_t slot : goal.slots) bound[slot] = true;
  }
  for (bool again = true; again;) {
    again = false;
    for (const GroundGoal& goal : form.body) {
      for (const std::uint32_t slot : goal.slots) {
        const bool others = std::all_of(goal.slots.begin(), goal.slots.end(),
                                        [&](std::uint32_t s) { return s == slot || bound[s]; });
        if (bound[slot] || !others || !can_assign(goal, slot)) continue;
        bound[slot] = again = true;
      }
    }
  }
  return bound;
}

// X \= a: says of all values but one that they do.
bool excludes_one(const GroundGoal& goal) {
  const bool differs = goal.kind == (goal.negated ? GoalKind::unify : GoalKind::differ) ||
                       goal.kind == (goal.negated ? GoalKind::identical : GoalKind::not_identical);
  return differs && goal.arguments[0].is_slot != goal.arguments[1].is_slot;
}

}  // namespace

std::optional<GroundQuery> split_query(GroundForm form) {
  GroundQuery query;
  const std::vector<bool> bound = bound_slots(form);
  query.bound.slot_names = form.slot_names;
  for (std::uint32_t i = 0; i < bound.size(); ++i) {
    if (!bound[i]) query.free.push_back(i);
  }
  for (std::uint32_t i = 0; i < form.body.size(); ++i) {
    const GroundGoal& goal = form.body[i];
    const bool free = std::any_of(goal.slots.begin(), goal.slots.end(),
                                  [&](std::uint32_t slot) { return !bound[slot]; });
    if (!free) {
      query.bound.body.push_back(goal);
      continue;
    }
    if (goal.kind != GoalKind::call && !excludes_one(goal)) return std::nullopt;
    query.deferred.push_back(i);
  }
  query.form = std::move(form);
  return query;
}

QueryInstances::QueryInstances(const GroundQuery& query, GroundWorld& world)
    : query_(query),
      world_(world),
      steps_(plan_steps(query.bound, {}, world.atoms, {.first = {}, .in_order = true}).value()),
      join_(query.bound, steps_, world) {
  candidates_.resize(query.free.size());
  chosen_.resize(query.free.size(), 0);
  for (std::size_t i = 0; i < query.free.size(); ++i) find_candidates(i);
  join_.start();
}

// Everything that stands in a row where a goal has the variable.
void QueryInstances::find_candidates(std::size_t i) {
  std::vector<GroundTerm>& found = candidates_[i];
  for (const std::uint32_t index : query_.deferred) {
    const GroundGoal& goal = query_.form.body[index];
    for (std::size_t k = 0; k < goal.arguments.size(); ++k) {
      if (!goal.arguments[k].is_slot || goal.arguments[k].index != query_.free[i]) continue;
      if (goal.kind != GoalKind::call) found.push_back(GroundTerm(goal.arguments[1 - k].index));
      const std::uint32_t rows =
          goal.kind == GoalKind::call ? world_.atoms.row_count(goal.predicate) : 0;
      for (std::uint32_t row = 0; row < rows; ++row) {
        found.push_back(world_.atoms.arguments(world_.atoms.row(goal.predicate, row))[k]);
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::sort(found.begin(), found.end(),
            [&](GroundTerm a, GroundTerm b) { return world_.terms.compare(a, b) < 0; });
}

bool QueryInstances::advance() {
  for (std::size_t i = chosen_.size(); i-- > 0;) {
    if (++chosen_[i] <= candidates_[i].size()) return true;
    chosen_[i] = 0;
  }
  return false;
}

bool QueryInstances::next() {
  do {
    if (inside_ && !advance()) inside_ = false;
    if (!inside_ && !join_.next()) return false;
    inside_ = true;
  } while (!check());
  return true;
}

bool QueryInstances::check() {
  values_.assign(join_.values().begin(), join_.values().end());
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    values_[query_.free[i]] = chosen_[i] == 0 ? any_other : candidates_[i][chosen_[i] - 1];
  }
  literals_ = join_.literals();
  std::vector<GroundTerm> arguments;
  for (const std::uint32_t index : query_.deferred) {
    const GroundGoal& goal = query_.form.body[index];
    arguments.clear();
    for (const Operand& operand : goal.arguments) arguments.push_back(operand.value(values_));
    if (std::find(arguments.begin(), arguments.end(), any_other) != arguments.end()) continue;
    if (goal.kind != GoalKind::call) {
      if (arguments[0] == arguments[1]) return false;
      continue;
    }
    const auto atom = world_.atoms.find(goal.predicate, arguments);
    if (!atom || !world_.atoms.is_row(*atom)) continue;
    if (world_.knowledge[goal.predicate.index()] == Knowledge::exact) return false;
    const GroundLiteral literal(*atom, true);
    if (std::find(literals_.begin(), literals_.end(), literal) == literals_.end()) {
      literals_.push_back(literal);
    }
  }
  return true;
}

}  // namespace cogs::logic
