// SPDX-License-Identifier: Apache-2.0
//
// A set of direct changes -> the best path that makes exactly these (semantics.md 4).
//
// Nearly always the changes do not disturb each other: each effect has one cause in the set, so
// the order is free but for what must come first. Then the cheapest and nearest values of each
// solution box, taken one change at a time in the order of declaration, are best, and this is
// checked rather than assumed. Where it does not hold (effects with several causes, steps that must
// be taken together) the best walk of each group of tied changes is searched for (journeys.h), box
// by box. Where that walk is not certain, a certain one is looked for among all walks of the set.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "path/explore.h"
#include "path/journeys.h"
#include "path/reach.h"
#include "path/walk.h"

namespace cogs::path {

class Arranger {
 public:
  // `most_stops`: how much work may go into one set, in steps of journeys; beyond it the path that
  // is known is given, and `proved` is false from then on.
  Arranger(const Problem& problem, const state::Evaluator& at_start, base::Budget& budget,
           std::uint64_t most_stops);

  // The best path that sets exactly these features. With a rank to beat, only a better path is
  // worth its while.
  struct Outcome {
    bool possible = false;  // there is a path, better or not (unknown: false)
    std::optional<Arranged> path;
  };
  Outcome best(const FeatureSet& direct, const Rank* to_beat = nullptr);
  // Some path that sets these features and ends in the box, quickly.
  std::optional<Arranged> some(const FeatureSet& direct, const Box& box);
  // The best path for each choice of the features' final cells, of those that cost this much.
  std::vector<Arranged> all(const FeatureSet& direct, const Number& cost);
  // The best path of which no direct change can be left out: no path makes fewer of its direct
  // changes, to the same cells.
  std::optional<Arranged> irreducible(const FeatureSet& direct, const Rank* to_beat);

  // Where the changes of the last set lead to a goal in one transition, whatever points of the box
  // they go to: further changes can be left out then.
  const std::vector<Box>& enough_by_themselves() const { return known_; }

  Path describe(const Walk& walk) { return walks_.describe(walk); }

  // Every answer so far was the best.
  bool proved() const { return proved_ && !worn_out(); }
  // From now on no more than so many nodes and transitions are looked at; then it is worn out.
  void at_most(std::uint64_t steps) { steps_left_ = steps; }
  bool worn_out() const { return steps_left_ == 0; }

 private:
  void find_boxes(const FeatureSet& direct);
  bool calm() const;
  bool cannot_beat(const Rank& rank) const;
  // Not worse than any walk that ends in the box.
  Rank hope_of(const Box& box) const;
  // The boxes, those of the best hope first.
  std::vector<std::pair<Rank, const Box*>> by_hope() const;
  // The best walk, certain or not; `sure`: that is proved.
  std::optional<Arranged> best_of_boxes(bool& sure);
  std::optional<Arranged> best_certain(const Rank* to_beat);
  // One change at a time, the smallest that can be taken first. `straight` becomes false if the
  // smallest could not always be taken, `tied` true if an effect had a choice of nearest values.
  std::optional<Arranged> arrange_calmly(const Box& box, const std::vector<Point>& set_to,
                                         bool& straight, bool& tied);
  std::optional<Arranged> at_once(const Box& box);
  std::optional<Arranged> all_at_once();  // the best of all boxes
  std::vector<std::uint64_t> concern_of(const std::vector<std::uint32_t>& group,
                                        const Box& box) const;
  const std::optional<Arranged>& group_walk(const Box& box, std::size_t group, bool certain,
                                            bool& sure);
  std::optional<Arranged> join_groups(const Box& box, bool certain, bool& sure);
  bool passes_a_goal(const Walk& walk);
  bool some_group_is_stuck();
  std::optional<Arranged> search_all_walks(bool certain, const Rank* to_beat,
                                           const std::vector<std::vector<Action>>* avoid = nullptr,
                                           bool* cut = nullptr);
  Outcome best_among_boxes(const Rank* to_beat);
  std::optional<Arranged> best_in_few_steps(const Rank* to_beat, bool& sure);
  Number cheapest_of_boxes() const;
  bool limited() const { return problem_.max_length && *problem_.max_length < features_.size(); }
  std::vector<Action> changes_made(const Walk& walk) const;
  std::optional<Arranged> best_avoiding(const std::vector<std::vector<Action>>& avoid,
                                        const Rank* to_beat);
  bool stays_where_set(const FeatureSet& changes) const;
  bool leaves_no_choice(const std::vector<std::vector<Action>>& avoid, std::uint32_t f) const;
  // Leaves out of the boxes all combinations of these points of these features.
  void take_out_of_boxes(const std::vector<std::uint32_t>& features, const Box& points);
  void take_out_of_boxes(const std::vector<Action>& changes);
  std::vector<Action> fewer_that_do(const std::vector<Action>& changes);
  bool leads_to_a_goal(const std::vector<Action>& changes);
  std::uint64_t most_stops() const;
  void use_up(std::uint64_t steps);
  void explore(const Explorer::Visit& visit);
  Journeys::Found travel(const std::vector<std::uint32_t>& features, Journeys::Wish& wish);
  std::vector<std::uint32_t> concerned_by(const std::vector<std::uint32_t>& group) const;

  const Problem& problem_;
  const state::Situation& situation_;
  base::Budget& budget_;
  Steps steps_;
  Walks walks_;
  Reach reach_;
  Explorer explorer_;
  std::uint64_t most_stops_, steps_left_ = UINT64_MAX, steps_left_for_set_ = UINT64_MAX;
  bool proved_ = true;

  FeatureSet direct_;
  std::vector<std::uint32_t> features_;  // of direct_
  std::vector<Box> boxes_;
  std::vector<Box> one_step_boxes_;     // those that need no earlier transition
  std::vector<Distance> least_change_;  // by index in features_
  bool leftovers_only_ = false;         // no box is reached in one transition
  bool smaller_sets_ = false;           // fewer of the features lead to a goal too
  struct Enough {
    FeatureSet direct;
    Box points;
  };
  std::vector<Enough> smaller_boxes_;  // where they do, in one transition
  std::vector<Box> known_;             // see enough_by_themselves
  bool only_a_tie_ = false;            // a path that costs no more is known
  std::vector<std::vector<std::uint32_t>> groups_;
  // The best walks of groups, by what of a box concerns them.
  struct GroupWalk {
    std::optional<Arranged> walk;
    bool cut = false;
  };
  std::map<std::vector<std::uint64_t>, GroupWalk> group_walks_;
  std::map<std::vector<std::uint64_t>, bool> stuck_;  // groups, by features and boxes, of all sets
};

}  // namespace cogs::path
