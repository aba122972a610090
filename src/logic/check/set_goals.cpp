// SPDX-License-Identifier: Apache-2.0
//
// Goals: whether they hold in the answer, and all instances of a body that do.
#include <algorithm>

#include "logic/check/set_judge.h"

namespace cogs::logic {

bool SetJudge::holds(GoalKind kind, int order) {
  switch (kind) {
    case GoalKind::unify: return order == 0;
    case GoalKind::differ: return order != 0;
    case GoalKind::less: return order < 0;
    case GoalKind::less_equal: return order <= 0;
    case GoalKind::greater: return order > 0;
    default: return order >= 0;
  }
}

int SetJudge::order(ValueId a, ValueId b) const {
  const auto rank = [&](ValueId id) {
    const bool signless = values_.kind(id) != TermKind::compound ||
                          values_.arguments(id).size() != 1 || values_.name(id) != "-";
    const ValueId bare = signless ? id : values_.arguments(id)[0];
    switch (values_.kind(bare)) {
      case TermKind::number: return 1;
      case TermKind::atom:
        if (values_.name(bare) == "#inf") return 0;
        return values_.name(bare) == "#sup" ? 7 : signless ? 2 : 3;
      case TermKind::string: return 4;
      default: return signless ? 5 : 6;
    }
  };
  if (a == b) return 0;
  if (rank(a) != rank(b)) return rank(a) < rank(b) ? -1 : 1;
  if (values_.kind(a) != TermKind::compound) return values_.order(a, b);
  const auto &x = values_.arguments(a), &y = values_.arguments(b);
  if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
  if (const int names = values_.name(a).compare(values_.name(b)); names != 0) {
    return names < 0 ? -1 : 1;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (const int by_argument = order(x[i], y[i]); by_argument != 0) return by_argument;
  }
  return 0;
}

// Whether a comparison of terms with values holds for some of the values of their ranges.
bool SetJudge::compare(const Goal& goal, const Environment& environment) {
  for (const ValueId a : all_values(terms_.argument(goal.term, 0), environment)) {
    for (const ValueId b : all_values(terms_.argument(goal.term, 1), environment)) {
      if (holds(goal.kind, order(a, b)) != goal.negated) return true;
    }
  }
  return false;
}

bool SetJudge::has_atom(const Goal& goal, const Environment& environment, bool wanted) {
  for (const ValueId atom : atom_values(goal.term, environment)) {
    if ((set_.count({goal.predicate, atom}) > 0) == wanted) return true;
  }
  return false;
}

// A tuple for each choice of values of its terms.
std::vector<std::vector<check::ValueId>> SetJudge::all_tuples(std::span<const TermId> terms,
                                                              const Environment& environment) {
  std::vector<std::vector<ValueId>> rows{{}};
  for (const TermId term : terms) {
    std::vector<std::vector<ValueId>> longer;
    for (const auto& row : rows) {
      for (const ValueId one : all_values(term, environment)) {
        longer.push_back(row);
        longer.back().push_back(one);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

// The atoms of a literal: its arguments computed, the name left as it is.
std::vector<check::ValueId> SetJudge::atom_values(TermId atom, const Environment& environment) {
  if (terms_[atom].arity == 0) return {values_.named(TermKind::atom, terms_.name(atom))};
  std::vector<ValueId> result;
  for (const auto& row : all_tuples(terms_.arguments(atom), environment)) {
    result.push_back(values_.compound(terms_.name(atom), row));
  }
  return result;
}

// Whether the goal, whose variables have values as far as they need them, holds in the answer.
bool SetJudge::goal_holds(const Goal& goal, const Environment& environment) {
  switch (goal.kind) {
    case GoalKind::call: return has_atom(goal, environment, !goal.negated);
    case GoalKind::yes:
    case GoalKind::no: return (goal.kind == GoalKind::yes) != goal.negated;
    case GoalKind::aggregate: return aggregate_holds(goal, environment);
    case GoalKind::conditional: return conditional_holds(goal, environment);
    default: return compare(goal, environment);
  }
}

bool SetJudge::conditional_holds(const Goal& goal, const Environment& environment) {
  const Element& element = program_.aggregates[goal.part].elements[0];
  bool all = true;
  each(element.condition, environment,
       [&](const Environment& found) { all = all && goal_holds(element.literal[0], found); });
  return all;
}

std::optional<check::ValueId> SetJudge::aggregate_value(const Aggregate& aggregate,
                                                        const Environment& environment) {
  std::set<std::vector<ValueId>> tuples;
  for (const Element& element : aggregate.elements) {
    each(element.condition, environment, [&](const Environment& found) {
      const auto rows = all_tuples(element.tuple, found);
      tuples.insert(rows.begin(), rows.end());
    });
  }
  if (aggregate.function == AggregateFunction::count) {
    return values_.number(base::Number(static_cast<std::int64_t>(tuples.size())));
  }
  if (aggregate.function == AggregateFunction::sum ||
      aggregate.function == AggregateFunction::sum_plus) {
    base::Number sum;
    for (const auto& tuple : tuples) {
      if (tuple.empty() || values_.kind(tuple[0]) != TermKind::number) continue;
      const base::Number& weight = values_.number_of(tuple[0]);
      if (weight.sign() < 0 && aggregate.function == AggregateFunction::sum_plus) continue;
      sum += weight;
    }
    return values_.number(sum);
  }
  const bool least = aggregate.function == AggregateFunction::min;
  ValueId best = values_.named(TermKind::atom, least ? "#sup" : "#inf");
  for (const auto& tuple : tuples) {
    if (!tuple.empty() && (order(tuple[0], best) < 0) == least) best = tuple[0];
  }
  return best;
}

// An instance for each choice of values of the bounds, which may have ranges in them; none where a
// bound has no value.
bool SetJudge::aggregate_holds(const Goal& goal, const Environment& environment) {
  const Aggregate& aggregate = program_.aggregates[goal.part];
  const auto value_here = aggregate_value(aggregate, environment);
  bool can_hold = true, can_fail = false, exists = true;
  for (const AggregateBound& bound : aggregate.bounds) {
    bool some_holds = false, some_fails = false;
    for (const ValueId limit : all_values(bound.term, environment)) {
      (holds(bound.relation, order(*value_here, limit)) ? some_holds : some_fails) = true;
    }
    exists = exists && (some_holds || some_fails);
    can_hold = can_hold && some_holds;
    can_fail = can_fail || some_fails;
  }
  return exists && (goal.negated ? can_fail : can_hold);
}

// All instances of the goals that hold in the answer and extend the environment.
void SetJudge::each(const std::vector<Goal>& goals, const Environment& environment,
                    const Use& use_it) {
  Environment copy = environment;
  std::vector<char> done(goals.size(), 0);
  search(goals, done, copy, use_it);
}

void SetJudge::search(const std::vector<Goal>& goals, std::vector<char> done,
                      Environment environment, const Use& use_it) {
  if (!use()) return;
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < goals.size(); ++i) {
      if (done[i] || !is_ready(goals[i], environment)) continue;
      done[i] = 1;
      again = true;
      if (!goal_holds(goals[i], environment)) return;
    }
  }
  // An equation that gives values, then a call, then an aggregate whose value is taken.
  for (const int round : {0, 1, 2}) {
    for (std::size_t i = 0; i < goals.size(); ++i) {
      if (done[i] || goals[i].negated || goals[i].twice) continue;
      if (branch(goals, i, round, done, environment, use_it)) return;
    }
  }
  if (std::find(done.begin(), done.end(), 0) != done.end()) {
    beyond_ = true;  // some variable has no value: not a program that was grounded
    return;
  }
  use_it(environment);
}

// Goes on with each way in which goal `i` can hold; false if it is not its turn.
bool SetJudge::branch(const std::vector<Goal>& goals, std::size_t i, int round,
                      std::vector<char> done, const Environment& environment, const Use& use_it) {
  const Goal& goal = goals[i];
  done[i] = 1;
  if (round == 0 && goal.kind == GoalKind::unify) {
    for (const bool from_right : {true, false}) {
      const TermId known = terms_.argument(goal.term, from_right ? 1 : 0);
      const TermId pattern = terms_.argument(goal.term, from_right ? 0 : 1);
      if (!is_bound(known, environment) || !is_solvable(pattern, environment)) continue;
      for (const ValueId one : all_values(known, environment)) {
        Environment next = environment;
        if (match(pattern, one, next)) search(goals, done, next, use_it);
      }
      return true;
    }
    return false;
  }
  if (round == 1 && goal.kind == GoalKind::call) {
    for (const ValueId atom : by_predicate_[goal.predicate.index()]) {
      if (!use()) return true;
      Environment next = environment;
      if (match_atom(goal.term, atom, next)) search(goals, done, next, use_it);
    }
    return true;
  }
  if (round == 2 && goal.kind == GoalKind::aggregate) {
    const Aggregate& aggregate = program_.aggregates[goal.part];
    for (const AggregateBound& bound : aggregate.bounds) {
      if (bound.relation != GoalKind::unify || !terms_.is_variable(bound.term)) continue;
      const auto found = aggregate_value(aggregate, environment);
      Environment next = environment;
      if (!match(bound.term, *found, next)) return true;
      if (aggregate_holds(goal, next)) search(goals, done, next, use_it);
      return true;
    }
  }
  return false;
}

bool SetJudge::match_atom(TermId pattern, ValueId atom, Environment& environment) {
  const auto arguments = terms_.arguments(pattern);
  if (arguments.empty()) return true;
  const std::vector<ValueId> parts = values_.arguments(atom);
  for (const bool computing : {false, true}) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool later = terms_[arguments[i]].kind == TermKind::compound;
      if (later == computing && !match(arguments[i], parts[i], environment)) return false;
    }
  }
  return true;
}

// Whether nothing that the goal needs is without a value. `_` of a negated goal never has one.
bool SetJudge::is_ready(const Goal& goal, const Environment& environment) const {
  if (goal.none) {
    std::vector<TermId> variables;
    const Goal& inner = program_.aggregates[goal.part].elements[0].condition[0];
    check::collect_variables(terms_, inner.term, variables);
    return std::all_of(variables.begin(), variables.end(), [&](TermId variable) {
      return terms_.name(variable)[0] == '$' || is_bound(variable, environment);
    });
  }
  if (goal.kind == GoalKind::aggregate || goal.kind == GoalKind::conditional) {
    // Variables that occur elsewhere in the body get values first: see outside_.
    const Aggregate& aggregate = program_.aggregates[goal.part];
    for (const AggregateBound& bound : aggregate.bounds) {
      if (!is_bound(bound.term, environment)) return false;
    }
    for (const std::uint64_t key : shared_) {
      if (environment.find(key)) continue;
      if (uses(aggregate, key)) return false;
    }
    return true;
  }
  return is_bound(goal.term, environment);
}

bool SetJudge::uses(const Aggregate& aggregate, std::uint64_t key) const {
  std::vector<TermId> variables;
  for (const Element& element : aggregate.elements) {
    for (const TermId term : element.tuple) check::collect_variables(terms_, term, variables);
    for (const Goal& goal : element.literal) {
      check::collect_variables(terms_, goal.term, variables);
    }
    for (const Goal& goal : element.condition) {
      check::collect_variables(terms_, goal.term, variables);
      if (goal.none && uses(program_.aggregates[goal.part], key)) return true;
    }
  }
  return std::any_of(variables.begin(), variables.end(),
                     [&](TermId variable) { return check::variable_key(terms_, variable) == key; });
}

// The variables of a rule outside of the elements of its aggregates.
void SetJudge::find_shared(const Clause& clause, const std::vector<TermId>& more) {
  std::vector<TermId> variables;
  if (clause.has_head) check::collect_variables(terms_, clause.head, variables);
  for (const TermId term : more) check::collect_variables(terms_, term, variables);
  for (const Goal& goal : clause.body) {
    if (goal.kind == GoalKind::aggregate) {
      for (const AggregateBound& bound : program_.aggregates[goal.part].bounds) {
        check::collect_variables(terms_, bound.term, variables);
      }
    } else if (goal.kind != GoalKind::conditional) {
      check::collect_variables(terms_, goal.term, variables);
    }
  }
  shared_.clear();
  for (const TermId variable : variables) {
    if (terms_.name(variable) != "_") shared_.push_back(check::variable_key(terms_, variable));
  }
}

}  // namespace cogs::logic
