// SPDX-License-Identifier: Apache-2.0
//
// Integer solutions of linear systems, in three steps.
//
//   1. Equations are solved and replaced. One that has a variable which need not be an integer is
//      solved for that. The others are solved over the integers: an equation whose coefficients
//      have a common factor that its constant has not has no solution; where no coefficient is 1, a
//      new variable for a sum makes the coefficients smaller, as Euclid's algorithm does.
//   2. An inequality between integers is divided by the common factor of its coefficients, and its
//      constant rounded. Where two meet, that is a new equation: back to 1.
//   3. What is left is searched by cases: a variable that is 5/2 in the solution at hand is 2 at
//      most or 3 at least. A disequality that the solution at hand breaks is told apart as < and >.
#include "logic/linear/integer.h"

#include <algorithm>
#include <map>
#include <utility>

#include "logic/linear/state.h"

namespace cogs::logic {

using base::Number;

namespace {

Number gcd(Number a, Number b) {
  a = a.absolute();
  b = b.absolute();
  while (b.sign() != 0) {
    Number rest = a - b * (a / b).floor();
    a = std::move(b);
    b = std::move(rest);
  }
  return a;
}

// The smallest positive integer that makes the number an integer.
Number denominator(const Number& value) {
  Number rest = value.absolute();
  // By the continued fraction: exact, and as long as Euclid's algorithm.
  Number before_numerator = 0, numerator = 1, before = 1, current = 0;
  for (;;) {
    const Number whole = rest.floor();
    const Number next_numerator = whole * numerator + before_numerator;
    const Number next = whole * current + before;
    before_numerator = std::exchange(numerator, next_numerator);
    before = std::exchange(current, next);
    const Number fraction = rest - whole;
    if (fraction.sign() == 0) return current;
    rest = Number(1) / fraction;
  }
}

class IntegerSystem {
 public:
  IntegerSystem(std::vector<LinearConstraint> constraints,
                const std::function<bool(NumberVariable)>& is_integer, std::uint64_t most_steps)
      : steps_(most_steps) {
    std::map<NumberVariable, NumberVariable> own;
    for (LinearConstraint& constraint : constraints) {
      LinearExpression expression;
      expression.constant = std::move(constraint.expression.constant);
      for (const auto& [variable, coefficient] : constraint.expression.terms) {
        auto found = own.find(variable);
        if (found == own.end()) {
          found = own.emplace(variable, add_variable(is_integer(variable))).first;
        }
        expression.add(found->second, coefficient);
      }
      rows_.push_back({std::move(expression), constraint.relation});
    }
  }

  Possible run() {
    for (;;) {
      if (!solve_equations() || !round_inequalities()) return Possible::no;
      const bool equation = std::any_of(rows_.begin(), rows_.end(), [](const auto& row) {
        return row.relation == Relation::equal;
      });
      if (!equation) break;
    }
    return search();
  }

 private:
  NumberVariable add_variable(bool integer) {
    integer_.push_back(integer);
    return NumberVariable(integer_.size() - 1);
  }

  bool is_integer(NumberVariable variable) const { return integer_[variable.index()]; }

  bool all_integer(const LinearExpression& expression) const {
    return std::all_of(expression.terms.begin(), expression.terms.end(),
                       [this](const auto& term) { return is_integer(term.first); });
  }

  // Whole coefficients without a common factor; the constant may be a fraction then.
  static void make_whole(LinearExpression& expression) {
    Number scale = 1, common = 0;
    for (const auto& [variable, coefficient] : expression.terms) {
      const Number own = denominator(coefficient);
      scale = scale / gcd(scale, own) * own;
    }
    for (const auto& [variable, coefficient] : expression.terms) {
      common = gcd(common, coefficient * scale);
    }
    const Number factor = scale / common;
    for (auto& [variable, coefficient] : expression.terms) coefficient = coefficient * factor;
    expression.constant = expression.constant * factor;
  }

  // variable = value, in every row.
  void replace(NumberVariable variable, const LinearExpression& value) {
    for (LinearConstraint& row : rows_) {
      auto& terms = row.expression.terms;
      const auto at = std::find_if(terms.begin(), terms.end(),
                                   [&](const auto& term) { return term.first == variable; });
      if (at == terms.end()) continue;
      const Number coefficient = at->second;
      terms.erase(at);
      row.expression.add(value, coefficient);
    }
  }

