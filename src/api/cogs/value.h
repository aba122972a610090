// SPDX-License-Identifier: Apache-2.0
//
// The values that answers are made of: exact numbers, values of features, sets of these. All are
// plain data that own what they hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cogs {

// An exact rational number in lowest terms, of any size: 0.1 is one tenth.
struct Number {
  std::string numerator = "0";    // digits, perhaps with a minus sign
  std::string denominator = "1";  // digits, positive
  std::string text = "0";         // "-12", "0.1", or "1/3" where there is no finite decimal
  double approximate = 0;

  bool is_integer() const { return denominator == "1"; }
  friend bool operator==(const Number& a, const Number& b) {
    return a.numerator == b.numerator && a.denominator == b.denominator;
  }
};

// Throws InputError for a text that is no number; reads "-12", "0.10", "1e3", "1/3".
Number parse_number(const std::string& text);

// A value of a feature. `number` is there whenever the text reads as one.
struct Value {
  std::string text;
  std::optional<Number> number = {};
};

// A feature with its value; no value: it is missing.
struct NamedValue {
  std::string feature;
  std::optional<Value> value;
};

// Numbers without a gap; a missing end is unbounded.
struct Interval {
  std::optional<Number> low, high;
  bool low_open = false, high_open = false;  // does the end itself not belong to it?
};

// Intervals in ascending order for a numeric feature, values in declared order for another.
struct ValueSet {
  std::vector<Interval> intervals;
  std::vector<Value> values;
};

// A rule of the model: of the decision, of causes, or a denial. The id is its place among the rules
// of its kind, from 0; two rules may stand on one line.
struct RuleRef {
  enum class Kind { decision, causal, denial };
  Kind kind = Kind::decision;
  std::uint32_t id = 0;
  std::uint32_t line = 0;  // in the model's text, from 1
};

}  // namespace cogs
