// SPDX-License-Identifier: Apache-2.0
#include "logic/linear/eliminate.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace cogs::logic {

using base::Number;

namespace {

Number coefficient(const LinearExpression& expression, NumberVariable variable) {
  const auto at =
      std::lower_bound(expression.terms.begin(), expression.terms.end(), variable,
                       [](const auto& term, NumberVariable wanted) { return term.first < wanted; });
  return at != expression.terms.end() && at->first == variable ? at->second : Number();
}

// The largest g of which both are integer multiples: Euclid, on fractions too.
Number common_measure(Number a, Number b) {
  a = a.absolute();
  b = b.absolute();
  while (b.sign() != 0) {
    a -= (a / b).floor() * b;
    std::swap(a, b);
  }
  return a;
}

// A store for some constraints; their variables are numbered from zero, in the same order.
class SideStore {
 public:
  explicit SideStore(const std::vector<LinearConstraint>& constraints) {
    for (const LinearConstraint& constraint : constraints) {
      for (const auto& term : constraint.expression.terms) variables_.push_back(term.first);
    }
    std::sort(variables_.begin(), variables_.end());
    variables_.erase(std::unique(variables_.begin(), variables_.end()), variables_.end());
    for (std::size_t i = 0; i < variables_.size(); ++i) store.add_variable();
  }

  LinearConstraint rename(LinearConstraint constraint) const {
    for (auto& term : constraint.expression.terms) {
      const auto at = std::lower_bound(variables_.begin(), variables_.end(), term.first);
      term.first = NumberVariable(static_cast<std::size_t>(at - variables_.begin()));
    }
    return constraint;
  }

  // Leaves out what the store and the rest of the list imply; of two that imply each other the
  // later one.
  void remove_implied(std::vector<LinearConstraint>& constraints) {
    std::vector<LinearConstraint> renamed;
    for (const LinearConstraint& constraint : constraints) renamed.push_back(rename(constraint));
    std::vector<char> needed(constraints.size(), 1);
    mark_implied(renamed, needed, 0, renamed.size());
    std::size_t to = 0;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      if (!needed[i]) continue;
      if (to != i) constraints[to] = std::move(constraints[i]);
      ++to;
    }
    constraints.resize(to);
  }

  LinearStore store;

 private:
  // Clears the flag of each in [first, last) that the store and the flagged others of the range
  // imply. By halves: each is added to the store log(n) times instead of n.
  void mark_implied(const std::vector<LinearConstraint>& constraints, std::vector<char>& needed,
                    std::size_t first, std::size_t last) {
    if (last - first == 1) {
      needed[first] = store.entails(constraints[first]) ? 0 : 1;
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    const LinearStore::Mark mark = store.mark();
    for (std::size_t i = first; i < middle; ++i) store.add(constraints[i]);
    mark_implied(constraints, needed, middle, last);
    store.undo_to(mark);
    for (std::size_t i = middle; i < last; ++i) {
      if (needed[i]) store.add(constraints[i]);
    }
    mark_implied(constraints, needed, first, middle);
    store.undo_to(mark);
  }

  std::vector<NumberVariable> variables_;
};

// Of inequalities with the same variables and coefficients the tightest stays.
void remove_repeated(std::vector<LinearConstraint>& constraints) {
  std::sort(constraints.begin(), constraints.end(), canonical_order);
  const auto covers = [](const LinearConstraint& a, const LinearConstraint& b) {
    return a.expression.terms == b.expression.terms &&
           (a.relation != Relation::not_equal || a.expression.constant == b.expression.constant) &&
           (a.relation == Relation::not_equal) == (b.relation == Relation::not_equal);
  };
  constraints.erase(std::unique(constraints.begin(), constraints.end(), covers), constraints.end());
}

}  // namespace

void make_canonical(LinearConstraint& constraint) {
  auto& terms = constraint.expression.terms;
  if (terms.empty()) return;
  Number measure;
  for (const auto& term : terms) measure = common_measure(measure, term.second);
  const bool either_sign =
      constraint.relation == Relation::equal || constraint.relation == Relation::not_equal;
  if (either_sign && terms.front().second.sign() < 0) measure = -measure;
  if (measure == Number(1)) return;
  for (auto& term : terms) term.second = term.second / measure;
  constraint.expression.constant = constraint.expression.constant / measure;
}

bool canonical_order(const LinearConstraint& a, const LinearConstraint& b) {
  const auto group = [](const LinearConstraint& constraint) {
    return constraint.relation == Relation::equal       ? 0
           : constraint.relation == Relation::not_equal ? 2
                                                        : 1;
  };
  if (group(a) != group(b)) return group(a) < group(b);
  const auto& left = a.expression.terms;
  const auto& right = b.expression.terms;
  const auto by_variables = std::lexicographical_compare_three_way(
      left.begin(), left.end(), right.begin(), right.end(),
      [](const auto& x, const auto& y) { return x.first <=> y.first; });
  if (by_variables != 0) return by_variables < 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i].second != right[i].second) return left[i].second < right[i].second;
  }
  if (a.expression.constant != b.expression.constant) {
    return a.expression.constant > b.expression.constant;
  }
  return a.relation == Relation::less && b.relation != Relation::less;
}

