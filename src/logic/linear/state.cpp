// SPDX-License-Identifier: Apache-2.0
#include "logic/linear/state.h"

#include <algorithm>
#include <utility>

#include "logic/linear/integer.h"

namespace cogs::logic {

using base::Number;

namespace {

std::size_t hash_of(std::span<const ColumnTerm> terms) {
  std::size_t hash = terms.size();
  for (const ColumnTerm& term : terms) {
    hash = (hash ^ term.column ^ (term.coefficient.hash() << 20)) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

bool same(std::span<const ColumnTerm> a, std::span<const ColumnTerm> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ColumnTerm& left, const ColumnTerm& right) {
                      return left.column == right.column && left.coefficient == right.coefficient;
                    });
}

}  // namespace

// ---- Bounds

// Bounds only ever tighten between a mark and its undo, so an exclusion outside of them, or one
// that made a bound strict, need not be kept.
bool LinearStore::State::is_excluded(ColumnIndex column, const Number& value) const {
  for (std::uint32_t i = quantities[column].exclusion; i != none; i = exclusions[i].previous) {
    if (exclusions[i].value == value) return true;
  }
  return false;
}

bool LinearStore::State::raise(ColumnIndex index, Bound bound) {
  const Quantity& quantity = quantities[index];
  if (quantity.integer) {
    bound = {bound.strict ? bound.value.floor() + 1 : bound.value.ceil(), false};
    while (is_excluded(index, bound.value)) bound.value += 1;
  } else if (!bound.strict && is_excluded(index, bound.value)) {
    bound.strict = true;
  }
  Tableau::Column& column = tableau.column(index);
  if (column.has_lower) {
    const auto order = bound.value <=> column.lower.value;
    if (order < 0 || (order == 0 && (!bound.strict || column.lower.strict))) return true;
  }
  if (column.has_upper) {
    const auto order = bound.value <=> column.upper.value;
    if (order > 0 || (order == 0 && (bound.strict || column.upper.strict))) return false;
    column.tight = order == 0;
  }
  trail.push_back(
      {Change::lower, column.has_lower, column.lower.strict, index, std::move(column.lower.value)});
  column.lower = std::move(bound);
  column.has_lower = true;
  return bounded(index);
}

bool LinearStore::State::cut(ColumnIndex index, Bound bound) {
  const Quantity& quantity = quantities[index];
  if (quantity.integer) {
    bound = {bound.strict ? bound.value.ceil() - 1 : bound.value.floor(), false};
    while (is_excluded(index, bound.value)) bound.value -= 1;
  } else if (!bound.strict && is_excluded(index, bound.value)) {
    bound.strict = true;
  }
  Tableau::Column& column = tableau.column(index);
  if (column.has_upper) {
    const auto order = bound.value <=> column.upper.value;
    if (order > 0 || (order == 0 && (!bound.strict || column.upper.strict))) return true;
  }
  if (column.has_lower) {
    const auto order = bound.value <=> column.lower.value;
    if (order < 0 || (order == 0 && (bound.strict || column.lower.strict))) return false;
    column.tight = order == 0;
  }
  trail.push_back(
      {Change::upper, column.has_upper, column.upper.strict, index, std::move(column.upper.value)});
  column.upper = std::move(bound);
  column.has_upper = true;
  return bounded(index);
}

bool LinearStore::State::bounded(ColumnIndex index) {
  const Tableau::Column& column = tableau.column(index);
  if (column.tight && quantities[index].variable != none) pending_.push_back(index);
  if (column.used()) {
    touched_ = true;
    new_tight_ |= column.tight;
    tableau.clamp(index);
  }
  return true;
}

bool LinearStore::State::exclude(ColumnIndex index, const Number& value) {
  const Tableau::Column& column = tableau.column(index);
  if (column.has_lower) {
    const auto order = value <=> column.lower.value;
    if (order < 0) return true;
    if (order == 0) return raise(index, {value, true});
  }
  if (column.has_upper) {
    const auto order = value <=> column.upper.value;
    if (order > 0) return true;
    if (order == 0) return cut(index, {value, true});
  }
  if (is_excluded(index, value)) return true;
  exclusions.push_back({index, quantities[index].exclusion, value});
  quantities[index].exclusion = static_cast<std::uint32_t>(exclusions.size() - 1);
  trail.push_back({Change::exclusion, false, false, index, {}});
  new_exclusion_ = true;
  return true;
}

// ---- Forms

LinearStore::State::Quantity& LinearStore::State::add_quantity() {
  const ColumnIndex column = tableau.add_column();
  if (column == quantities.size()) quantities.emplace_back();
  Quantity& quantity = quantities[column];
  quantity.form = quantity.variable = quantity.exclusion = none;
  quantity.integer = quantity.known = false;
  quantity.forms.clear();
  return quantity;
}

ColumnIndex LinearStore::State::form_column() {
  const std::size_t hash = hash_of(scratch_terms_);
  for (std::size_t i = 0; i < form_hashes.size(); ++i) {
    if (form_hashes[i] == hash && same(forms[i].terms, scratch_terms_)) return forms[i].column;
  }
  const std::size_t index = form_hashes.size();
  form_hashes.push_back(hash);
  if (index == forms.size()) forms.emplace_back();
  Form& form = forms[index];
  add_quantity().form = static_cast<std::uint32_t>(index);
  form.column = static_cast<ColumnIndex>(tableau.size() - 1);
  form.terms.assign(scratch_terms_.begin(), scratch_terms_.end());
  form.open = static_cast<std::uint32_t>(form.terms.size());
  form.entered = false;
  for (const ColumnTerm& term : form.terms) {
    quantities[term.column].forms.push_back(static_cast<std::uint32_t>(index));
  }
  trail.push_back({Change::form, false, false, form.column, {}});
  return form.column;
}

bool LinearStore::State::post(ColumnIndex column, Relation relation, bool flipped,
                              const Number& value) {
  if (relation == Relation::not_equal) return exclude(column, value);
  const std::uint32_t form = quantities[column].form;
  if (form != none && !forms[form].entered) {
    forms[form].entered = true;
    ++active_;
    tableau.define(column, forms[form].terms);
    trail.push_back({Change::entered, false, false, column, {}});
  }
  if (relation == Relation::equal)
    return raise(column, {value, false}) && cut(column, {value, false});
  const Bound bound{value, relation == Relation::less};
  return flipped ? raise(column, bound) : cut(column, bound);
}

void LinearStore::State::begin() {
  pending_.clear();
  next_pending_ = 0;
  touched_ = new_tight_ = new_exclusion_ = false;
}

bool LinearStore::State::add(const LinearExpression& expression, Relation relation, bool negated) {
  begin();
  scratch_terms_.clear();
  Number value = -expression.constant;
  for (const auto& [variable, coefficient] : expression.terms) {
    const ColumnIndex column = variables[variable.index()];
    if (quantities[column].known) {
      value -= coefficient * known_value(column);
    } else {
      scratch_terms_.push_back({column, coefficient});
    }
  }
  if (scratch_terms_.empty()) return holds(relation, negated ? value.sign() : -value.sign());
  const Number leading = scratch_terms_.front().coefficient;
  if (leading != Number(1)) {
    for (ColumnTerm& term : scratch_terms_) term.coefficient = term.coefficient / leading;
    value = value / leading;
  }
  const ColumnIndex column =
      scratch_terms_.size() == 1 ? scratch_terms_.front().column : form_column();
  return post(column, relation, (leading.sign() < 0) != negated, value) && settle() &&
         settle_integers();
}

// ---- Conclusions

bool LinearStore::State::make_known(ColumnIndex column) {
  Quantity& quantity = quantities[column];
  if (quantity.known) return true;
  quantity.known = true;
  known.push_back(column);
  trail.push_back({Change::known, false, false, column, {}});
  bool consistent = true;
  for (const std::uint32_t index : quantity.forms) {
    Form& form = forms[index];
    if (--form.open != 1) continue;
    if (form.entered) --active_;
    consistent = consistent && reduce(form);  // all counts go down: undo raises all
  }
  return consistent;
}

// Turns a form with one open variable into bounds and exclusions of that variable.
bool LinearStore::State::reduce(const Form& form) {
  Number rest;
  const ColumnTerm* open = nullptr;
  for (const ColumnTerm& term : form.terms) {
    if (quantities[term.column].known) {
      rest += term.coefficient * known_value(term.column);
    } else {
      open = &term;
    }
  }
  const auto solve = [&](const Number& value) { return (value - rest) / open->coefficient; };
  const bool flipped = open->coefficient.sign() < 0;
  const Tableau::Column& column = tableau.column(form.column);
  if (column.has_lower) {
    const Bound bound{solve(column.lower.value), column.lower.strict};
    if (!(flipped ? cut(open->column, bound) : raise(open->column, bound))) return false;
  }
  if (column.has_upper) {
    const Bound bound{solve(column.upper.value), column.upper.strict};
    if (!(flipped ? raise(open->column, bound) : cut(open->column, bound))) return false;
  }
  for (std::uint32_t i = quantities[form.column].exclusion; i != none; i = exclusions[i].previous) {
    if (!exclude(open->column, solve(exclusions[i].value))) return false;
  }
  return true;
}

bool LinearStore::State::settle() {
  bool changed = false;
  for (;;) {
    while (next_pending_ < pending_.size()) {
      if (!make_known(pending_[next_pending_++])) return false;
    }
    if (!touched_) break;
    changed = true;
    touched_ = false;
    // Without an active form the bounds of the variables say all.
    if (active_ == 0) break;
    if (!tableau.check()) return false;
    if (!new_tight_) continue;
    new_tight_ = false;
    tableau.release_tight();
    scratch_columns_.clear();
    tableau.determined(scratch_columns_);
    for (const ColumnIndex column : scratch_columns_) {
      if (quantities[column].variable == none) continue;
      const Bound bound{tableau.column(column).value.real, false};
      if (!raise(column, bound) || !cut(column, bound)) return false;
    }
  }
  if ((changed || new_exclusion_) && active_ > 0) return check_exclusions();
  return true;
}

// A disequality is broken if its sum is the excluded value in every solution. Each is looked at
// for itself: a convex set that lies in none of finitely many hyperplanes does not lie in their
// union.
bool LinearStore::State::check_exclusions() {
  if (exclusions.empty()) return true;
  tableau.check();  // after an undo the values may be off; there is a solution
  return std::all_of(exclusions.begin(), exclusions.end(),
                     [this](const Exclusion& exclusion) { return can_differ(exclusion); });
}

// The values at hand are a solution; where they hit the excluded value, look for another.
bool LinearStore::State::can_differ(const Exclusion& exclusion) {
  Number rest = exclusion.value;
  scratch_terms_.clear();
  if (tableau.column(exclusion.column).used()) {
    scratch_terms_.push_back({exclusion.column, 1});
  } else {
    const std::uint32_t index = quantities[exclusion.column].form;
    if (index == none || forms[index].open < 2) return true;
    for (const ColumnTerm& term : forms[index].terms) {
      if (quantities[term.column].known) {
        rest -= term.coefficient * known_value(term.column);
      } else if (tableau.column(term.column).used()) {
        scratch_terms_.push_back(term);
      } else {
        return true;  // a variable without any relation: its bounds leave room
      }
    }
  }
  const NearValue value = tableau.value_of(scratch_terms_);
  if (value.real != rest || value.delta.sign() != 0) return true;
  Tableau::Row objective = tableau.express(scratch_terms_);
  if (tableau.climb(objective) != Tableau::Climb::at_top) return true;
  for (ColumnTerm& term : objective) term.coefficient = -term.coefficient;
  return tableau.climb(objective) != Tableau::Climb::at_top;
}

// ---- Integers

// Without relations between open variables, rounded bounds say all.
bool LinearStore::State::settle_integers() {
  constexpr std::uint64_t most_steps = 200;  // at each constraint; has_solution() can take more
  if (integers == 0 || active_ == 0 || leave_integers_open) return true;
  switch (decide_integers(most_steps)) {
    case Possible::no: return false;
    case Possible::yes: return true;
    case Possible::unknown: met_unknown = true; return true;
  }
  return true;
}

Possible LinearStore::State::decide_integers(std::uint64_t most_steps) {
  if (integers == 0 || active_ == 0 || integers_at_hand()) return Possible::yes;
  return has_integer_solution(
      integer_part(),
      [this](NumberVariable variable) { return quantities[variables[variable.index()]].integer; },
      most_steps);
}

// Is the solution at hand one in integers that keeps all disequalities?
bool LinearStore::State::integers_at_hand() {
  tableau.check();
  for (const ColumnIndex index : variables) {
    const Tableau::Column& column = tableau.column(index);
    if (!quantities[index].integer || quantities[index].known || !column.used()) continue;
    if (!column.value.real.is_integer() || column.value.delta.sign() != 0) return false;
  }
  return std::none_of(exclusions.begin(), exclusions.end(), [this](const Exclusion& exclusion) {
    const std::uint32_t form = quantities[exclusion.column].form;
    if (form != none && forms[form].open < 2) return false;  // the open variable has it
    if (form == none && !tableau.column(exclusion.column).used()) return false;  // bounds have room
    NearValue value{0, 0};
    if (form == none) {
      value = value_at_hand(exclusion.column);
    } else {
      for (const ColumnTerm& term : forms[form].terms) {
        const NearValue own = value_at_hand(term.column);
        value.real += term.coefficient * own.real;
        value.delta += term.coefficient * own.delta;
      }
    }
    return value.real == exclusion.value && value.delta.sign() == 0;
  });
}

NearValue LinearStore::State::value_at_hand(ColumnIndex index) {
  const Tableau::Column& column = tableau.column(index);
  if (column.tight) return {column.lower.value, 0};
  if (column.used()) return column.value;
  // Bounds alone. Of a rational one a value inside; those of an integer are not excluded.
  if (column.has_lower) return {column.lower.value, column.lower.strict ? 1 : 0};
  if (column.has_upper) return {column.upper.value, column.upper.strict ? -1 : 0};
  return {0, 0};
}

std::vector<LinearConstraint> LinearStore::State::integer_part() const {
  std::vector<char> taken(tableau.size(), 0);
  std::vector<ColumnIndex> part;
  const auto take = [&](ColumnIndex column) {
    if (taken[column] || quantities[column].known) return;
    taken[column] = 1;
    part.push_back(column);
  };
  for (const ColumnIndex column : variables) {
    if (quantities[column].integer) take(column);
  }
  for (std::size_t next = 0; next < part.size(); ++next) {
    for (const std::uint32_t index : quantities[part[next]].forms) {
      const Form& form = forms[index];
      if (form.open < 2 || taken[form.column]) continue;
      taken[form.column] = 1;
      for (const ColumnTerm& term : form.terms) take(term.column);
    }
  }
  std::vector<LinearConstraint> constraints;
  for (ColumnIndex index = 0; index < taken.size(); ++index) {
    if (!taken[index]) continue;
    LinearExpression sum;
    if (quantities[index].form == none) {
      sum.terms.emplace_back(NumberVariable(quantities[index].variable), 1);
    } else {
      for (const ColumnTerm& term : forms[quantities[index].form].terms) {
        if (quantities[term.column].known) {
          sum.constant += term.coefficient * known_value(term.column);
        } else {
          sum.add(NumberVariable(quantities[term.column].variable), term.coefficient);
        }
      }
    }
    const auto add = [&](const Number& value, int sign, Relation relation) {
      LinearConstraint constraint{{}, relation};
      constraint.expression.add(sum, sign);
      constraint.expression.constant -= value * Number(sign);
      constraints.push_back(std::move(constraint));
    };
    const Tableau::Column& column = tableau.column(index);
    const auto relation = [](const Bound& bound) {
      return bound.strict ? Relation::less : Relation::less_equal;
    };
    if (column.tight) {
      add(column.lower.value, 1, Relation::equal);
      continue;
    }
    if (column.has_upper) add(column.upper.value, 1, relation(column.upper));
    if (column.has_lower) add(column.lower.value, -1, relation(column.lower));
    for (std::uint32_t i = quantities[index].exclusion; i != none; i = exclusions[i].previous) {
      add(exclusions[i].value, 1, Relation::not_equal);
    }
  }
  return constraints;
}

// ---- Undo

void LinearStore::State::undo_to(std::size_t size) {
  while (trail.size() > size) {
    Entry& entry = trail.back();
    Tableau::Column& column = tableau.column(entry.column);
    Quantity& quantity = quantities[entry.column];
    switch (entry.change) {
      case Change::lower:
        column.lower = {std::move(entry.value), entry.strict};
        column.has_lower = entry.had;
        column.tight = false;  // bounds that met do not tighten any more
        break;
      case Change::upper:
        column.upper = {std::move(entry.value), entry.strict};
        column.has_upper = entry.had;
        column.tight = false;
        break;
      case Change::known:
        quantity.known = false;
        known.pop_back();
        for (const std::uint32_t index : quantity.forms) {
          if (++forms[index].open == 2 && forms[index].entered) ++active_;
        }
        break;
      case Change::exclusion:
        quantity.exclusion = exclusions.back().previous;
        exclusions.pop_back();
        break;
      case Change::integer:
        quantity.integer = false;
        --integers;
        break;
      case Change::entered:
        --active_;
        forms[quantity.form].entered = false;
        tableau.forget(entry.column, forms[quantity.form].terms);
        break;
      case Change::form:
        for (const ColumnTerm& term : forms[quantity.form].terms) {
          quantities[term.column].forms.pop_back();
        }
        form_hashes.pop_back();
        tableau.remove_column();
        break;
      case Change::variable:
        variables.pop_back();
        tableau.remove_column();
        break;
    }
    trail.pop_back();
  }
  reported = std::min(reported, known.size());
}

}  // namespace cogs::logic
