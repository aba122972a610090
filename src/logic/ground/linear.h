// SPDX-License-Identifier: Apache-2.0
//
// Sums over literals that must not be too small: weight * literal + .. >= bound, with positive
// weights.
//
// Each sum knows how much it can still reach. When that comes down to the bound, literals that are
// needed become true, by a clause that says why; so whatever is learned from a conflict is learned
// over plain clauses, and a consequence that comes back is found by the clause it left.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "logic/ground/assignment.h"

namespace cogs::logic {

struct WeightedLit {
  std::int64_t weight = 0;
  Lit literal;
};

class LinearConstraints {
 public:
  explicit LinearConstraints(Assignment& assignment) : assignment_(assignment) {}

  // Weights of any sign; the same literal may occur more than once. Returns the sum's number.
  std::uint32_t add(const std::vector<WeightedLit>& terms, std::int64_t bound);
  // The bound in the terms as they were given; it may only become greater.
  void raise_bound(std::uint32_t index, std::int64_t bound);

  // As UnfoundedSets::propagate(): adds clauses; a broken one, or Assignment::no_clause.
  Assignment::ClauseIndex propagate();
  bool found() const { return found_; }

 private:
  struct Sum {
    std::vector<WeightedLit> terms;  // the greatest weights first
    std::int64_t slack = 0;          // what can be reached, less the bound
    std::int64_t shift = 0;          // bound here less the bound as it was given
    std::int64_t bound = 0;
    bool dirty = false;
  };
  struct Use {
    std::uint32_t sum = 0;
    std::int64_t weight = 0;
  };

  void mark(std::uint32_t sum);
  void go_back();
  Assignment::ClauseIndex check(std::uint32_t index);
  std::vector<Lit> why(const Sum& sum, std::int64_t needed) const;

  Assignment& assignment_;
  std::vector<Sum> sums_;
  std::vector<std::vector<Use>> uses_;  // by literal
  std::vector<Lit> seen_;               // of the trail
  std::vector<std::uint32_t> dirty_;
  bool found_ = false;
};

}  // namespace cogs::logic
