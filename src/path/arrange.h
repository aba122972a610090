// SPDX-License-Identifier: Apache-2.0
//
// A set of direct changes -> the best path that makes exactly these (semantics.md 4).
//
// Nearly always the changes do not disturb each other: each effect has one cause in the set, so
// the order is free but for what must come first. Then the nearest values of each solution box,
// taken one change at a time in the order of declaration, are best, and this is checked rather
// than assumed. Where it does not hold (effects with several causes, steps that must be taken
// together, uncertain effects) the set falls into groups of changes that do disturb each other;
// the walks of each group are listed (rides.h) and put together. Only with a limit on the length,
// or where a certain path must not touch a goal on its way, are all walks of the set searched.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "path/explore.h"
#include "path/rides.h"
#include "path/walk.h"

namespace cogs::path {

struct Arranged {
  Walk walk;
  Rank rank;
};

class Arranger {
 public:
  Arranger(const Problem& problem, state::Evaluator& evaluator, base::Budget& budget);

  // The best path that sets exactly these features. With a rank to beat, only a better path is
  // worth its while.
  struct Outcome {
    bool possible = false;  // there is a path, better or not (unknown: false)
    std::optional<Arranged> path;
  };
  Outcome best(const FeatureSet& direct, const Rank* to_beat = nullptr);
  // The best path for each choice of the features' final cells.
  std::vector<Arranged> all(const FeatureSet& direct);

 private:
  using Box = std::vector<std::uint64_t>;  // points by Situation::offset
  using Group = std::vector<Point>;        // final points of the features of the set

  struct Node {
    Walk walk;
    std::vector<Record> records;
    std::vector<std::vector<RankedChange>> changes;
    FeatureSet touched, left;
    Distance change;
    std::vector<std::uint32_t> boxes;  // those that the values so far agree with
  };

  void find_boxes(const FeatureSet& direct);
  bool calm() const;
  bool cannot_beat(const Rank& rank) const;
  // One change at a time, the smallest that can be taken first. `straight` becomes false if the
  // smallest could not always be taken, `tied` true if an effect had a choice of nearest values.
  std::optional<Arranged> arrange_calmly(const Box& box, const std::vector<Point>& set_to,
                                         bool& straight, bool& tied);
  void join_rides(const Rank* to_beat, std::optional<Arranged>& certain,
                  std::optional<Arranged>& uncertain);
  // Lists the rides of each group; false if a group has none.
  bool list_rides(bool certain, const Rank* to_beat);
  void choose_rides(std::size_t group, std::vector<const Ride*>& chosen, bool certain);
  bool rides_hopeless(const std::vector<const Ride*>& chosen, bool certain) const;
  bool fits_a_box(const std::vector<const Ride*>& chosen, const Ride::Promise* promise,
                  Point point) const;
  Walk merge(const std::vector<const Ride*>& chosen) const;
  void search_walks(bool certain_only);
  void extend(const Node& node);
  void try_actions(const Node& node, std::vector<Action>& actions,
                   const std::vector<std::uint32_t>& chosen);
  bool any_box(const Node& node, std::uint32_t f, Point point) const;
  void step(const Node& node, const std::vector<Action>& actions, const Points& next);
  bool worse_than_known(const Node& node) const;
  bool effects_may_be_certain(const Node& node);
  void keep(Arranged found, const Group& group);

  const Problem& problem_;
  const state::Situation& situation_;
  state::Evaluator& evaluator_;
  base::Budget& budget_;
  Steps steps_;
  Walks walks_;

  FeatureSet direct_;
  std::vector<std::uint32_t> features_;  // of direct_
  std::vector<Box> boxes_;
  std::vector<Distance> least_change_;    // by index in features_
  std::vector<std::vector<Ride>> rides_;  // by group
  std::vector<Rank> least_rank_;          // of the groups from here on, but for certainty
  bool leftovers_only_ = false;           // no box is reached in one transition
  bool grouped_ = false, certain_only_ = false;
  std::map<Group, Arranged> known_;  // one entry with an empty key unless grouped
};

}  // namespace cogs::path
