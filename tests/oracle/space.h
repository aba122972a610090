// SPDX-License-Identifier: Apache-2.0
//
// A finite set of concrete values a feature, the states made of them by number, and what the
// rules say in each state, computed once. Part of the oracle.
//
//   Fill::every_value   all values of small integer and set domains; of continuous or unbounded
//                       domains samples of each cell, every reported value among them
//   Fill::one_per_cell  one value of each cell, also of the cells outside the domain (blockers
//                       may lift it)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/cells.h"
#include "oracle/meaning.h"

namespace cogs::oracle {

using StateNumber = std::uint32_t;
using FeatureMask = std::uint32_t;

struct Point {
  std::optional<Value> value;  // nullopt: missing
  std::size_t cell = 0;
  bool in_domain = false;
};

enum class Fill { every_value, one_per_cell };

// What holds in one state, whatever binds there: atoms, bodies of causal rules, denials that are
// broken. A bit each.
struct StateFacts {
  std::uint64_t atoms = 0, causes = 0, denials = 0;
  bool known = false;
};

class Space {
 public:
  // Without a start there are no missing values and no cut around the start.
  Space(const Meaning& meaning, const Restrictions& restrictions,
        const std::optional<Record>& start, Fill fill);

  const Meaning& meaning() const { return meaning_; }
  std::size_t feature_count() const { return points_.size(); }
  std::size_t state_count() const { return state_count_; }
  // Ascending numbers, or declared order; then a start outside, then missing.
  const std::vector<Point>& points(std::size_t f) const { return points_[f]; }
  const Cells& cells(std::size_t f) const { return cells_[f]; }

  std::size_t digit(StateNumber state, std::size_t f) const {
    return state / weight_[f] % points_[f].size();
  }
  StateNumber with(StateNumber state, std::size_t f, std::size_t point) const {
    const auto old = static_cast<StateNumber>(digit(state, f));
    return static_cast<StateNumber>(state + (point - old) * weight_[f]);
  }
  bool has_start() const { return has_start_; }
  StateNumber start() const { return start_; }
  // Does the point satisfy the head of this causal rule? The domain is not regarded.
  bool in_head(std::size_t cause, std::size_t point) const {
    return head_truth_[cause][point] != 0;
  }
  std::size_t find(std::size_t f, const std::optional<Value>& value) const;
  Record record(StateNumber state) const;
  const StateFacts& facts(StateNumber state);

 private:
  std::vector<Point> list_points(std::size_t f, const std::optional<Value>* start, Fill fill);

  const Meaning& meaning_;
  std::vector<Cells> cells_;
  std::vector<std::vector<Point>> points_;
  std::vector<StateNumber> weight_;
  std::size_t state_count_ = 1;
  StateNumber start_ = 0;
  bool has_start_ = false;
  std::vector<std::vector<char>> test_truth_;  // by test and point of its feature
  std::vector<std::vector<char>> head_truth_;  // by cause and point; domain not regarded
  std::vector<StateFacts> facts_;
};

}  // namespace cogs::oracle
