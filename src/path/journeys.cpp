// SPDX-License-Identifier: Apache-2.0
#include "path/journeys.h"

#include <algorithm>
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

Walk merge(const Points& start, const std::vector<const Arranged*>& parts) {
  Walk walk;
  walk.states.push_back(start);
  std::vector<std::size_t> taken(parts.size(), 0);
  while (true) {
    std::optional<std::size_t> first;
    for (std::size_t r = 0; r < parts.size(); ++r) {
      if (taken[r] == parts[r]->walk.direct.size()) continue;
      if (!first || parts[r]->rank.changes[taken[r]] < parts[*first]->rank.changes[taken[*first]]) {
        first = r;
      }
    }
    if (!first) return walk;
    const Arranged& part = *parts[*first];
    const std::size_t step = taken[*first]++;
    Points next = walk.states.back();
    for (const RankedChange& change : part.rank.changes[step]) {
      next[change.feature] = part.walk.states[step + 1][change.feature];
    }
    walk.states.push_back(std::move(next));
    walk.direct.push_back(part.walk.direct[step]);
  }
}

namespace {

// A heap with the best hope on top.
bool later(const Rank& a, const Rank& b) { return b < a; }

}  // namespace

Journeys::Found Journeys::best(const std::vector<std::uint32_t>& features, const Wish& wish) {
  wish_ = &wish;
  features_ = features;
  heap_.clear();
  opened_.clear();
  steps_made_ = 0;
  const state::Situation& situation = problem_.situation;
  const std::uint32_t count = problem_.feature_count();
  least_change_.assign(features.size(), Distance());
  for (std::size_t i = 0; i < features.size(); ++i) {
    const std::uint32_t f = features[i];
    if (problem_.movable(f)) continue;  // an effect may have brought it nearer
    std::optional<Distance> least;
    for (const Box* box : wish.boxes) {
      state::for_each_bit({box->data() + situation.offset(f), situation.words(f)}, [&](Point p) {
        if (situation.same_cell(f, situation.start_point(f), p)) return;
        const std::optional<Value>& from = situation.start()[f];
        const Distance change = situation.distance(f, from, situation.nearest(f, from, p));
        if (!least || change < *least) least = change;
      });
    }
    if (least) least_change_[i] = *least;
  }
  FeatureSet members(count);
  for (std::uint32_t f : features) members.insert(f);
  concerned_.clear();
  for (std::uint32_t f = 0; f < count; ++f) {
    if (members.contains(f) || (problem_.movable(f) && problem_.movers[f].meets(members))) {
      concerned_.push_back(f);
    }
  }
  Stop first{{}, {}, {}, FeatureSet(count), FeatureSet(count), {}, {}, wish.boxes, {}, 1};
  first.walk.states.push_back(steps_.start());
  for (std::uint32_t f : features) first.left.insert(f);
  set_hope(first);
  push(std::move(first));

  Found found;
  for (std::uint64_t stops = 0; !heap_.empty(); ++stops) {
    budget_.spend();
    if (stops >= wish.most_stops || steps_made_ >= wish.most_steps || budget_.exhausted()) {
      found.cut = true;
      break;
    }
    std::pop_heap(heap_.begin(), heap_.end(),
                  [](const Stop& a, const Stop& b) { return later(a.hope, b.hope); });
    Stop stop = std::move(heap_.back());
    heap_.pop_back();
    if (wish.to_beat && !(stop.hope < *wish.to_beat)) break;
    if (stop.left.empty()) {
      if (!complete(stop)) continue;
      found.walk = Arranged{std::move(stop.walk), std::move(stop.rank)};
      break;
    }
    if (stop.together == 1 && !opened_.insert(key(stop)).second) continue;
    open(stop);
    if (stop.together < stop.left.size()) {
      ++stop.together;
      set_hope(stop);
      push(std::move(stop));
    }
  }
  found.steps = steps_made_;
  budget_.free_memory(bytes_);
  bytes_ = 0;
  heap_.clear();
  opened_.clear();
  return found;
}

// With every change that is left as cheap and as small as can be, one at a time but for the next.
// What is set no more, and is in no box, has to be moved there by effects.
void Journeys::set_hope(Stop& stop) const {
  const state::Situation& situation = problem_.situation;
  Rank& hope = stop.hope;
  hope = stop.rank;
  FeatureSet touched = stop.touched;
  touched |= stop.left;
  const Points& at = stop.walk.states.back();
  for (std::uint32_t f : concerned_) {
    if (stop.left.contains(f)) continue;
    const std::uint32_t offset = situation.offset(f);
    if (std::any_of(stop.boxes.begin(), stop.boxes.end(),
                    [&](const Box* box) { return state::has(box->data() + offset, at[f]); })) {
      continue;
    }
    touched.insert(f);
    if (situation.traced()) continue;  // distances are a person's own
    const auto known = std::lower_bound(stop.values.begin(), stop.values.end(), f,
                                        [](const auto& v, std::uint32_t g) { return v.first < g; });
    const bool changed = known != stop.values.end() && known->first == f;
    const std::optional<Value> from = changed ? std::optional(known->second) : situation.start()[f];
    std::optional<Distance> least;
    for (const Box* box : stop.boxes) {
      state::for_each_bit({box->data() + offset, situation.words(f)}, [&](Point to) {
        Distance change = situation.distance(f, from, situation.nearest(f, from, to));
        if (!least || change < *least) least = std::move(change);
      });
    }
    if (least) hope.change += *least;
  }
  hope.touched = touched.size();
  const std::uint32_t left = stop.left.size();
  const auto next = static_cast<std::uint32_t>(stop.together);
  hope.transitions += left == 0 ? 0 : 1 + left - next;
  if (wish_->whole && problem_.max_length) {
    hope.transitions = std::min(hope.transitions, *problem_.max_length);
  }
  const bool priced = problem_.prices.flat() || !situation.traced();  // else a person's own
  for (std::size_t i = 0; i < features_.size(); ++i) {
    if (!stop.left.contains(features_[i])) continue;
    hope.change += least_change_[i];
    if (priced) hope.cost += problem_.prices.number(problem_.prices.least(features_[i]));
  }
}

