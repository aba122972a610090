// SPDX-License-Identifier: Apache-2.0
//
// The whole goal set, in regions that do not overlap, and its size (contract.md,
// `counterfactuals`).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "path/path.h"

namespace cogs::path {

// A product of value sets, one a feature in order of declaration.
struct Region {
  std::vector<ValueSet> features;
};

struct Counterfactuals {
  std::vector<Region> regions;
  std::string cells;                                // an integer of any size
  std::string states;                               // likewise, or "inf"
  base::Exhausted exhausted = base::Exhausted::no;  // otherwise the list is not complete; if it
                                                    // is empty, the counts say nothing either
  bool undesired_everywhere() const { return regions.empty() && exhausted == base::Exhausted::no; }
};

// Without a start: all goal states. With one: those at the end of a path.
Counterfactuals find_counterfactuals(const model::Model& model, const std::optional<Record>& start,
                                     const Options& options, base::Budget& budget);

}  // namespace cogs::path