// ---- Equations

void SolvedEquations::replace_solved(LinearExpression& expression) const {
  for (const Equation& equation : equations_) {
    const Number factor = coefficient(expression, equation.solved);
    if (factor.sign() != 0) expression.add(equation.expression, -factor);
  }
}

void SolvedEquations::add(LinearExpression expression) {
  replace_solved(expression);
  if (expression.terms.empty()) return;
  const auto& terms = expression.terms;
  auto solved = std::find_if(terms.begin(), terms.end(),
                             [&](const auto& term) { return !kept_(term.first); });
  if (solved == terms.end()) --solved;
  Equation equation{solved->first, {}};
  equation.expression.add(expression, Number(1) / solved->second);
  for (Equation& other : equations_) {
    const Number factor = coefficient(other.expression, equation.solved);
    if (factor.sign() != 0) other.expression.add(equation.expression, -factor);
  }
  equations_.push_back(std::move(equation));
}

bool SolvedEquations::is_solved(NumberVariable variable) const {
  return std::any_of(equations_.begin(), equations_.end(),
                     [&](const Equation& equation) { return equation.solved == variable; });
}

std::vector<LinearConstraint> SolvedEquations::on_kept() const {
  std::vector<LinearConstraint> result;
  for (const Equation& equation : equations_) {
    if (!kept_(equation.solved)) continue;
    result.push_back({equation.expression, Relation::equal});
    make_canonical(result.back());
  }
  std::sort(result.begin(), result.end(), canonical_order);
  return result;
}

// ---- Inequalities

void remove_redundant(std::vector<LinearConstraint>& constraints) {
  remove_repeated(constraints);
  const bool only_bounds =
      std::all_of(constraints.begin(), constraints.end(), [](const LinearConstraint& constraint) {
        return constraint.expression.terms.size() == 1 &&
               constraint.relation != Relation::not_equal;
      });
  if (only_bounds) return;
  SideStore side(constraints);
  side.remove_implied(constraints);
}

std::vector<LinearConstraint> eliminate(std::vector<LinearConstraint> inequalities,
                                        const std::function<bool(NumberVariable)>& kept) {
  for (LinearConstraint& constraint : inequalities) make_canonical(constraint);
  // Looking for redundant ones costs more than a few too many, but many too many cost most.
  std::size_t most = std::max<std::size_t>(8, inequalities.size());
  for (;;) {
    remove_repeated(inequalities);
    if (inequalities.size() > most) {
      remove_redundant(inequalities);
      most = std::max(most, inequalities.size() + inequalities.size() / 2);
    }
    struct Candidate {
      NumberVariable variable;
      std::size_t above = 0, below = 0;
    };
    std::vector<Candidate> candidates;
    for (const LinearConstraint& constraint : inequalities) {
      for (const auto& [variable, factor] : constraint.expression.terms) {
        if (kept(variable)) continue;
        auto at = std::find_if(candidates.begin(), candidates.end(),
                               [&, v = variable](const Candidate& c) { return c.variable == v; });
        if (at == candidates.end()) at = candidates.insert(at, {variable});
        ++(factor.sign() > 0 ? at->above : at->below);
      }
    }
    if (candidates.empty()) break;
    // The one whose elimination makes the fewest inequalities.
    const auto growth = [](const Candidate& c) {
      return std::tuple(static_cast<std::ptrdiff_t>(c.above * c.below) -
                            static_cast<std::ptrdiff_t>(c.above + c.below),
                        c.variable);
    };
    const NumberVariable variable = std::min_element(candidates.begin(), candidates.end(),
                                                     [&](const Candidate& a, const Candidate& b) {
                                                       return growth(a) < growth(b);
                                                     })
                                        ->variable;

    std::vector<LinearConstraint> result, above, below;
    for (LinearConstraint& constraint : inequalities) {
      const int sign = coefficient(constraint.expression, variable).sign();
      (sign == 0 ? result : sign > 0 ? above : below).push_back(std::move(constraint));
    }
    for (const LinearConstraint& high : above) {
      const Number up = coefficient(high.expression, variable);
      for (const LinearConstraint& low : below) {
        LinearConstraint sum = high;
        sum.expression.add(low.expression, up / -coefficient(low.expression, variable));
        if (sum.expression.terms.empty()) continue;  // true, as there is a solution
        if (low.relation == Relation::less) sum.relation = Relation::less;
        make_canonical(sum);
        result.push_back(std::move(sum));
      }
    }
    inequalities = std::move(result);
  }
  remove_redundant(inequalities);
  return inequalities;
}

}  // namespace cogs::logic