void Journeys::push(Stop stop) {
  const std::size_t bytes = sizeof(Stop) +
                            stop.walk.states.size() * stop.walk.states[0].size() * sizeof(Point) +
                            stop.values.size() * sizeof(stop.values[0]) * 4;
  bytes_ += bytes;
  budget_.use_memory(bytes);
  heap_.push_back(std::move(stop));
  std::push_heap(heap_.begin(), heap_.end(),
                 [](const Stop& a, const Stop& b) { return later(a.hope, b.hope); });
}

// Two walks that agree in this have the same future.
std::string Journeys::key(const Stop& stop) const {
  std::string key;
  const auto add = [&](std::uint32_t n) {
    key.append(reinterpret_cast<const char*>(&n), sizeof n);
  };
  stop.left.for_each(add);
  add(UINT32_MAX);
  for (const auto& [f, value] : stop.values) {
    add(f);
    add(stop.walk.states.back()[f]);
    key += value.text;
    key += '\0';
  }
  if (wish_->whole && problem_.max_length) add(stop.rank.transitions);
  for (const Action& action : stop.made) {
    if (!problem_.movable(action.feature)) continue;  // it is where it was set
    add(action.feature);
    add(action.to);
  }
  if (!wish_->certain) return key;
  for (const Pending& pending : stop.pending) {
    add(UINT32_MAX);
    add(pending.feature);
    for (const Point point : pending.points) add(point);
  }
  return key;
}

void Journeys::open(const Stop& stop) {
  const std::size_t made = stop.walk.direct.size();
  if (wish_->whole && problem_.max_length) {
    if (made >= *problem_.max_length) return;
    if (made + 1 == *problem_.max_length && stop.together < stop.left.size()) return;
  }
  // Every choice of so many changes, in lexicographic order.
  const std::vector<std::uint32_t> left = stop.left.list();
  std::vector<std::size_t> pick(stop.together);
  std::iota(pick.begin(), pick.end(), std::size_t{0});
  for (bool more = true; more && !budget_.exhausted();) {
    std::vector<std::uint32_t> chosen;
    for (std::size_t i : pick) chosen.push_back(left[i]);
    std::vector<Action> actions;
    choose_targets(stop, chosen, actions, stop.boxes);
    more = false;
    for (std::size_t i = pick.size(); i-- > 0 && !more;) {
      if (pick[i] + (pick.size() - i) < left.size()) {
        ++pick[i];
        for (std::size_t k = i + 1; k < pick.size(); ++k) pick[k] = pick[k - 1] + 1;
        more = true;
      }
    }
  }
}

void Journeys::choose_targets(const Stop& stop, const std::vector<std::uint32_t>& chosen,
                              std::vector<Action>& actions, const std::vector<const Box*>& boxes) {
  if (steps_made_ >= wish_->most_steps || budget_.exhausted()) return;
  const Points& from = stop.walk.states.back();
  if (actions.size() == chosen.size()) {
    budget_.spend();
    steps_.successors(from, actions,
                      [&](const Points& next) { arrive(stop, actions, next, boxes); });
    return;
  }
  const std::uint32_t f = chosen[actions.size()];
  const auto at = static_cast<std::size_t>(std::find(features_.begin(), features_.end(), f) -
                                           features_.begin());
  for (Point to : steps_.targets(f, from[f])) {
    if (!wish_->targets.empty() && to != wish_->targets[at]) continue;
    if (problem_.situation.same_cell(f, from[f], to)) continue;  // it could as well be left out
    actions.push_back({f, to});
    if (problem_.movable(f)) {
      choose_targets(stop, chosen, actions, boxes);
    } else {  // it stays there
      std::vector<const Box*> fitting;
      for (const Box* box : boxes) {
        if (state::has(box->data() + problem_.situation.offset(f), to)) fitting.push_back(box);
      }
      if (!fitting.empty()) choose_targets(stop, chosen, actions, fitting);
    }
    actions.pop_back();
  }
}

