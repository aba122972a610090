// SPDX-License-Identifier: Apache-2.0
//
// All paths over the states of a Space, by depth-first search over sets of direct actions.
// Part of the oracle.
//
// The features that a path sets directly are a set U; its cost is the sum over U alone. So the
// questions are asked per U: is there a path that sets exactly U (`shortest`), and which
// (`for_each_path`)? Effects are worked out in causal order.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "oracle/restrictions.h"
#include "oracle/space.h"

namespace cogs::oracle {

// One transition over states by number.
struct IndexStep {
  FeatureMask direct = 0, effects = 0;
  StateNumber state = 0;
};
using IndexPath = std::vector<IndexStep>;

// New values tried for a change: every one, or the one of each cell that answers report.
enum class Targets { every, nearest };

class Enumeration {
 public:
  static constexpr int unreachable = 1 << 20;

  Enumeration(Space& space, const Restrictions& restrictions, Targets targets);

  FeatureMask settable() const { return settable_; }
  Number cost(FeatureMask used) const;
  bool consistent(StateNumber state);
  bool goal(StateNumber state);
  // F's own causal rules, the waiver included.
  bool obeys(std::size_t f, StateNumber state);

  // The least number of transitions of a path to a goal that sets exactly `used`; --max-length
  // not regarded.
  int shortest(StateNumber from, FeatureMask used);
  // Is there a path that sets exactly `used`, --max-length and --certain regarded?
  bool exists(FeatureMask used);
  // Calls `visit` with every path from the start that sets exactly `used`, --max-length
  // regarded, certainty not; stops when it returns false.
  void for_each_path(FeatureMask used, const std::function<bool(const IndexPath&)>& visit);
  bool certain(const IndexPath& path);
  // The goal states at the ends of paths, --certain not regarded.
  std::vector<StateNumber> reachable_goals() { return walk_to_goals(false); }
  // Is there a path at all, --max-length and --certain regarded? The start may be a goal.
  bool any_path();

  struct Next {
    StateNumber state = 0;
    FeatureMask effects = 0;
  };
  // The states that one transition with exactly these direct actions leads to.
  const std::vector<Next>& successors(StateNumber from, FeatureMask direct);

 private:
  void complete(StateNumber from, StateNumber state, FeatureMask direct, FeatureMask effects,
                std::size_t at, std::vector<Next>& found);
  bool descend(IndexPath& path, FeatureMask left,
               const std::function<bool(const IndexPath&)>& visit);
  bool permitted(std::size_t f, std::size_t from, std::size_t to) const;
  bool still_path(const IndexPath& path);
  std::vector<StateNumber> walk_to_goals(bool first_only);

  Space& space_;
  const Restrictions& restrictions_;
  FeatureMask settable_ = 0, movable_ = 0;
  std::uint64_t denials_ = 0;                // those that bind
  std::vector<FeatureMask> cause_mentions_;  // the feature itself included
  std::vector<FeatureMask> denial_mentions_;
  // By feature and point: the points that a change may lead to.
  std::vector<std::vector<std::vector<std::size_t>>> targets_;
  std::unordered_map<std::uint64_t, std::vector<Next>> successors_;
  std::unordered_map<std::uint64_t, int> shortest_;
};

}  // namespace cogs::oracle
