// SPDX-License-Identifier: Apache-2.0
//
// Paths of a part: direct changes that disturb each other, apart from those that do not.
//
// Two direct changes are *tied* if one causal rule set or denial can see both, itself or through
// effects. A set of direct changes falls into groups of tied ones. What one group does is valid
// or not whatever the other groups do, so each group's walks (*rides*) can be listed alone; a
// path is one ride a group, interleaved at will. Only the goal needs all groups together.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "path/walk.h"

namespace cogs::path {

struct Ride {
  // For a certain effect, each of these values at the end must lead to a goal as well.
  struct Promise {
    std::uint32_t feature;
    std::vector<Point> points;
  };

  Walk walk;  // all other features stay at the start
  Rank rank;  // `uncertain`: whatever the others do; otherwise it hangs on the promises
  std::vector<Promise> promises;
};

// The groups of tied features among `direct`, each ascending, by first feature.
std::vector<std::vector<std::uint32_t>> tied_groups(const Problem& problem,
                                                    const FeatureSet& direct);

class Rides {
 public:
  using Box = std::vector<std::uint64_t>;

  Rides(const Problem& problem, Steps& steps, Walks& walks, base::Budget& budget)
      : problem_(problem), steps_(steps), walks_(walks), budget_(budget) {}

  // What a ride must keep to in order to be of any use.
  struct Limits {
    bool certain = false;                // leave out rides that cannot be certain
    std::uint32_t touched = UINT32_MAX;  // features changed, at most
    std::uint32_t transitions = 0;       // at least, for rides that touch as many as that
  };

  // All rides that set exactly these features and can end in one of the boxes; of rides with the
  // same end and promises only the best.
  std::vector<Ride> list(const std::vector<std::uint32_t>& group, const std::vector<Box>& boxes,
                         const Limits& limits);

 private:
  using BoxList = std::vector<const Box*>;  // those that a walk can still end in
  struct Part {
    Walk walk;
    FeatureSet left, touched;
  };
  void extend(const Part& part, const BoxList& boxes);
  void choose_targets(const Part& part, const std::vector<std::uint32_t>& chosen,
                      std::vector<Action>& actions, const BoxList& boxes);
  bool may_be_certain(const Part& part, const BoxList& boxes);
  void keep(const Walk& walk);
  bool fits_a_box(const Points& end) const;

  const Problem& problem_;
  Steps& steps_;
  Walks& walks_;
  base::Budget& budget_;
  const std::vector<Box>* boxes_ = nullptr;
  Limits limits_;
  std::vector<std::uint32_t> group_;
  std::vector<Ride> found_;
};

}  // namespace cogs::path