void Journeys::arrive(const Stop& stop, const std::vector<Action>& actions, const Points& next,
                      const std::vector<const Box*>& boxes) {
  ++steps_made_;
  const state::Situation& situation = problem_.situation;
  const auto& states = stop.walk.states;
  if (std::find(states.begin(), states.end(), next) != states.end()) return;
  Stop child = stop;
  child.together = 1;
  child.boxes = boxes;
  FeatureSet set(problem_.feature_count());
  for (const Action& action : actions) {
    set.insert(action.feature);
    child.left.erase(action.feature);
  }
  if (wish_->avoid) {
    child.made.insert(child.made.end(), actions.begin(), actions.end());
    std::sort(child.made.begin(), child.made.end(),
              [](const Action& a, const Action& b) { return a.feature < b.feature; });
    if (makes_what_is_avoided(child)) return;
  }
  std::vector<RankedChange>& changes = child.rank.changes.emplace_back();
  for (std::uint32_t f = 0; f < next.size(); ++f) {
    if (states.back()[f] == next[f]) continue;
    auto known = std::lower_bound(child.values.begin(), child.values.end(), f,
                                  [](const auto& v, std::uint32_t g) { return v.first < g; });
    const bool changed_before = known != child.values.end() && known->first == f;
    const std::optional<Value> from =
        changed_before ? std::optional(known->second) : situation.start()[f];
    Value to = situation.nearest(f, from, next[f]);
    child.rank.change += situation.distance(f, from, to);
    const bool direct = set.contains(f);
    if (direct) child.rank.cost += problem_.prices.paid(f, from, to);
    changes.push_back({f, !direct, walks_.rank_value(f, to)});
    child.touched.insert(f);
    if (changed_before) {
      known->second = std::move(to);
    } else {
      child.values.insert(known, {f, std::move(to)});
    }
  }
  child.rank.touched = child.touched.size();
  ++child.rank.transitions;
  child.walk.states.push_back(next);
  child.walk.direct.push_back(std::move(set));
  if (child.left.empty() && !fits(child.boxes, next)) return;
  if (wish_->whole && steps_.is_goal(next) != child.left.empty()) return;
  if (wish_->certain && !follow_pending(child)) return;
  set_hope(child);
  if (wish_->to_beat && !(child.hope < *wish_->to_beat)) return;
  push(std::move(child));
}

// Do the other values of uncertain effects still lead the same way, the last transition included?
bool Journeys::follow_pending(Stop& stop) {
  const std::size_t last = stop.walk.states.size() - 1;
  const Points &from = stop.walk.states[last - 1], &to = stop.walk.states[last];
  const FeatureSet& direct = stop.walk.direct.back();
  const bool end = stop.left.empty();
  const auto holds = [&](std::uint32_t f, Point point, bool before, bool after) {
    Points varied_from = from, varied_to = to;
    if (before) varied_from[f] = point;
    if (after) varied_to[f] = point;
    return varied_from[f] != varied_to[f] || from[f] == to[f]
               ? steps_.valid(varied_from, varied_to, direct) &&
                     (!after || !wish_->whole || steps_.is_goal(varied_to) == end)
               : false;
  };
  std::vector<Pending> pending;
  for (Pending& old : stop.pending) {
    const bool changes = from[old.feature] != to[old.feature];
    for (const Point point : old.points) {
      if (!holds(old.feature, point, true, !changes)) return false;
    }
    if (!changes) pending.push_back(std::move(old));
  }
  for (std::uint32_t f = 0; f < to.size(); ++f) {
    if (from[f] == to[f] || direct.contains(f)) continue;
    Pending now{f, {}};
    for (const Point point : steps_.supported(f, to)) {
      if (point == to[f]) continue;
      if (!holds(f, point, false, true)) return false;
      now.points.push_back(point);
    }
    if (!now.points.empty()) pending.push_back(std::move(now));
  }
  std::sort(pending.begin(), pending.end(),
            [](const Pending& a, const Pending& b) { return a.feature < b.feature; });
  stop.pending = std::move(pending);
  return true;
}

bool Journeys::fits(const std::vector<const Box*>& boxes, const Points& end) const {
  const state::Situation& situation = problem_.situation;
  return std::any_of(boxes.begin(), boxes.end(), [&](const Box* box) {
    return std::all_of(concerned_.begin(), concerned_.end(), [&](std::uint32_t f) {
      return state::has(box->data() + situation.offset(f), end[f]);
    });
  });
}

bool Journeys::makes_what_is_avoided(const Stop& stop) const {
  return std::any_of(wish_->avoid->begin(), wish_->avoid->end(), [&](const auto& changes) {
    return std::all_of(changes.begin(), changes.end(), [&](const Action& change) {
      return std::find(stop.made.begin(), stop.made.end(), change) != stop.made.end();
    });
  });
}

bool Journeys::complete(Stop& stop) {
  if (!wish_->certain) return true;
  if (wish_->whole) return walks_.certain(stop.walk);
  for (const Pending& pending : stop.pending) {
    for (const Point point : pending.points) {
      Points end = stop.walk.states.back();
      end[pending.feature] = point;
      if (!fits(wish_->other_ends, end)) return false;
    }
  }
  return true;
}

}  // namespace cogs::path
