// SPDX-License-Identifier: Apache-2.0
//
// Program of clingo's language -> ground program: every instance of every rule that can matter,
// with what is decided left out, and the elements of aggregates.
//
// A choice { a : c } :- b is the rule a :- b, c whose head need not be true, for each element,
// and for its bounds a denial with a #count. Weak constraints give the costs. Predicates that no
// choice, disjunction or loop through negation reaches are evaluated to the end, and aggregates
// over them are decided at once.
#pragma once

#include "base/budget.h"
#include "logic/ground/program.h"

namespace cogs::logic {

// Grounding::done or Grounding::cut. Throws base::InputError, with the place, for a rule that
// cannot be grounded: one whose variables get no values.
Grounding ground_rules(GroundProgram& ground, const SolveOptions& options, base::Budget& budget);

// An error at a goal or clause of the program.
[[noreturn]] void throw_located(const Program& program, FileId file, Span span, std::string message,
                                std::string help = {});

// Whether an aggregate of these elements, of which `counted` says whether they are in, has its
// bounds kept.
struct SetValue {
  base::Number sum;                // of #count and #sum
  std::optional<GroundTerm> best;  // of #min and #max; none: the set is empty
};
bool bounds_hold(AggregateFunction function, const SetValue& value,
                 const std::vector<std::pair<GoalKind, GroundTerm>>& bounds,
                 const GroundTerms& terms);

}  // namespace cogs::logic
