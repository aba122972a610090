// SPDX-License-Identifier: Apache-2.0
//
// Taking variables out of systems of linear constraints, in a canonical form.
//
// Canonical: the coefficients of the variables are integers without a common factor (the constant
// may be a fraction); of equations and disequalities the first one is positive.
#pragma once

#include <functional>
#include <vector>

#include "logic/linear/linear.h"

namespace cogs::logic {

void make_canonical(LinearConstraint& constraint);
// Equations, inequalities, disequalities; by variables, then coefficients (lower bounds before
// upper ones), then tightest first.
bool canonical_order(const LinearConstraint& a, const LinearConstraint& b);

// Equations in reduced echelon form: each is solved for one variable, which then occurs in no
// other. Solved first are variables that are not kept, then the latest of those that are, so the
// form is unique and the equations on kept variables are all the others imply on them.
class SolvedEquations {
 public:
  explicit SolvedEquations(std::function<bool(NumberVariable)> kept) : kept_(std::move(kept)) {}

  void add(LinearExpression expression);  // = 0; it must not contradict the others
  void replace_solved(LinearExpression& expression) const;
  bool is_solved(NumberVariable variable) const;
  std::vector<LinearConstraint> on_kept() const;

 private:
  struct Equation {
    NumberVariable solved;
    LinearExpression expression;
  };
  std::function<bool(NumberVariable)> kept_;
  std::vector<Equation> equations_;
};

// Inequalities that say on the kept variables what these say together (Fourier and Motzkin).
// They must have a solution. Without redundant ones, in canonical order.
std::vector<LinearConstraint> eliminate(std::vector<LinearConstraint> inequalities,
                                        const std::function<bool(NumberVariable)>& kept);

// Leaves out inequalities and disequalities that the others imply, and sorts the rest. They must
// have a solution.
void remove_redundant(std::vector<LinearConstraint>& constraints);

}  // namespace cogs::logic
