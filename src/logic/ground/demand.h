// SPDX-License-Identifier: Apache-2.0
//
// Restricts the evaluation of predicates to what the query asks of them (magic sets; Bancilhon,
// Maier, Sagiv and Ullman 1986): ?- path(a,X) over a large graph needs the paths from a only.
//
// A predicate whose evaluation is restricted has no complete relation, so nobody may conclude
// from what is not in it: only predicates qualify that no negation and no denial reaches. For
// each, some argument positions are passed: the values that are asked for at these positions are
// the rows of a relation of their own, the demand, which becomes the first goal of its clauses.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "logic/ground/form.h"
#include "logic/ground/join.h"
#include "logic/ground/relevance.h"

namespace cogs::logic {

// The predicates, with clauses that are not facts, that are called positively only, by the query
// and each other. By predicate.
std::vector<bool> find_demanded(const Program& program, const Relevance& relevance);

struct DemandForms {
  std::vector<GroundForm> guarded;  // the given clauses, the demand before their bodies
  std::vector<GroundForm> passing;  // what asks for what
  std::vector<GroundForm> asked;    // by the query
  std::vector<PredicateId> demands;
};

// `forms`: all clauses with bodies of the demanded predicates. Relations for the demands are
// added to `atoms`. Nullopt if there is nothing to gain: no position can be passed.
std::optional<DemandForms> make_demand_forms(const std::vector<bool>& demanded,
                                             const std::vector<const GroundForm*>& forms,
                                             const GroundForm& query, GroundAtoms& atoms);

}  // namespace cogs::logic
