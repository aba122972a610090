// SPDX-License-Identifier: Apache-2.0
//
// The values that features take, and records: one value a feature, or none where it is missing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/number.h"

namespace cogs::model {

using base::Number;

// In a set domain the text identifies a value, quoted or not; in a numeric domain the number
// does. `number` is set whenever the text reads as a number.
struct Value {
  std::string text;
  std::optional<Number> number;

  static Value of(std::string text);
  static Value of(const Number& number);

  friend bool operator==(const Value& a, const Value& b) { return a.text == b.text; }
};

// Indexed by FeatureId. Numeric values are canonical (text == number->text()).
using Record = std::vector<std::optional<Value>>;

// A set of numbers without gaps. A missing end is unbounded.
struct Interval {
  std::optional<Number> low, high;
  bool low_open = false, high_open = false;  // meaningless at an unbounded end

  bool contains(const Number& n) const {
    if (low && (n < *low || (low_open && n == *low))) return false;
    return !(high && (n > *high || (high_open && n == *high)));
  }
  friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace cogs::model
