// SPDX-License-Identifier: Apache-2.0
//
// Aggregates, conditional literals and double negations of a ground program -> clauses and sums
// over the variables of its completion.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "logic/ground/completion.h"
#include "logic/ground/linear.h"

namespace cogs::logic {

class PartClauses {
 public:
  PartClauses(const GroundProgram& ground, Completion& completion, Assignment& assignment,
              LinearConstraints& sums);

  // True exactly when the element counts.
  Lit element(std::uint32_t set, std::size_t index) const { return elements_[set][index]; }
  Lit cost_element(std::size_t level, std::size_t index) const { return costs_[level][index]; }

 private:
  Lit element_lit(const GroundElement& element);
  void define(const GroundDefinition& definition);
  Lit bound_lit(const GroundDefinition& definition, GoalKind relation, GroundTerm bound);
  Lit sum_lit(std::uint32_t set, GoalKind relation, std::int64_t bound);
  Lit extremum_lit(const GroundDefinition& definition, bool least, GoalKind relation,
                   GroundTerm bound);
  Lit at_least(std::uint32_t set, std::int64_t bound);
  void equate(Lit a, Lit b);

  const GroundProgram& ground_;
  Completion& completion_;
  Assignment& assignment_;
  LinearConstraints& sums_;
  std::vector<std::vector<Lit>> elements_, costs_;
  std::map<std::pair<std::uint32_t, std::int64_t>, Lit> known_;
};

}  // namespace cogs::logic
