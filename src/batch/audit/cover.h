// SPDX-License-Identifier: Apache-2.0
//
// The fewest features whose change helps a given share of the people: a set of features covers
// somebody if one of the ways open to him changes nothing outside the set.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"

namespace cogs::batch {

using Features = std::vector<std::uint32_t>;  // ascending

// People with the same ways.
struct Coverable {
  std::uint64_t people = 0;
  std::vector<Features> ways;  // what each one changes
};

struct Cover {
  unsigned percent = 0;      // that were to be covered
  Features features;         // a set that covers them
  std::uint64_t people = 0;  // that it covers
  bool smallest = true;      // proved: no set with fewer features does. Else a good one
};

// One for each percentage, in that order; none if there are no people, or not enough of them have
// a way. Among the smallest sets it is the one that covers most people, then the first in order of
// declaration. `most_steps` bounds the looks at ways that the proof
// of one set may take; beyond, the set is put together greedily. Percentages that the budget does
// not last for are left out.
std::vector<Cover> cover_people(const std::vector<Coverable>& people,
                                const std::vector<unsigned>& percents, base::Budget& budget,
                                std::uint64_t most_steps = 20'000'000);

}  // namespace cogs::batch
