// SPDX-License-Identifier: Apache-2.0
//
// The predicates whose truth does not depend on a choice, and of the others what can be true at
// all, computed from the bottom up for the checker of answers: naive on purpose, and within bounds.
#pragma once

#include <unordered_set>
#include <vector>

#include "logic/check/body.h"

namespace cogs::logic::check {

class SideModel : private Knowledge {
 public:
  SideModel(const Program& program, Values& values, std::uint64_t most_steps, base::Budget* budget);

  // Whether the predicate is known: its clauses and those below are safe, without functions that
  // the checker does not know, without a loop through negation, and the bounds were kept.
  bool knows(PredicateId predicate) const { return known_[predicate.index()]; }
  bool has(PredicateId predicate, ValueId atom) const {
    return sets_[predicate.index()].count(atom) > 0;
  }
  // Whether at least the atoms that could hold are known: all that `negated` literals which
  // depend on a choice leave possible.
  bool limits(PredicateId predicate) const { return limited_[predicate.index()]; }
  bool is_possible(PredicateId predicate, ValueId atom) const {
    return !limits(predicate) || has(predicate, atom);
  }
  // Those that hold, or that could.
  const std::vector<ValueId>& atoms(PredicateId predicate) const {
    return atoms_[predicate.index()];
  }

 private:
  bool accepts(PredicateId predicate, bool negated, ValueId atom) override {
    return (negated && !knows(predicate)) || has(predicate, atom) != negated;
  }
  const std::vector<ValueId>* candidates(PredicateId predicate) override {
    return &atoms_[predicate.index()];
  }

  void find_strata();
  void find_limited();
  bool compute(const std::vector<const Clause*>& clauses);
  void forget(const std::vector<char>& predicates);

  const Program& program_;
  Values& values_;
  Bounds bounds_;
  std::vector<ValueId> nothing_;
  std::vector<char> computable_;  // every clause of the predicate
  std::vector<char> known_, limited_;
  std::vector<std::size_t> strata_;  // of the known predicates
  std::vector<std::vector<ValueId>> atoms_;
  std::vector<std::unordered_set<ValueId>> sets_;
};

}  // namespace cogs::logic::check
