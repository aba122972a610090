// SPDX-License-Identifier: Apache-2.0
//
// What the store says on some variables alone. Each part of connected variables for itself:
//
//   1. Integer variables get their tightest bounds, rounded.
//   2. Inequalities that no solution meets strictly are equations; with them the solutions have
//      full dimension in what is left open.
//   3. Equations are solved, for variables that go first, and replace them everywhere.
//   4. Of the inequalities, a part with one open kept variable needs its least and largest value
//      only, which the simplex gives; otherwise Fourier and Motzkin. A part with one kept variable
//      and no disequality needs nothing else.
//   5. A disequality on a variable that goes and is still open takes no more than a piece of the
//      border away, because inside, that variable has room: if a whole side, that side becomes
//      strict.
#include <algorithm>
#include <utility>

#include "logic/linear/eliminate.h"
#include "logic/linear/linear.h"
#include "logic/linear/state.h"

namespace cogs::logic {

using base::Number;

struct LinearStore::State::Projection {
  LinearStore& store;
  State& s;
  std::vector<char> kept;  // by variable
  std::vector<char> seen;  // by column
  std::vector<ColumnIndex> part;
  std::vector<std::uint32_t> part_forms;
  bool empty = false;  // rounding left no solution
  std::vector<LinearConstraint> projected;

  bool is_kept(NumberVariable variable) const { return kept[variable.index()] != 0; }
  NumberVariable variable(ColumnIndex column) const {
    return NumberVariable(s.quantities[column].variable);
  }

