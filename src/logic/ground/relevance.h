// SPDX-License-Identifier: Apache-2.0
//
// Which clauses of a program matter for its query, and in which order their predicates can be
// evaluated.
//
// What matters: what the query depends on; every denial, also the implicit ones between p and
// -p; every clause on a loop through an odd number of negations; and what these depend on. All
// other clauses can make no answer wrong: without odd loops they always have an answer set.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "logic/program/program.h"
#include "logic/solve.h"

namespace cogs::logic {

struct Relevance {
  struct Component {
    std::vector<PredicateId> predicates;
    std::vector<ClauseId> clauses;  // with heads among the predicates, in the order of the text
    bool negation_inside = false;   // a loop through negation
  };
  std::vector<Component> components;  // each depends on earlier ones and itself only
  std::vector<ClauseId> denials;
  std::vector<std::pair<PredicateId, PredicateId>> contradictions;  // p and -p
};

// Nullopt if the program has goals that call what is known only when they run.
std::optional<Relevance> find_relevance(const Program& program, const SolveOptions& options);

}  // namespace cogs::logic
