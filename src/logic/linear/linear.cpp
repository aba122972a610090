// SPDX-License-Identifier: Apache-2.0
#include "logic/linear/linear.h"

#include <algorithm>

#include "logic/linear/state.h"

namespace cogs::logic {

using base::Number;

void LinearExpression::add(NumberVariable variable, const Number& coefficient) {
  if (coefficient.sign() == 0) return;
  const auto at =
      std::lower_bound(terms.begin(), terms.end(), variable,
                       [](const auto& term, NumberVariable wanted) { return term.first < wanted; });
  if (at == terms.end() || at->first != variable) {
    terms.insert(at, {variable, coefficient});
  } else if ((at->second += coefficient).sign() == 0) {
    terms.erase(at);
  }
}

void LinearExpression::add(const LinearExpression& other, const Number& factor) {
  for (const auto& [variable, coefficient] : other.terms) add(variable, coefficient * factor);
  constant += other.constant * factor;
}

LinearStore::LinearStore() : state_(std::make_unique<State>()) {}
LinearStore::~LinearStore() = default;

LinearStore::Mark LinearStore::mark() const {
  return {state_->trail.size(), state_->variables.size()};
}

void LinearStore::undo_to(const Mark& mark) { state_->undo_to(mark.trail); }

NumberVariable LinearStore::add_variable() {
  State& s = *state_;
  const std::size_t index = s.variables.size();
  s.add_quantity().variable = static_cast<std::uint32_t>(index);
  s.variables.push_back(static_cast<ColumnIndex>(s.tableau.size() - 1));
  s.trail.push_back({State::Change::variable, false, false, s.variables.back(), {}});
  return NumberVariable(index);
}

bool LinearStore::add(const LinearConstraint& constraint) {
  return state_->add(constraint.expression, constraint.relation, false);
}

bool LinearStore::restrict_to_integers(NumberVariable variable) {
  State& s = *state_;
  const ColumnIndex index = s.variables[variable.index()];
  if (s.quantities[index].integer) return true;
  const Tableau::Column& column = s.tableau.column(index);
  if (s.quantities[index].known) return column.lower.value.is_integer();
  s.quantities[index].integer = true;
  ++s.integers;
  s.trail.push_back({State::Change::integer, false, false, index, {}});
  s.begin();
  if (column.has_lower && !s.raise(index, Bound(column.lower))) return false;
  if (column.has_upper && !s.cut(index, Bound(column.upper))) return false;
  return s.settle() && s.settle_integers();
}

Possible LinearStore::has_solution(std::uint64_t most_steps) {
  return state_->decide_integers(most_steps);
}

bool LinearStore::met_unknown() const { return state_->met_unknown; }
void LinearStore::forget_unknown() { state_->met_unknown = false; }
void LinearStore::leave_integers_open() { state_->leave_integers_open = true; }

NearValue LinearStore::value_at_hand(NumberVariable variable) {
  State& s = *state_;
  s.tableau.check();
  return s.value_at_hand(s.variables[variable.index()]);
}

bool LinearStore::is_integer(NumberVariable variable) const {
  return state_->quantities[state_->variables[variable.index()]].integer;
}

std::optional<Number> LinearStore::value(NumberVariable variable) const {
  const Tableau::Column& column = state_->tableau.column(state_->variables[variable.index()]);
  if (!column.tight) return std::nullopt;
  return column.lower.value;
}

std::optional<std::pair<NumberVariable, Number>> LinearStore::next_fixed() {
  State& s = *state_;
  if (s.reported == s.known.size()) return std::nullopt;
  const ColumnIndex column = s.known[s.reported++];
  return std::pair(NumberVariable(s.quantities[column].variable), s.known_value(column));
}

std::optional<Bound> LinearStore::lower(NumberVariable variable) const {
  const Tableau::Column& column = state_->tableau.column(state_->variables[variable.index()]);
  return column.has_lower ? std::optional(column.lower) : std::nullopt;
}

std::optional<Bound> LinearStore::upper(NumberVariable variable) const {
  const Tableau::Column& column = state_->tableau.column(state_->variables[variable.index()]);
  return column.has_upper ? std::optional(column.upper) : std::nullopt;
}

bool LinearStore::entails(const LinearConstraint& constraint) {
  const Mark before = mark();
  const auto impossible = [&](Relation relation, bool negated) {
    const bool possible = state_->add(constraint.expression, relation, negated);
    undo_to(before);
    return !possible;
  };
  switch (constraint.relation) {
    case Relation::equal:
      return impossible(Relation::less, false) && impossible(Relation::less, true);
    case Relation::not_equal: return impossible(Relation::equal, false);
    case Relation::less: return impossible(Relation::less_equal, true);
    case Relation::less_equal: return impossible(Relation::less, true);
  }
  return false;
}

}  // namespace cogs::logic
