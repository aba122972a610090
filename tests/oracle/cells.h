// SPDX-License-Identifier: Apache-2.0
//
// The cells of one feature (semantics.md 2) and the value of a cell that an answer reports
// (semantics.md 4: the one nearest to the old value). Part of the oracle.
#pragma once

#include <compare>
#include <optional>
#include <vector>

#include "oracle/meaning.h"
#include "oracle/restrictions.h"

namespace cogs::oracle {

// A place where a numeric domain is cut: just before or just after a number.
struct Cut {
  Number at;
  bool after = false;

  friend std::strong_ordering operator<=>(const Cut& a, const Cut& b) {
    if (const auto order = a.at <=> b.at; order != 0) return order;
    return a.after <=> b.after;
  }
  friend bool operator==(const Cut& a, const Cut& b) { return (a <=> b) == 0; }
};

class Cells {
 public:
  // Cut where a condition of the model compares, at the ends of the domain, at those of `range`,
  // and around `start` (each if given). In a set, values that the price names are apart too.
  Cells(const Meaning& meaning, std::size_t f, const std::optional<path::RangeOption>& range,
        const std::optional<Value>& start, const model::Price& price);

  std::size_t count() const { return count_; }
  std::size_t cell_of(const Value& value) const;

  // Numeric features: the values of the cell, nullopt if there are none.
  std::optional<model::Interval> interval(std::size_t cell) const;
  // The value of a cell that a change from `from` reports; the cell must have values, and must
  // not hold `from`. For a set domain the first one in order of declaration.
  Value nearest(const std::optional<Value>& from, std::size_t cell) const;
  // Values to try where a cell cannot be enumerated: its ends, values next to open ends, the
  // middle, all that `nearest` can give.
  std::vector<Value> samples(std::size_t cell) const;

 private:
  void cut_numbers(const Meaning& meaning, const std::optional<path::RangeOption>& range,
                   const std::optional<Value>& start);
  void fold_values(const Meaning& meaning, const std::optional<Value>& start,
                   const model::Price& price);
  Number lowest(const model::Interval& cell) const;
  Number highest(const model::Interval& cell) const;

  const model::Feature& feature_;
  std::size_t f_;
  std::size_t count_ = 0;
  Number resolution_ = 1;
  std::vector<Cut> cuts_;                // numeric
  std::vector<std::size_t> value_cell_;  // set domain: by declared index, then the start outside
};

// All conditions that rules and denials put on feature f, heads of causal rules included.
std::vector<model::Condition> conditions_on(const Meaning& meaning, std::size_t f);

}  // namespace cogs::oracle
