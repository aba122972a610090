// SPDX-License-Identifier: Apache-2.0
#include "path/walk.h"

#include <algorithm>

#include "path/value_set.h"

namespace cogs::path {

Number Walks::rank_value(std::uint32_t f, const Value& value) const {
  const model::Feature& feature = problem_.situation.compiled().model->features[f];
  if (feature.numeric()) return *value.number;
  const auto place = feature.set().place(value);
  return Number(static_cast<std::int64_t>(place.value_or(feature.set().values.size())));
}

Walks::Nearest Walks::nearest(std::uint32_t f, const std::vector<std::uint64_t>& box,
                              bool effect) const {
  const state::Situation& situation = problem_.situation;
  const std::optional<Value>& from = situation.start()[f];
  struct Choice {
    Distance price, distance;
    Number value;
  };
  std::optional<Choice> least;
  Nearest nearest{situation.start_point(f), false};
  const bool priced = !effect && !problem_.prices.flat(f);
  state::for_each_bit({box.data() + situation.offset(f), situation.words(f)}, [&](Point point) {
    if (point == situation.start_point(f)) return;
    const Value value = situation.nearest(f, from, point);
    Choice now{priced ? problem_.prices.paid(f, from, value) : Distance(),
               situation.distance(f, from, value), rank_value(f, value)};
    const auto dearer = least ? now.price <=> least->price : std::strong_ordering::less;
    if (dearer > 0) return;
    if (dearer == 0) {
      const std::strong_ordering order = now.distance <=> least->distance;
      if (order > 0) return;
      nearest.tied = order == 0;
      if (order == 0 && now.value > least->value) return;
    } else {
      nearest.tied = false;
    }
    least = std::move(now);
    nearest.point = point;
  });
  return nearest;
}

std::vector<Record> Walks::values(const Walk& walk) const {
  const state::Situation& situation = problem_.situation;
  std::vector<Record> records{situation.start()};
  for (std::size_t j = 1; j < walk.states.size(); ++j) {
    Record next = records.back();
    for (std::uint32_t f = 0; f < next.size(); ++f) {
      if (walk.states[j][f] != walk.states[j - 1][f]) {
        next[f] = situation.nearest(f, records.back()[f], walk.states[j][f]);
      }
    }
    records.push_back(std::move(next));
  }
  return records;
}

std::vector<RankedChange> Walks::changes(const Points& from, const Points& next,
                                         const FeatureSet& direct, const Record& values) const {
  std::vector<RankedChange> out;
  for (std::uint32_t f = 0; f < next.size(); ++f) {
    if (from[f] == next[f]) continue;
    out.push_back({f, !direct.contains(f), rank_value(f, *values[f])});
  }
  return out;
}

Rank Walks::rank(const Walk& walk) {
  Rank rank = rank_apart(walk);
  rank.uncertain = !certain(walk);
  return rank;
}

Rank Walks::rank_apart(const Walk& walk) const {
  const state::Situation& situation = problem_.situation;
  Rank rank;
  std::vector<std::pair<std::uint32_t, Value>> now;  // values of the features changed so far
  for (std::size_t j = 1; j < walk.states.size(); ++j) {
    std::vector<RankedChange>& changes = rank.changes.emplace_back();
    for (std::uint32_t f = 0; f < walk.states[j].size(); ++f) {
      if (walk.states[j][f] == walk.states[j - 1][f]) continue;
      auto at = std::find_if(now.begin(), now.end(), [&](const auto& v) { return v.first == f; });
      const std::optional<Value> from =
          at == now.end() ? situation.start()[f] : std::optional(at->second);
      Value to = situation.nearest(f, from, walk.states[j][f]);
      rank.change += situation.distance(f, from, to);
      const bool direct = walk.direct[j - 1].contains(f);
      if (direct) rank.cost += problem_.prices.paid(f, from, to);
      changes.push_back({f, !direct, rank_value(f, to)});
      if (at == now.end()) {
        now.emplace_back(f, std::move(to));
      } else {
        at->second = std::move(to);
      }
    }
  }
  rank.touched = static_cast<std::uint32_t>(now.size());
  rank.transitions = static_cast<std::uint32_t>(walk.direct.size());
  return rank;
}

std::size_t Walks::kept_until(const Walk& walk, std::size_t j, std::uint32_t f) const {
  std::size_t until = j;
  while (until + 1 < walk.states.size() && walk.states[until + 1][f] == walk.states[until][f]) {
    ++until;
  }
  return until;
}

bool Walks::last_change(const Walk& walk, std::size_t j, std::uint32_t f) const {
  return kept_until(walk, j, f) + 1 == walk.states.size();
}

bool Walks::steps_hold_with(const Walk& walk, std::size_t j, std::uint32_t f, Point point) {
  if (walk.states[j][f] == point) return true;
  const std::size_t last = walk.states.size() - 1, until = kept_until(walk, j, f);
  if (until < last && walk.states[until + 1][f] == point) return false;  // it would not change then
  std::vector<Points> states = walk.states;
  for (std::size_t k = j; k <= until; ++k) states[k][f] = point;
  for (std::size_t k = j; k <= std::min(until + 1, last); ++k) {
    if (!steps_.valid(states[k - 1], states[k], walk.direct[k - 1])) return false;
  }
  for (std::size_t k = j; k <= until; ++k) {
    for (std::size_t other = 0; other <= last; ++other) {
      if (other != k && states[other] == states[k]) return false;
    }
  }
  return true;
}

bool Walks::does_as_well(const Walk& walk, std::size_t j, std::uint32_t f, Point point) {
  if (walk.states[j][f] == point) return true;
  if (!steps_hold_with(walk, j, f, point)) return false;
  const std::size_t last = walk.states.size() - 1, until = kept_until(walk, j, f);
  for (std::size_t k = j; k <= until; ++k) {
    Points state = walk.states[k];
    state[f] = point;
    if (steps_.is_goal(state) != (k == last)) return false;
  }
  return true;
}

bool Walks::effect_certain(const Walk& walk, std::size_t j, std::uint32_t f) {
  for (Point point : steps_.supported(f, walk.states[j])) {
    if (!does_as_well(walk, j, f, point)) return false;
  }
  return true;
}

bool Walks::certain(const Walk& walk) {
  for (std::size_t j = 1; j < walk.states.size(); ++j) {
    for (std::uint32_t f = 0; f < walk.states[j].size(); ++f) {
      if (walk.states[j][f] == walk.states[j - 1][f] || walk.direct[j - 1].contains(f)) continue;
      if (!effect_certain(walk, j, f)) return false;
    }
  }
  return true;
}

ValueSet Walks::as_values(std::uint32_t f, const std::vector<Point>& points) const {
  for (Point point : points) problem_.situation.note_use(f, point);
  return value_set(problem_.situation, f, points);
}

ValueSet Walks::range(const Walk& walk, std::size_t j, std::uint32_t f) {
  std::vector<Point> good;
  for (Point point : steps_.targets(f, walk.states[j - 1][f])) {
    if (does_as_well(walk, j, f, point)) good.push_back(point);
  }
  ValueSet all = as_values(f, good);
  if (auto* intervals = std::get_if<std::vector<model::Interval>>(&all)) {
    // The one around the reported value.
    const model::Interval own = problem_.situation.interval(f, walk.states[j][f]);
    std::erase_if(*intervals, [&](const model::Interval& i) {
      const bool below = i.high && own.low && *i.high < *own.low;
      const bool above = i.low && own.high && *i.low > *own.high;
      const bool touches_below =
          i.high && own.low && *i.high == *own.low && (i.high_open || own.low_open);
      const bool touches_above =
          i.low && own.high && *i.low == *own.high && (i.low_open || own.high_open);
      return below || above || touches_below || touches_above;
    });
  }
  return all;
}

Path Walks::describe(const Walk& walk) {
  Path path;
  path.cost = 0;
  const std::vector<Record> records = values(walk);
  for (std::size_t j = 1; j < walk.states.size(); ++j) {
    Transition transition;
    for (std::uint32_t f = 0; f < walk.states[j].size(); ++f) {
      if (walk.states[j][f] == walk.states[j - 1][f]) continue;
      Change change{FeatureId(f), records[j - 1][f], *records[j][f], range(walk, j, f)};
      if (walk.direct[j - 1].contains(f)) {
        change.cost = problem_.prices.of(f, change.from, change.to);
        path.cost += *change.cost;
        transition.actions.push_back(std::move(change));
        continue;
      }
      Effect effect;
      static_cast<Change&>(effect) = std::move(change);
      effect.supported = as_values(f, steps_.supported(f, walk.states[j]));
      effect.certain = effect_certain(walk, j, f);
      effect.rules = steps_.rules_at_work(f, walk.states[j - 1][f], walk.states[j]);
      path.certain = path.certain && effect.certain;
      transition.effects.push_back(std::move(effect));
    }
    const auto& order = problem_.situation.compiled().causal_order;
    const auto place = [&](const Effect& effect) {
      return std::find(order.begin(), order.end(), effect.feature.value);
    };
    std::sort(transition.effects.begin(), transition.effects.end(),
              [&](const Effect& a, const Effect& b) { return place(a) < place(b); });
    transition.state = records[j];
    path.transitions.push_back(std::move(transition));
  }
  return path;
}

}  // namespace cogs::path