  // Rows without variables go, if they are true.
  bool drop_constant_rows() {
    for (const LinearConstraint& row : rows_) {
      if (row.expression.terms.empty() && !holds(row.relation, row.expression.constant.sign())) {
        return false;
      }
    }
    std::erase_if(rows_, [](const auto& row) { return row.expression.terms.empty(); });
    return true;
  }

  bool solve_equations() {
    for (;;) {
      if (!drop_constant_rows()) return false;
      const auto at = std::find_if(rows_.begin(), rows_.end(),
                                   [](const auto& row) { return row.relation == Relation::equal; });
      if (at == rows_.end()) return true;
      LinearExpression equation = at->expression;
      const auto free = std::find_if(equation.terms.begin(), equation.terms.end(),
                                     [this](const auto& term) { return !is_integer(term.first); });
      if (free != equation.terms.end()) {
        rows_.erase(at);
        solve_for(equation, *free);
        continue;
      }
      make_whole(equation);
      if (!equation.constant.is_integer()) return false;
      const auto smallest = std::min_element(
          equation.terms.begin(), equation.terms.end(),
          [](const auto& a, const auto& b) { return a.second.absolute() < b.second.absolute(); });
      if (smallest->second.absolute() == Number(1)) {
        rows_.erase(at);
        solve_for(equation, *smallest);
        continue;
      }
      // x = new - sum of the whole parts of what the others are to it.
      LinearExpression value;
      const NumberVariable solved = smallest->first;
      const Number lead = smallest->second;
      const NumberVariable fresh = add_variable(true);
      value.add(fresh, 1);
      for (const auto& [variable, coefficient] : equation.terms) {
        if (variable != solved) value.add(variable, -(coefficient / lead).floor());
      }
      replace(solved, value);
    }
  }

  void solve_for(const LinearExpression& equation,
                 const std::pair<NumberVariable, Number>& solved) {
    LinearExpression value;
    value.add(equation, Number(-1) / solved.second);
    value.add(solved.first, 1);  // it cancels
    replace(solved.first, value);
  }

  // a*x + c =< 0 with whole a, common factor 1: c is rounded up. Rows on the same sum meet.
  bool round_inequalities() {
    struct Limits {
      std::optional<Number> lower, upper;
    };
    std::map<std::vector<std::pair<NumberVariable, Number>>, Limits> sums;
    std::vector<LinearConstraint> rest;
    for (LinearConstraint& row : rows_) {
      if (!all_integer(row.expression)) {
        rest.push_back(std::move(row));
        continue;
      }
      make_whole(row.expression);
      Number& constant = row.expression.constant;
      if (row.relation == Relation::not_equal) {
        if (constant.is_integer()) rest.push_back(std::move(row));
        continue;
      }
      // sum =< -constant
      Number most = row.relation == Relation::less ? (-constant).ceil() - 1 : (-constant).floor();
      const bool flip = row.expression.terms.front().second.sign() < 0;
      if (flip) {
        for (auto& term : row.expression.terms) term.second = -term.second;
      }
      Limits& limits = sums[row.expression.terms];
      if (flip) {
        const Number least = -most;
        if (!limits.lower || *limits.lower < least) limits.lower = least;
      } else if (!limits.upper || most < *limits.upper) {
        limits.upper = most;
      }
    }
    rows_ = std::move(rest);
    for (const auto& [terms, limits] : sums) {
      const auto row = [&](const Number& value, int sign, Relation relation) {
        LinearExpression sum;
        for (const auto& [variable, coefficient] : terms) sum.add(variable, coefficient * sign);
        sum.constant = value * Number(-sign);
        rows_.push_back({std::move(sum), relation});
      };
      if (limits.lower && limits.upper) {
        if (*limits.upper < *limits.lower) return false;
        if (*limits.upper == *limits.lower) {
          row(*limits.upper, 1, Relation::equal);
          continue;
        }
      }
      if (limits.upper) row(*limits.upper, 1, Relation::less_equal);
      if (limits.lower) row(*limits.lower, -1, Relation::less_equal);
    }
    return true;
  }