  void collect_part(ColumnIndex start);
  std::optional<ColumnIndex> only_kept() const;
  void project_part();
  void project_one(ColumnIndex column);
  void round_integers();
  LinearExpression expression(ColumnIndex column) const;
  bool reaches_inside(ColumnIndex column, bool from_lower);
  void extreme_bounds(ColumnIndex column, std::vector<LinearConstraint>& bounds);
};

void LinearStore::State::Projection::collect_part(ColumnIndex start) {
  part.assign(1, start);
  part_forms.clear();
  seen[start] = 1;
  for (std::size_t next = 0; next < part.size(); ++next) {
    for (const std::uint32_t index : s.quantities[part[next]].forms) {
      const Form& form = s.forms[index];
      if (form.open < 2 || seen[form.column]) continue;
      seen[form.column] = 1;
      part_forms.push_back(index);
      for (const ColumnTerm& term : form.terms) {
        if (seen[term.column] || s.quantities[term.column].known) continue;
        seen[term.column] = 1;
        part.push_back(term.column);
      }
    }
  }
  std::sort(part.begin(), part.end());
  std::sort(part_forms.begin(), part_forms.end());
}

// Passes on what rounding one variable says about the next. Each pass is sound; a few settle the
// usual cases, and there need not be a last one.
void LinearStore::State::Projection::round_integers() {
  constexpr int most_passes = 4;
  bool changed = true;
  for (int pass = 0; pass < most_passes && changed; ++pass) {
    changed = false;
    for (const ColumnIndex column : part) {
      if (!s.quantities[column].integer || !s.tableau.column(column).used()) continue;
      for (const int sign : {1, -1}) {
        if (s.quantities[column].known || !s.tableau.check()) break;
        const ColumnTerm term{column, sign};
        Tableau::Row objective = s.tableau.express({&term, 1});
        const std::optional<NearValue> most = s.tableau.maximum(objective);
        if (!most) continue;
        const std::size_t before = s.trail.size();
        const Bound bound{sign > 0 ? most->real : -most->real, most->delta.sign() != 0};
        s.begin();
        if (!(sign > 0 ? s.cut(column, bound) : s.raise(column, bound)) || !s.settle()) {
          empty = true;
          return;
        }
        changed |= s.trail.size() != before;
      }
    }
  }
}

LinearExpression LinearStore::State::Projection::expression(ColumnIndex column) const {
  LinearExpression result;
  const std::uint32_t form = s.quantities[column].form;
  if (form == none) {
    result.terms.emplace_back(variable(column), 1);
    return result;
  }
  for (const ColumnTerm& term : s.forms[form].terms) {
    if (s.quantities[term.column].known) {
      result.constant += term.coefficient * s.known_value(term.column);
    } else {
      result.terms.emplace_back(variable(term.column), term.coefficient);
    }
  }
  return result;
}

bool LinearStore::State::Projection::reaches_inside(ColumnIndex index, bool from_lower) {
  const Tableau::Column& column = s.tableau.column(index);
  if (!column.used()) return true;  // bounds alone, and they do not meet
  if (column.value != (from_lower ? column.lowest() : column.highest())) return true;
  const ColumnTerm term{index, from_lower ? 1 : -1};
  Tableau::Row objective = s.tableau.express({&term, 1});
  return s.tableau.climb(objective) != Tableau::Climb::at_top;
}

void LinearStore::State::Projection::extreme_bounds(ColumnIndex index,
                                                    std::vector<LinearConstraint>& bounds) {
  const Tableau::Column& column = s.tableau.column(index);
  for (const int sign : {-1, 1}) {
    std::optional<NearValue> most;
    if (column.used()) {
      const ColumnTerm term{index, sign};
      Tableau::Row objective = s.tableau.express({&term, 1});
      most = s.tableau.maximum(objective);
    } else if (sign > 0 ? column.has_upper : column.has_lower) {
      most = sign > 0 ? column.highest() : column.lowest();
      if (sign < 0) most->real = -most->real;
    }
    if (!most) continue;
    LinearExpression bound;
    bound.terms.emplace_back(variable(index), sign);
    bound.constant = -most->real;
    bounds.push_back(
        {std::move(bound), most->delta.sign() != 0 ? Relation::less : Relation::less_equal});
  }
}

// The kept variable of the part, if there is no other and nothing excludes single values.
std::optional<ColumnIndex> LinearStore::State::Projection::only_kept() const {
  std::optional<ColumnIndex> found;
  for (const ColumnIndex column : part) {
    if (s.quantities[column].exclusion != none) return std::nullopt;
    if (!is_kept(variable(column))) continue;
    if (found) return std::nullopt;
    found = column;
  }
  for (const std::uint32_t form : part_forms) {
    if (s.quantities[s.forms[form].column].exclusion != none) return std::nullopt;
  }
  return found;
}

void LinearStore::State::Projection::project_one(ColumnIndex column) {
  std::vector<LinearConstraint> bounds;
  extreme_bounds(column, bounds);
  if (bounds.size() == 2 && bounds[0].expression.constant == -bounds[1].expression.constant) {
    projected.push_back({std::move(bounds[1].expression), Relation::equal});
    return;
  }
  std::move(bounds.begin(), bounds.end(), std::back_inserter(projected));
}

void LinearStore::State::Projection::project_part() {
  round_integers();
  if (empty) return;
  s.tableau.check();  // the values are a solution from here on
  if (const std::optional<ColumnIndex> column = only_kept()) {
    project_one(*column);
    return;
  }
  const auto keep = [this](NumberVariable v) { return is_kept(v); };
  SolvedEquations solved(keep);
  std::vector<LinearConstraint> between, differ;

  std::vector<ColumnIndex> columns = part;
  for (const std::uint32_t form : part_forms) {
    if (s.forms[form].open >= 2) columns.push_back(s.forms[form].column);
  }
  for (const ColumnIndex index : columns) {
    const Tableau::Column& column = s.tableau.column(index);
    const LinearExpression sum = expression(index);
    const auto minus = [&](const Number& value) {
      LinearExpression result = sum;
      result.constant -= value;
      return result;
    };
    if (column.tight) {
      solved.add(minus(column.lower.value));
      continue;
    }
    if (column.has_lower) {
      if (column.lower.strict || reaches_inside(index, true)) {
        LinearConstraint bound{{}, column.lower.strict ? Relation::less : Relation::less_equal};
        bound.expression.add(minus(column.lower.value), -1);
        between.push_back(std::move(bound));
      } else {
        solved.add(minus(column.lower.value));
      }
    }
    if (column.has_upper) {
      if (column.upper.strict || reaches_inside(index, false)) {
        between.push_back({minus(column.upper.value),
                           column.upper.strict ? Relation::less : Relation::less_equal});
      } else {
        solved.add(minus(column.upper.value));
      }
    }
    for (std::uint32_t i = s.quantities[index].exclusion; i != none; i = s.exclusions[i].previous) {
      differ.push_back({minus(s.exclusions[i].value), Relation::not_equal});
    }
  }

  std::size_t open_kept = 0;
  ColumnIndex last_open = 0;
  for (const ColumnIndex column : part) {
    if (!is_kept(variable(column)) || solved.is_solved(variable(column))) continue;
    ++open_kept;
    last_open = column;
  }
  const auto replace = [&](std::vector<LinearConstraint>& constraints) {
    for (LinearConstraint& constraint : constraints) solved.replace_solved(constraint.expression);
    std::erase_if(constraints, [](const LinearConstraint& constraint) {
      return constraint.expression.terms.empty();
    });
    for (LinearConstraint& constraint : constraints) make_canonical(constraint);
  };
  replace(between);
  const bool any_differ = !differ.empty();
  replace(differ);
  std::erase_if(differ, [&](const LinearConstraint& constraint) {
    const auto& terms = constraint.expression.terms;
    return !std::all_of(terms.begin(), terms.end(),
                        [&](const auto& term) { return is_kept(term.first); });
  });

  if (open_kept == 1) {
    between.clear();
    extreme_bounds(last_open, between);
  } else {
    between = eliminate(std::move(between), keep);
  }
  if (any_differ) {
    for (LinearConstraint& constraint : between) {
      if (constraint.relation == Relation::less) continue;
      if (!store.entails({constraint.expression, Relation::less})) continue;
      constraint.relation = Relation::less;
    }
    std::move(differ.begin(), differ.end(), std::back_inserter(between));
    remove_redundant(between);
  }
  std::move(between.begin(), between.end(), std::back_inserter(projected));
  std::vector<LinearConstraint> equations = solved.on_kept();
  std::move(equations.begin(), equations.end(), std::back_inserter(projected));
}

// Left out are integers that need not be named: those that an equation with whole coefficients
// makes of other integers, and those whose limits are whole whatever the others are, or on one side
// only: there is always room for one.
std::vector<NumberVariable> LinearStore::needed_integers(std::span<const NumberVariable> keep) {
  State& s = *state_;
  std::vector<NumberVariable> needed;
  if (s.integers == 0) return needed;
  State::Projection projection{*this, s, {}, {}, {}, {}, false, {}};
  projection.kept.assign(s.variables.size(), 0);
  projection.seen.assign(s.tableau.size(), 0);
  for (const NumberVariable variable : keep) projection.kept[variable.index()] = 1;
  for (const NumberVariable variable : keep) {
    const ColumnIndex start = s.variables[variable.index()];
    if (projection.seen[start] || s.quantities[start].known) continue;
    projection.collect_part(start);
    std::vector<ColumnIndex> open;  // integers that are not accounted for yet
    std::vector<char> whole(s.tableau.size(), 0);
    for (const ColumnIndex column : projection.part) {
      if (!s.quantities[column].integer) continue;
      if (projection.is_kept(projection.variable(column))) {
        whole[column] = 1;
      } else {
        open.push_back(column);
      }
    }
    const auto implied = [&](ColumnIndex column) {
      bool all_whole = true, from_below = false, from_above = false;
      const auto limited = [&](ColumnIndex by, bool turned) {
        const Tableau::Column& limits = s.tableau.column(by);
        from_below |= turned ? limits.has_upper : limits.has_lower;
        from_above |= turned ? limits.has_lower : limits.has_upper;
        if (s.quantities[by].exclusion != State::none) from_below = from_above = true;
      };
      limited(column, false);
      for (const std::uint32_t index : s.quantities[column].forms) {
        const State::Form& form = s.forms[index];
        if (form.open < 2) continue;
        Number own, rest;
        for (const ColumnTerm& term : form.terms) {
          if (term.column == column) own = term.coefficient;
          if (s.quantities[term.column].known)
            rest += term.coefficient * s.known_value(term.column);
        }
        const bool fits =
            std::all_of(form.terms.begin(), form.terms.end(), [&](const ColumnTerm& term) {
              return term.column == column || s.quantities[term.column].known ||
                     (whole[term.column] && (term.coefficient / own).is_integer());
            });
        const Tableau::Column& limits = s.tableau.column(form.column);
        if (limits.tight && fits && ((limits.lower.value - rest) / own).is_integer()) return true;
        all_whole = all_whole && fits && s.quantities[form.column].exclusion == State::none &&
                    (!limits.has_lower ||
                     (!limits.lower.strict && ((limits.lower.value - rest) / own).is_integer())) &&
                    (!limits.has_upper ||
                     (!limits.upper.strict && ((limits.upper.value - rest) / own).is_integer()));
        limited(form.column, own.sign() < 0);
      }
      if (s.quantities[column].exclusion != State::none) all_whole = false;
      return all_whole || !(from_below && from_above);
    };
    while (!open.empty()) {
      bool found = false;
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (!implied(open[i])) continue;
        whole[open[i]] = 1;
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
        found = true;
        break;
      }
      if (found) continue;
      whole[open.front()] = 1;
      needed.push_back(projection.variable(open.front()));
      open.erase(open.begin());
    }
  }
  return needed;
}

std::vector<LinearConstraint> LinearStore::project(std::span<const NumberVariable> keep) {
  State& s = *state_;
  State::Projection projection{*this, s, {}, {}, {}, {}, false, {}};
  projection.kept.assign(s.variables.size(), 0);
  projection.seen.assign(s.tableau.size(), 0);
  for (const NumberVariable variable : keep) projection.kept[variable.index()] = 1;
  for (const NumberVariable variable : keep) {
    const ColumnIndex column = s.variables[variable.index()];
    if (projection.seen[column]) continue;
    if (s.quantities[column].known) {
      projection.seen[column] = 1;
      LinearExpression expression;
      expression.terms.emplace_back(variable, 1);
      expression.constant = -s.known_value(column);
      projection.projected.push_back({std::move(expression), Relation::equal});
      continue;
    }
    projection.collect_part(column);
    const Mark before = mark();
    projection.project_part();
    undo_to(before);
    if (projection.empty) return {{{{}, 1}, Relation::equal}};
  }
  std::sort(projection.projected.begin(), projection.projected.end(), canonical_order);
  return std::move(projection.projected);
}

}  // namespace cogs::logic
