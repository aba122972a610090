// SPDX-License-Identifier: Apache-2.0
#include "path/rides.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace cogs::path {

std::vector<std::vector<std::uint32_t>> tied_groups(const Problem& problem,
                                                    const FeatureSet& direct) {
  const model::CompiledModel& compiled = problem.situation.compiled();
  const std::vector<std::uint32_t> features = direct.list();
  std::vector<std::size_t> leader(features.size());
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  const auto find = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  const auto tie = [&](const FeatureSet& seen) {
    std::size_t first = features.size();
    for (std::size_t i = 0; i < features.size(); ++i) {
      if (!seen.contains(features[i])) continue;
      if (first == features.size()) first = find(i);
      leader[find(i)] = find(first);
    }
  };
  const auto seen_by = [&](const std::vector<std::uint32_t>& mentions) {
    FeatureSet seen(problem.feature_count());
    for (std::uint32_t m : mentions) {
      seen.insert(m);
      seen |= problem.movers[m];
    }
    return seen;
  };
  for (std::uint32_t f : compiled.causal_order) {
    if (!problem.situation.bound(f)) continue;
    FeatureSet seen = seen_by(compiled.causes[f].mentions);
    seen.insert(f);
    tie(seen);
  }
  for (std::size_t d = 0; d < compiled.denials.size(); ++d) {
    if (!problem.situation.denial_off(d)) tie(seen_by(compiled.denials[d].mentions));
  }
  std::vector<std::vector<std::uint32_t>> groups(features.size());
  for (std::size_t i = 0; i < features.size(); ++i) groups[find(i)].push_back(features[i]);
  std::erase_if(groups, [](const auto& group) { return group.empty(); });
  std::sort(groups.begin(), groups.end());
  return groups;
}

std::vector<Ride> Rides::list(const std::vector<std::uint32_t>& group,
                              const std::vector<Box>& boxes, const Limits& limits) {
  boxes_ = &boxes;
  group_ = group;
  limits_ = limits;
  found_.clear();
  const std::uint32_t count = problem_.feature_count();
  Part part{{}, FeatureSet(count), FeatureSet(count)};
  part.walk.states.push_back(steps_.start());
  for (std::uint32_t f : group) {
    part.left.insert(f);
    part.touched.insert(f);
  }
  BoxList all;
  for (const Box& box : boxes) all.push_back(&box);
  extend(part, all);
  return std::move(found_);
}

void Rides::extend(const Part& part, const BoxList& boxes) {
  if (budget_.exhausted()) return;
  const std::uint32_t touched = part.touched.size();
  if (touched > limits_.touched) return;
  const std::vector<std::uint32_t> features = part.left.list();
  if (features.empty()) {
    keep(part.walk);
    return;
  }
  // Every non-empty choice of what is left, small ones first so that good rides come early.
  for (std::size_t size = 1; size <= features.size(); ++size) {
    const std::size_t transitions = part.walk.direct.size() + 1 + features.size() - size;
    if (touched == limits_.touched && transitions < limits_.transitions) return;
    std::vector<std::uint32_t> chosen;
    const std::function<void(std::size_t)> choose = [&](std::size_t from) {
      if (chosen.size() == size) {
        std::vector<Action> actions;
        choose_targets(part, chosen, actions, boxes);
        return;
      }
      for (std::size_t i = from; i < features.size(); ++i) {
        chosen.push_back(features[i]);
        choose(i + 1);
        chosen.pop_back();
      }
    };
    choose(0);
  }
}

