// SPDX-License-Identifier: Apache-2.0
//
// What direct changes cost in one situation (semantics.md 4), as whole multiples of one unit, so
// that the search adds and compares machine integers.
//
// Where the prices have no common unit that fits, they are rounded down: sums are bounds from below
// then, and the exact cost of a path is asked for when it is known.
#pragma once

#include <cstdint>
#include <vector>

#include "path/path.h"
#include "state/situation.h"

namespace cogs::path {

using Cost = std::int64_t;
inline constexpr Cost no_cost_bound = INT64_MAX / 4;

class Prices {
 public:
  // Every direct change costs 1.
  explicit Prices(const state::Situation& situation);
  Prices(const state::Situation& situation, const Options& options);

  // All direct changes of a feature cost the same, for every feature.
  bool flat() const { return flat_; }
  bool flat(std::uint32_t f) const { return by_point_[f].empty(); }
  // Not rounded.
  bool exact() const { return exact_; }

  // The least that a direct change of f can cost, from wherever effects may have taken it.
  Cost least(std::uint32_t f) const { return least_[f]; }
  // From the start to a point. What effects may move first can be cheaper: see `least`.
  Cost to(std::uint32_t f, state::Point point) const {
    return by_point_[f].empty() ? least_[f] : by_point_[f][point];
  }
  // The least price of the points of a box, by Situation::offset.
  Cost least_in(std::uint32_t f, const std::uint64_t* points) const;

  Number number(Cost cost) const { return Number(cost) * unit_; }
  Cost rounded_down(const Number& cost) const;
  // The exact price of a change between values; and the same with how it depends on the start.
  Number of(std::uint32_t f, const std::optional<Value>& from, const Value& to) const;
  state::Distance paid(std::uint32_t f, const std::optional<Value>& from, const Value& to) const;

 private:
  const state::Situation* situation_;
  std::vector<const model::Price*> prices_;
  std::vector<Cost> least_;
  std::vector<std::vector<Cost>> by_point_;  // empty: flat
  Number unit_ = 1;
  bool flat_ = true, exact_ = true;
};

// The price of a change from the start, by where the start lies; nullopt if it is the same wherever
// that is within its cell.
std::optional<state::LinearForm> price_by_start(const model::Feature& feature,
                                                const model::Price& price, std::uint32_t f,
                                                const Value& from, const Value& to);

}  // namespace cogs::path
