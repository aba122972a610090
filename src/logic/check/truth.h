// SPDX-License-Identifier: Apache-2.0
//
// The truth of single ground atoms whose predicates do not depend on a choice, from the top down,
// for the checker of answers: for clauses that cannot be computed from the bottom up, such as
// `q(T) :- T #>= 1.`, and atoms that an answer does not list.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "logic/check/side.h"

namespace cogs::logic::check {

enum class Truth : std::uint8_t { no, yes, unknown };

class Truths : private Knowledge {
 public:
  Truths(const Program& program, Values& values, const SideModel& side);

  // Without a loop through negation, and nothing that may be assumed, in it or below.
  bool is_fixed(PredicateId predicate) const { return fixed_[predicate.index()]; }
  // `unknown` also where something would have to be tried for all values there are.
  Truth of(PredicateId predicate, ValueId atom, const std::vector<ValueId>& universe,
           Bounds& bounds);
  // Of one that depends on a choice: could it hold, if all that is negated and depends on a choice
  // is false?
  Truth possible(PredicateId predicate, ValueId atom, const std::vector<ValueId>& universe,
                 Bounds& bounds);

 private:
  using Atom = std::pair<std::uint32_t, ValueId>;
  bool accepts(PredicateId predicate, bool negated, ValueId atom) override;
  const std::vector<ValueId>* candidates(PredicateId predicate) override {
    return side_.limits(predicate) ? &side_.atoms(predicate) : nullptr;
  }
  Truth literal(PredicateId predicate, bool negated, ValueId atom);
  Truth evaluate(PredicateId predicate, ValueId atom);

  const Program& program_;
  Values& values_;
  const SideModel& side_;
  std::vector<char> fixed_;
  std::vector<std::vector<const Clause*>> clauses_;
  struct Known {
    Truth truth;
    bool names;  // something in it was false because a name was compared
  };
  std::map<Atom, Known> known_;
  std::vector<Atom> open_;       // being evaluated
  std::size_t lowest_loop_ = 0;  // the outermost of these that was met again
  const std::vector<ValueId>* universe_ = nullptr;
  Bounds* bounds_ = nullptr;
};

}  // namespace cogs::logic::check
