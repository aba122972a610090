// SPDX-License-Identifier: Apache-2.0
//
// A path in points, how good it is (semantics.md 4, the order of best paths), and its form as
// values with ranges (path.h).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "path/path.h"
#include "path/steps.h"

namespace cogs::path {

using state::Distance;

struct Walk {
  std::vector<Points> states;      // the start first
  std::vector<FeatureSet> direct;  // by transition
};

// One change in the list that breaks the last ties.
struct RankedChange {
  std::uint32_t feature;
  bool effect;
  Number value;  // the number, or the index in the declared set
  friend auto operator<=>(const RankedChange&, const RankedChange&) = default;
};

// What paths are compared by; less is better.
struct Rank {
  Distance cost;
  bool uncertain = false;
  std::uint32_t touched = 0;      // features changed by any transition
  std::uint32_t transitions = 0;  // more is better
  Distance change;                // the sum of normalised changes
  std::vector<std::vector<RankedChange>> changes;

  friend std::strong_ordering operator<=>(const Rank& a, const Rank& b) {
    if (auto c = a.cost <=> b.cost; c != 0) return c;
    if (auto c = a.uncertain <=> b.uncertain; c != 0) return c;
    if (auto c = a.touched <=> b.touched; c != 0) return c;
    if (auto c = b.transitions <=> a.transitions; c != 0) return c;
    if (auto c = a.change <=> b.change; c != 0) return c;
    return a.changes <=> b.changes;
  }
  friend bool operator==(const Rank& a, const Rank& b) { return (a <=> b) == 0; }
};

struct Arranged {
  Walk walk;
  Rank rank;
};

class Walks {
 public:
  Walks(const Problem& problem, Steps& steps) : problem_(problem), steps_(steps) {}

  // The point of a box whose value is nearest to the start; of equally near ones (`tied`) the
  // smaller. To be set, a cheaper one goes before a nearer one; effects have no price.
  struct Nearest {
    Point point;
    bool tied;
  };
  Nearest nearest(std::uint32_t f, const std::vector<std::uint64_t>& box,
                  bool effect = false) const;
  // The number, or the place in the declared set.
  Number rank_value(std::uint32_t f, const Value& value) const;
  // The concrete values along a walk: nearest to the value before, cell by cell.
  std::vector<Record> values(const Walk& walk) const;
  Rank rank(const Walk& walk);
  // The rank but for certainty, which is left open.
  Rank rank_apart(const Walk& walk) const;
  // The changes of the step to `next`, whose values are given, in rank order.
  std::vector<RankedChange> changes(const Points& from, const Points& next,
                                    const FeatureSet& direct, const Record& values) const;
  // Is every effect certain?
  bool certain(const Walk& walk);
  // Is f's change in transition j its last one?
  bool last_change(const Walk& walk, std::size_t j, std::uint32_t f) const;
  // Are all steps valid and all states different if f has `point` from transition j until it
  // changes again? (Whether the states are goals is another question.)
  bool steps_hold_with(const Walk& walk, std::size_t j, std::uint32_t f, Point point);
  Path describe(const Walk& walk);

 private:
  // Would the walk do as well with f at `point` from transition j until f changes again?
  bool does_as_well(const Walk& walk, std::size_t j, std::uint32_t f, Point point);
  // The last state that has the value of f that transition j brought.
  std::size_t kept_until(const Walk& walk, std::size_t j, std::uint32_t f) const;
  bool effect_certain(const Walk& walk, std::size_t j, std::uint32_t f);
  ValueSet range(const Walk& walk, std::size_t j, std::uint32_t f);
  ValueSet as_values(std::uint32_t f, const std::vector<Point>& points) const;

  const Problem& problem_;
  Steps& steps_;
};

}  // namespace cogs::path
