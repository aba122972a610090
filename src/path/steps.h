// SPDX-License-Identifier: Apache-2.0
//
// Single transitions between states, given as one point a feature (semantics.md 4): direct
// actions, the effects that they force in causal order, and what makes a step valid.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "path/problem.h"

namespace cogs::path {

using state::Point;
using Points = std::vector<Point>;       // a state, by feature
using Box = std::vector<std::uint64_t>;  // several: points by Situation::offset

struct Action {
  std::uint32_t feature;
  Point to;
  friend bool operator==(const Action&, const Action&) = default;
};

class Steps {
 public:
  // `at_start`: an evaluator that looks at the start.
  Steps(const Problem& problem, const state::Evaluator& at_start);

  Points start() const;
  bool is_goal(const Points& state);

  // May the feature be given this point next, by domain, range and direction?
  bool may_become(std::uint32_t f, Point from, Point to) const;
  std::vector<Point> targets(std::uint32_t f, Point from) const;

  // Every consistent state that the actions lead to, with every choice of forced effects.
  void successors(const Points& from, const std::vector<Action>& actions,
                  const std::function<void(const Points&)>& visit);

  // From now on only the effects on these features are looked at, and no denials; null: all.
  void look_only_at(const FeatureSet* features) { only_ = features; }

  // From now on changes go to these points alone; null: to all.
  void offer_only(const Box* points) { offered_ = points; }

  // Is `to` the result of setting exactly `direct` and of forced effects?
  bool valid(const Points& from, const Points& to, const FeatureSet& direct);

  // Points of the domain that f's causal rules permit in this state, whatever f's own value.
  std::vector<Point> supported(std::uint32_t f, const Points& state);
  // The causal rules at work where f went from one point to another.
  std::vector<model::CausalRuleId> rules_at_work(std::uint32_t f, Point from, const Points& state);

 private:
  void show(const Points& state);
  void show(std::uint32_t f, Point point);
  void complete(std::size_t at, const Points& from, Points& to, const std::vector<Action>& actions,
                const std::function<void(const Points&)>& visit);

  const Problem& problem_;
  const state::Situation& situation_;
  const model::CompiledModel& compiled_;
  state::Evaluator evaluator_;
  Points shown_;  // the state that it looks at
  const FeatureSet* only_ = nullptr;
  const Box* offered_ = nullptr;
};

}  // namespace cogs::path
