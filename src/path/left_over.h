// SPDX-License-Identifier: Apache-2.0
//
// Can an effect be left over from an earlier transition? A few direct changes, and the part of the
// model that the effect depends on -> is there any walk that ends where the box has it?
//
// What a transition may do is said feature by feature and denial by denial (steps.h), and the
// causal rules of a feature see only what they mention. So a walk of all features is, for the
// features that one effect depends on, a walk too, and where these have none there is none at all.
// They are few, and so are the ends of their walks, which are listed once for each set of changes
// among them (or, where that takes too long, for each such set and box); denials and the other
// features are left out.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "path/reach.h"
#include "path/steps.h"

namespace cogs::path {

class LeftOver {
 public:
  LeftOver(const Problem& problem, const state::Evaluator& at_start, base::Budget& budget)
      : problem_(problem),
        steps_(problem, at_start),
        reach_(problem, steps_, budget),
        budget_(budget) {}

  // False only if no walk that sets exactly `direct` ends in `box` (points by Situation::offset),
  // as far as f and what it depends on are concerned. True as well where that takes too long.
  bool possible(std::uint32_t f, const FeatureSet& direct, const std::vector<std::uint64_t>& box);

 private:
  // Where walks may end, by the features that the effect depends on.
  struct Ends {
    std::vector<Point> points;  // all ends, one after the other
    bool all = true;            // no: the list was given up
    std::uint64_t steps = 0;    // after so many steps
  };
  const std::vector<std::uint32_t>& depends_on(std::uint32_t f);
  const Ends* ends_of(std::uint32_t f, const FeatureSet& direct,
                      const std::vector<std::uint64_t>* box);

  const Problem& problem_;
  Steps steps_;
  Reach reach_;
  base::Budget& budget_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> depends_on_;
  std::unordered_map<std::string, Ends> known_;
  std::uint64_t asked_ = 0, steps_made_ = 0;
};

}  // namespace cogs::path