void Rides::choose_targets(const Part& part, const std::vector<std::uint32_t>& chosen,
                           std::vector<Action>& actions, const BoxList& boxes) {
  if (budget_.exhausted()) return;
  const Points& from = part.walk.states.back();
  if (actions.size() < chosen.size()) {
    const std::uint32_t f = chosen[actions.size()];
    for (Point to : steps_.targets(f, from[f])) {
      BoxList fitting = boxes;
      if (!problem_.movable(f)) {  // it stays there
        const std::uint32_t at = problem_.situation.offset(f);
        std::erase_if(fitting, [&](const Box* box) { return !state::has(box->data() + at, to); });
        if (fitting.empty()) continue;
      }
      actions.push_back({f, to});
      choose_targets(part, chosen, actions, fitting);
      actions.pop_back();
    }
    return;
  }
  FeatureSet set(problem_.feature_count());
  for (std::uint32_t f : chosen) set.insert(f);
  const std::vector<Points>& states = part.walk.states;
  steps_.successors(from, actions, [&](const Points& next) {
    if (std::find(states.begin(), states.end(), next) != states.end()) return;
    Part longer = part;
    for (std::uint32_t f : chosen) longer.left.erase(f);
    for (std::uint32_t f = 0; f < next.size(); ++f) {
      if (next[f] != from[f]) longer.touched.insert(f);
    }
    longer.walk.states.push_back(next);
    longer.walk.direct.push_back(set);
    if (limits_.certain && !may_be_certain(longer, boxes)) return;
    extend(longer, boxes);
  });
}

// Whatever the causal rules permit for an effect of the last step must lie in a box, unless
// something that is still to be set can move the feature again.
bool Rides::may_be_certain(const Part& part, const BoxList& boxes) {
  const Points& before = part.walk.states[part.walk.states.size() - 2];
  const Points& now = part.walk.states.back();
  for (std::uint32_t f = 0; f < now.size(); ++f) {
    if (now[f] == before[f] || part.walk.direct.back().contains(f)) continue;
    if (part.left.contains(f) || problem_.movers[f].meets(part.left)) continue;
    const std::uint32_t at = problem_.situation.offset(f);
    for (Point point : steps_.supported(f, now)) {
      if (std::none_of(boxes.begin(), boxes.end(),
                       [&](const Box* box) { return state::has(box->data() + at, point); })) {
        return false;
      }
    }
  }
  return true;
}

bool Rides::fits_a_box(const Points& end) const {
  const state::Situation& situation = problem_.situation;
  return std::any_of(boxes_->begin(), boxes_->end(), [&](const Box& box) {
    for (std::uint32_t f = 0; f < end.size(); ++f) {
      const bool own = end[f] != situation.start_point(f) ||
                       std::find(group_.begin(), group_.end(), f) != group_.end();
      if (own && !state::has(box.data() + situation.offset(f), end[f])) return false;
    }
    return true;
  });
}

void Rides::keep(const Walk& walk) {
  if (!fits_a_box(walk.states.back())) return;
  Ride ride{walk, walks_.rank_apart(walk), {}};
  for (std::size_t j = 1; j < walk.states.size(); ++j) {
    for (std::uint32_t f = 0; f < walk.states[j].size(); ++f) {
      if (walk.states[j][f] == walk.states[j - 1][f] || walk.direct[j - 1].contains(f)) continue;
      Ride::Promise promise{f, {}};
      const bool last = walks_.last_change(walk, j, f);
      for (Point point : steps_.supported(f, walk.states[j])) {
        if (!walks_.steps_hold_with(walk, j, f, point)) ride.rank.uncertain = true;
        if (last && point != walk.states[j][f]) promise.points.push_back(point);
      }
      if (!promise.points.empty()) ride.promises.push_back(std::move(promise));
    }
  }
  // What is better in every respect and promises the same (or this promises nothing it can
  // keep) makes it superfluous.
  const auto same_end = [&](const Ride& other) {
    if (other.walk.states.back() != walk.states.back()) return false;
    if (other.rank.uncertain != ride.rank.uncertain) return false;
    if (ride.rank.uncertain) return true;
    return std::equal(other.promises.begin(), other.promises.end(), ride.promises.begin(),
                      ride.promises.end(), [](const auto& a, const auto& b) {
                        return a.feature == b.feature && a.points == b.points;
                      });
  };
  const auto at = std::find_if(found_.begin(), found_.end(), same_end);
  if (at == found_.end()) {
    found_.push_back(std::move(ride));
    budget_.use_memory(256 + walk.states.size() * walk.states[0].size() * sizeof(Point));
  } else if (ride.rank < at->rank) {
    *at = std::move(ride);
  }
}

}  // namespace cogs::path
