// SPDX-License-Identifier: Apache-2.0
//
// Which predicate depends on which, and how: Program -> strongly connected components, which
// predicates have one truth value in all answer sets, and which clauses lie on odd loops.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/program/program.h"

namespace cogs::logic {

struct PredicateFacts {
  std::uint32_t component = 0;  // predicates that depend on each other share one
  bool recursive = false;       // depends on itself
  // No loop through negation and no abducible below it: its truth does not depend on the
  // answer set.
  bool stratified = true;
};

struct Dependencies {
  std::vector<PredicateFacts> predicates;  // by PredicateId
  // Clauses with a head that lie on a loop with an odd number of negations, in the order of the
  // program. An answer must satisfy each of them, even where the query does not depend on it.
  std::vector<ClauseId> odd_loops;
  // Predicates p of which both p and -p are used: they must never hold together.
  std::vector<std::pair<PredicateId, PredicateId>> classical_pairs;
};

Dependencies find_dependencies(const Program& program);

}  // namespace cogs::logic
