// SPDX-License-Identifier: Apache-2.0
//
// Exact linear arithmetic over the rationals, with undo: the numeric constraints of the solver.
//
// A store holds a conjunction of constraints on its variables and knows at every moment whether
// it can be met. Bounds on one variable are kept with the variable; only constraints with two or
// more variables whose values are open need the simplex (Dutertre and de Moura 2006: bounds are
// undone, the tableau is not). Strict bounds are exact. A disequality is lazy: it is broken only
// when its expression is forced to be zero.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/number.h"

namespace cogs::logic {

using NumberVariable = base::Id<struct NumberVariableTag>;

enum class Relation : std::uint8_t { equal, not_equal, less, less_equal };

// terms[0].second * terms[0].first + ... + constant; variables ascending, no zero coefficients.
struct LinearExpression {
  std::vector<std::pair<NumberVariable, base::Number>> terms;
  base::Number constant;

  void add(NumberVariable variable, const base::Number& coefficient);
  void add(const LinearExpression& other, const base::Number& factor);
};

// expression RELATION 0
struct LinearConstraint {
  LinearExpression expression;
  Relation relation = Relation::equal;
};

struct Bound {
  base::Number value;
  bool strict = false;
};

class LinearStore {
 public:
  struct Mark {
    std::size_t trail = 0, variables = 0;
  };

  LinearStore();
  ~LinearStore();

  // Marks nest: undo_to() takes back everything since, variables too.
  Mark mark() const;
  void undo_to(const Mark& mark);

  NumberVariable add_variable();
  // False: the store cannot be met any more; undo_to() an earlier mark before anything else.
  bool add(const LinearConstraint& constraint);
  // Only integers from now on: bounds are rounded inwards.
  bool restrict_to_integers(NumberVariable variable);
  bool is_integer(NumberVariable variable) const;

  // The value of a variable that the constraints leave one value only, as far as it was noticed
  // (bounds that meet, and equations with one open variable left, always are).
  std::optional<base::Number> value(NumberVariable variable) const;
  // Variables that got their value since the last call and were not reported yet; undoing the
  // fixing forgets the report.
  std::optional<std::pair<NumberVariable, base::Number>> next_fixed();
  std::optional<Bound> lower(NumberVariable variable) const;  // as noticed, not the tightest
  std::optional<Bound> upper(NumberVariable variable) const;

  // Does every solution satisfy it? Leaves the store as it was.
  bool entails(const LinearConstraint& constraint);
  // The constraints that the store implies on `keep` alone: every solution for `keep` extends to
  // one for all variables. Redundant ones are left out; equations first, then bounds and
  // inequalities in the order of their variables, then disequalities. Fixed variables appear
  // as equations.
  std::vector<LinearConstraint> project(std::span<const NumberVariable> keep);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cogs::logic
