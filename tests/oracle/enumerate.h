// SPDX-License-Identifier: Apache-2.0
//
// All paths over the states of a Space, by depth-first search over sets of direct actions.
// Part of the oracle.
//
// Questions are asked for each set U of features that a path sets directly: is there a path that
// sets exactly U (`shortest`), for how much (`cheapest`), and which (`for_each_path`)? Effects are
// worked out in causal order.
#pragma once

#include <functional>
#include <map>
#include <optional>
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

// Direct actions told apart by feature and by the cell that they lead to.
using Choice = std::map<std::size_t, std::size_t>;

// New values tried for a change: every one, or the one of each cell that answers report.
enum class Targets { every, nearest };

class Enumeration {
 public:
  static constexpr int unreachable = 1 << 20;

  Enumeration(Space& space, const Restrictions& restrictions, Targets targets);

  FeatureMask settable() const { return settable_; }
  // Of the direct actions, by the values before and after.
  Number cost(const IndexPath& path);
  // No path that sets exactly these costs less: each at its cheapest, from wherever.
  Number floor_cost(FeatureMask used);
  // Do prices depend on nothing but directions and the values reached?
  bool without_distances() const;
  bool consistent(StateNumber state);
  bool goal(StateNumber state);
  // F's own causal rules, less what the record is excused from.
  bool obeys(std::size_t f, StateNumber state);

  // The least number of transitions of a path to a goal that sets exactly `used`; --max-length
  // not regarded.
  int shortest(StateNumber from, FeatureMask used);
  // The least cost of a walk to a goal that sets exactly `used`; nullopt: there is none. States may
  // repeat and --max-length is not regarded, so it is a bound from below for paths.
  std::optional<Number> cheapest(StateNumber from, FeatureMask used);
  // Is there a path that sets exactly `used`, --max-length and --certain regarded?
  bool exists(FeatureMask used);
  // Is there one that makes exactly these direct actions?
  bool exists(const Choice& choice);
  // Which paths to visit: all that set `used`, or those of them that cost no more, or lead to the
  // given cells only.
  struct Wanted {
    FeatureMask used = 0;
    const std::optional<Number>* most = nullptr;  // may change on the way
    const Choice* choice = nullptr;
  };
  // Calls `visit` with every such path from the start, --max-length regarded, certainty not; stops
  // when it returns false.
  void for_each_path(const Wanted& wanted, const std::function<bool(const IndexPath&)>& visit);
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
  bool descend(IndexPath& path, FeatureMask left, const Number& spent, const Wanted& wanted,
               const std::function<bool(const IndexPath&)>& visit);
  Number price(std::size_t f, std::size_t from, std::size_t to);
  Number price(StateNumber from, FeatureMask direct, StateNumber to);
  bool leads_to(StateNumber state, FeatureMask direct, const Choice& choice) const;
  void find_excuses();
  // By point of f: does it fit where the bodies of these causal rules of f hold?
  const std::vector<char>& fitting(std::size_t f, std::uint64_t causes);
  bool permitted(std::size_t f, std::size_t from, std::size_t to) const;
  bool still_path(const IndexPath& path);
  std::vector<StateNumber> walk_to_goals(bool first_only);

  Space& space_;
  const Restrictions& restrictions_;
  FeatureMask settable_ = 0, movable_ = 0;
  std::uint64_t denials_ = 0;             // those that bind, and are not void
  std::uint64_t in_vain_ = 0;             // causal rules
  FeatureMask unsupported_ = 0;           // features whose start value lacks support
  std::vector<std::uint64_t> causes_of_;  // by feature
  std::vector<std::unordered_map<std::uint64_t, std::vector<char>>> fitting_;
  std::vector<std::vector<std::optional<Number>>> prices_;  // by feature, from and to
  // By feature and point: the points that a change may lead to.
  std::vector<std::vector<std::vector<std::size_t>>> targets_;
  std::unordered_map<std::uint64_t, std::vector<Next>> successors_;
  std::unordered_map<std::uint64_t, int> shortest_;
  std::unordered_map<std::uint64_t, std::optional<Number>> cheapest_;
};

}  // namespace cogs::oracle