  // --- the search ---

  Possible search() {
    LinearStore store;
    store.leave_integers_open();
    for (std::size_t i = 0; i < integer_.size(); ++i) {
      const NumberVariable variable = store.add_variable();
      if (integer_[i] && !store.restrict_to_integers(variable)) return Possible::no;
    }
    for (const LinearConstraint& row : rows_) {
      if (!store.add(row)) return Possible::no;
    }
    struct Branch {
      LinearStore::Mark mark;
      LinearConstraint other;
      bool tried = false;
    };
    std::vector<Branch> branches;
    const auto back = [&] {
      while (!branches.empty()) {
        Branch& last = branches.back();
        store.undo_to(last.mark);
        if (last.tried) {
          branches.pop_back();
          continue;
        }
        last.tried = true;
        const LinearConstraint other = last.other;
        if (store.add(other)) return true;
      }
      return false;
    };
    for (;;) {
      if (steps_ == 0) return Possible::unknown;
      --steps_;
      const auto split = split_of(store);
      if (!split) return Possible::yes;
      branches.push_back({store.mark(), split->second, false});
      if (!store.add(split->first) && !back()) return Possible::no;
    }
  }

  // Two cases, one of which every integer solution is in, and neither of which has the solution at
  // hand; nothing if that is one in integers.
  std::optional<std::pair<LinearConstraint, LinearConstraint>> split_of(LinearStore& store) {
    const auto two = [](const LinearExpression& sum, const Number& below, const Number& above,
                        Relation relation) {
      // sum =< below, or sum >= above
      std::pair<LinearConstraint, LinearConstraint> result{{sum, relation}, {{}, relation}};
      result.first.expression.constant -= below;
      result.second.expression.add(sum, -1);
      result.second.expression.constant += above;
      return result;
    };
    for (std::size_t i = 0; i < integer_.size(); ++i) {
      if (!integer_[i]) continue;
      const NumberVariable variable(i);
      const NearValue value = store.value_at_hand(variable);
      if (value.real.is_integer() && value.delta.sign() == 0) continue;
      LinearExpression sum;
      sum.add(variable, 1);
      const Number below =
          value.delta.sign() < 0 && value.real.is_integer() ? value.real - 1 : value.real.floor();
      auto result = two(sum, below, below + 1, Relation::less_equal);
      // Small numbers first: that is where solutions are looked for, and where they are read.
      if (below.sign() < 0) std::swap(result.first, result.second);
      return result;
    }
    // Integers throughout: can the others be chosen so that all disequalities hold?
    const LinearStore::Mark mark = store.mark();
    bool fine = true;
    for (std::size_t i = 0; i < integer_.size() && fine; ++i) {
      if (!integer_[i]) continue;
      const NumberVariable variable(i);
      LinearConstraint fixed;
      fixed.expression.add(variable, 1);
      fixed.expression.constant = -store.value_at_hand(variable).real;
      fine = store.add(fixed);
    }
    store.undo_to(mark);
    if (fine) return std::nullopt;
    for (const LinearConstraint& row : rows_) {
      if (row.relation != Relation::not_equal) continue;
      NearValue value{row.expression.constant, 0};
      for (const auto& [variable, coefficient] : row.expression.terms) {
        const NearValue own = store.value_at_hand(variable);
        value.real += coefficient * own.real;
        value.delta += coefficient * own.delta;
      }
      if (value.real.sign() != 0 || value.delta.sign() != 0) continue;
      return two(row.expression, 0, 0, Relation::less);
    }
    steps_ = 0;  // the values at hand say nothing about why: it stays open
    return std::pair<LinearConstraint, LinearConstraint>{};
  }

  std::uint64_t steps_;
  std::vector<char> integer_;  // by variable
  std::vector<LinearConstraint> rows_;
};

}  // namespace

Possible has_integer_solution(std::vector<LinearConstraint> constraints,
                              const std::function<bool(NumberVariable)>& is_integer,
                              std::uint64_t most_steps) {
  return IntegerSystem(std::move(constraints), is_integer, most_steps).run();
}

}  // namespace cogs::logic
