// SPDX-License-Identifier: Apache-2.0
//
// Outcomes with the number of rows that have each -> the figures of an audit, for all rows or for
// a group of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "batch/audit/cover.h"
#include "batch/audit/outcomes.h"

namespace cogs::batch {

struct CostCount {
  base::Number cost;
  std::uint64_t people = 0;
};

// The least cost that `percent` of the people do not exceed, and where that of the population lies.
struct CostQuantile {
  unsigned percent = 0;
  base::Number cost;
  std::optional<base::Number> low, high;  // nullopt: too few people to say
};

// In how many best paths a feature changes, and how much it can do.
struct FeatureUse {
  std::uint32_t feature = 0;
  std::uint64_t direct = 0, effect = 0;
  std::uint64_t alone = 0;  // people for whom changing it alone is a way
};

struct SetUse {
  Features features;
  std::uint64_t best = 0;  // people whose best path changes just these directly
  std::uint64_t open = 0;  // people for whom that is one of their ways
};

struct BlockerUse {
  path::Blocker blocker;
  std::uint64_t people = 0;
};

struct BrokenRule {
  path::Broken what;
  std::uint64_t rows = 0;
};

struct Statistics {
  std::uint64_t rows = 0;       // that were answered
  std::uint64_t already = 0;    // that need nothing
  std::uint64_t concerned = 0;  // all others
  std::uint64_t undesired = 0;  // of the concerned: those with the undesired decision
  std::uint64_t found = 0, none = 0, gave_up = 0;
  std::uint64_t certain = 0;            // found, and the best path is certain
  std::vector<CostCount> costs;         // of best paths, ascending
  std::vector<CostQuantile> quantiles;  // 25, 50, 75, 90 %; empty if there are no costs
  std::vector<std::pair<std::size_t, std::uint64_t>> changes;  // direct ones of best paths: people
  std::vector<FeatureUse> features;                            // most direct first
  std::vector<SetUse> sets;                                    // most best first
  std::vector<Cover> covers;                                   // 50, 80, 95 % of the found
  std::uint64_t more_ways = 0;           // found who have more ways than were looked at
  std::vector<BlockerUse> blockers;      // most frequent first
  std::uint64_t unexplained = 0;         // none, and a limit kept the blockers from being found
  std::uint64_t broken = 0;              // rows that break rules or denials
  std::vector<BrokenRule> broken_rules;  // most rows first
};

// `rows`: by outcome. Where the budget ends, covers that were not found by then are left out.
Statistics count_outcomes(const std::vector<Outcome>& outcomes,
                          const std::vector<std::uint64_t>& rows, base::Budget& budget);

}  // namespace cogs::batch
