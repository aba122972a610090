// SPDX-License-Identifier: Apache-2.0
//
// The best walk that makes given direct changes, best first.
//
// A *stop* is where a part of the changes has brought a person: which are made, the values of what
// has changed, and how good the walk to it is. Of the walks to one stop only the best can be part
// of the best walk, so orders and detours are never listed: stops are opened in the order of the
// best that can come of them, and the first complete one that comes up is the answer. A stop is
// opened for single changes first, then for two at a time, and so on, because more transitions are
// better.
//
// Changes that do not disturb each other are looked at apart: two direct changes are *tied* if one
// causal rule set or denial can see both, itself or through effects. What one group of tied changes
// does is valid or not whatever the others do, so the best walk of a box is the best walk of each
// group, interleaved (`tied_groups`, `merge`). Only certainty, and a limit on the length, need all
// changes together.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "path/walk.h"

namespace cogs::path {

// The groups of tied features among `direct`, each ascending, by first feature.
std::vector<std::vector<std::uint32_t>> tied_groups(const Problem& problem,
                                                    const FeatureSet& direct);

class Journeys {
 public:
  Journeys(const Problem& problem, Steps& steps, Walks& walks, base::Budget& budget)
      : problem_(problem), steps_(steps), walks_(walks), budget_(budget) {}

  struct Wish {
    // Ends that will do: those of these boxes, for what the walk has changed or was to set.
    std::vector<const Box*> boxes;
    // The changes are all that there are: states on the way are no goals, --max-length counts.
    bool whole = false;
    // Other values of effects must lead on as well: the whole way, or, for a part of the changes,
    // as far as that part can tell; to an end that fits one of `other_ends`.
    bool certain = false;
    std::vector<const Box*> other_ends;
    // Where direct changes lead, by the order of the features; empty: anywhere.
    std::vector<Point> targets;
    // Direct changes that must not all be made.
    const std::vector<std::vector<Action>>* avoid = nullptr;
    const Rank* to_beat = nullptr;  // walks that are not better are of no use
    std::uint64_t most_stops = UINT64_MAX;
    std::uint64_t most_steps = UINT64_MAX;  // states that transitions lead to
  };
  struct Found {
    std::optional<Arranged> walk;
    bool cut = false;  // the number of stops or steps, or the budget, ended it
    std::uint64_t steps = 0;
  };
  Found best(const std::vector<std::uint32_t>& features, const Wish& wish);

 private:
  // Effects that are certain only if other values lead on as well.
  struct Pending {
    std::uint32_t feature;
    std::vector<Point> points;
  };
  struct Stop {
    Walk walk;
    Rank rank;  // of the walk so far
    Rank hope;  // not worse than any walk from here on
    FeatureSet left, touched;
    std::vector<std::pair<std::uint32_t, Value>> values;  // of what has changed, by feature
    std::vector<Pending> pending;
    std::vector<const Box*> boxes;
    std::vector<Action> made;  // where direct changes have led; only while some are to be avoided
    std::size_t together = 1;  // how many changes the next transition makes
  };

  void set_hope(Stop& stop) const;
  void push(Stop stop);
  void open(const Stop& stop);
  void choose_targets(const Stop& stop, const std::vector<std::uint32_t>& chosen,
                      std::vector<Action>& actions, const std::vector<const Box*>& boxes);
  void arrive(const Stop& stop, const std::vector<Action>& actions, const Points& next,
              const std::vector<const Box*>& boxes);
  bool follow_pending(Stop& stop);
  bool complete(Stop& stop);
  bool fits(const std::vector<const Box*>& boxes, const Points& end) const;
  bool makes_what_is_avoided(const Stop& stop) const;
  std::string key(const Stop& stop) const;

  const Problem& problem_;
  Steps& steps_;
  Walks& walks_;
  base::Budget& budget_;
  const Wish* wish_ = nullptr;
  std::vector<std::uint32_t> features_;
  std::vector<std::uint32_t> concerned_;  // these, and what they may move
  std::vector<Distance> least_change_;    // by index in features_
  std::vector<Stop> heap_;
  std::unordered_set<std::string> opened_;
  std::size_t bytes_ = 0;
  std::uint64_t steps_made_ = 0;
};

// Interleaves walks of different groups: the next step is always the smallest on offer.
Walk merge(const Points& start, const std::vector<const Arranged*>& parts);

}  // namespace cogs::path
