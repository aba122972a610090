// SPDX-License-Identifier: Apache-2.0
//
// The predicates whose truth does not depend on a choice, and of the others what can be true at
// all, computed from the bottom up for the checker of answers: naive on purpose, and within bounds.
#pragma once

#include <unordered_set>
#include <vector>

#include "logic/check_body.h"

namespace cogs::logic::check {

class SideModel : private Knowledge {
 public:
  SideModel(const Program& program, Values& values, std::uint64_t most_steps);

  // Whether the predicate is known: its clauses and those below are safe, without functions that
  // the checker does not know, without a loop through negation, and the bounds were kept.
  bool knows(PredicateId predicate) const { return known_[predicate.index()]; }
  bool has(PredicateId predicate, ValueId atom) const {
    return sets_[predicate.index()].count(atom) > 0;
  }
  const std::vector<ValueId>& atoms(PredicateId predicate) const {
    return atoms_[predicate.index()];
  }
  // Whether all atoms of the predicate that any choice can make true are known: then these are
  // atoms(), and has() says whether one is among them.
  bool limits(PredicateId predicate) const { return limited_[predicate.index()]; }

 private:
  bool accepts(PredicateId predicate, bool negated, ValueId atom) override {
    if (negated && !knows(predicate)) return true;
    return has(predicate, atom) != negated;
  }
  const std::vector<ValueId>* candidates(PredicateId predicate) override {
    return &atoms_[predicate.index()];
  }

  void find_strata();
  bool compute(std::size_t stratum);
  void find_limits();
  bool derive(const std::vector<char>& heads);

  const Program& program_;
  Values& values_;
  Bounds bounds_;
  std::vector<ValueId> nothing_;
  std::vector<char> known_, limited_;
  std::vector<std::size_t> strata_;  // of the known predicates
  std::vector<std::vector<ValueId>> atoms_;
  std::vector<std::unordered_set<ValueId>> sets_;
};

}  // namespace cogs::logic::check
