// SPDX-License-Identifier: Apache-2.0
#include "logic/linear_eliminate.h"

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
  explicit SideStore(const std::vector<LinearConstraint>& constraints) { collect(constraints); }
  void collect(const std::vector<LinearConstraint>& constraints) {
    for (const LinearConstraint& constraint : constraints) {
      for (const auto& term : constraint.expression.terms) variables_.push_back(term.first);
    }
    std::sort(variables_.begin(), variables_.end());
    variables_.erase(std::unique(variables_.begin(), variables_.end()), variables_.end());
    while (made_ < variables_.size()) store.add_variable(), ++made_;
  }
  LinearConstraint rename(LinearConstraint constraint) const {
    for (auto& term : constraint.expression.terms) {
      const auto at = std::lower_bound(variables_.begin(), variables_.end(), term.first);
      term.first = NumberVariable(static_cast<std::size_t>(at - variables_.begin()));
    }
    return constraint;
  }

  LinearStore store;

 private:
  std::vector<NumberVariable> variables_;
  std::size_t made_ = 0;
};

// Clears the flag of each constraint in [first, last) that the store and the flagged others of
// the range imply. Halves: each constraint is added to the store log(n) times instead of n.
void mark_redundant(LinearStore& store, const std::vector<LinearConstraint>& constraints,
                    std::vector<char>& needed, std::size_t first, std::size_t last) {
  if (last - first == 1) {
    needed[first] = store.entails(constraints[first]) ? 0 : 1;
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  const auto with = [&](std::size_t from, std::size_t to, std::size_t first_of, std::size_t end) {
    const LinearStore::Mark mark = store.mark();
    for (std::size_t i = from; i < to; ++i) {
      if (needed[i]) store.add(constraints[i]);
    }
    mark_redundant(store, constraints, needed, first_of, end);
    store.undo_to(mark);
  };
  with(middle, last, first, middle);
  with(first, middle, middle, last);
}

// Of those with the same variables and coefficients the tightest stays.
void remove_repeated(std::vector<LinearConstraint>& constraints) {
  std::sort(constraints.begin(), constraints.end(), canonical_order);
  constraints.erase(std::unique(constraints.begin(), constraints.end(),
                                [](const LinearConstraint& a, const LinearConstraint& b) {
                                  return a.expression.terms == b.expression.terms;
                                }),
                    constraints.end());
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

void remove_redundant(std::vector<LinearConstraint>& inequalities) {
  remove_repeated(inequalities);
  const bool only_bounds = std::all_of(
      inequalities.begin(), inequalities.end(),
      [](const LinearConstraint& constraint) { return constraint.expression.terms.size() == 1; });
  if (only_bounds) return;
  SideStore side(inequalities);
  std::vector<LinearConstraint> renamed;
  for (const LinearConstraint& constraint : inequalities)
    renamed.push_back(side.rename(constraint));
  std::vector<char> needed(inequalities.size(), 1);
  mark_redundant(side.store, renamed, needed, 0, renamed.size());
  std::size_t to = 0;
  for (std::size_t i = 0; i < inequalities.size(); ++i) {
    if (!needed[i]) continue;
    if (to != i) inequalities[to] = std::move(inequalities[i]);
    ++to;
  }
  inequalities.resize(to);
}

void remove_redundant(std::vector<LinearConstraint>& disequalities,
                      const std::vector<LinearConstraint>& inequalities) {
  std::sort(disequalities.begin(), disequalities.end(), canonical_order);
  disequalities.erase(std::unique(disequalities.begin(), disequalities.end(),
                                  [](const LinearConstraint& a, const LinearConstraint& b) {
                                    return a.expression.terms == b.expression.terms &&
                                           a.expression.constant == b.expression.constant;
                                  }),
                      disequalities.end());
  if (disequalities.empty() || inequalities.empty()) return;
  std::vector<LinearConstraint> all = inequalities;
  all.insert(all.end(), disequalities.begin(), disequalities.end());
  SideStore side(all);
  for (const LinearConstraint& constraint : inequalities) side.store.add(side.rename(constraint));
  std::erase_if(disequalities, [&](const LinearConstraint& constraint) {
    return side.store.entails(side.rename(constraint));
  });
}

std::vector<LinearConstraint> eliminate(std::vector<LinearConstraint> inequalities,
                                        const std::function<bool(NumberVariable)>& kept) {
  for (LinearConstraint& constraint : inequalities) make_canonical(constraint);
  for (;;) {
    remove_redundant(inequalities);
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
    if (candidates.empty()) return inequalities;
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
}

}  // namespace cogs::logic
