// SPDX-License-Identifier: Apache-2.0
//
// The sums by which paths are compared, prices by amount and normalised changes (semantics.md 4),
// and what an answer owes to them.
//
// Two people whose values lie in the same cells have the same paths; only how far their values
// are from where they should be can make another path the better one. While a Trace is kept,
// a Distance knows how it depends on the values of the start, and every comparison of two
// Distances leaves behind what it compared and how it came out. Whoever lies in the same cells
// and has the same outcomes has the same answer.
#pragma once

#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/number.h"

namespace cogs::state {

using base::Number;

// What a form may depend on: the value of a feature at the start, or where that value lies along
// the feature's price upwards or downwards (model::position).
enum class Aspect : std::uint32_t { value, position_up, position_down };

// constant + the sum of factor * (aspect of the feature at the start).
struct LinearForm {
  struct Term {
    std::uint32_t variable;
    Number factor;
    friend bool operator==(const Term&, const Term&) = default;
  };
  Number constant = 0;
  std::vector<Term> terms;  // by variable, no factor is 0

  static std::uint32_t variable_of(std::uint32_t feature, Aspect aspect) {
    return 3 * feature + static_cast<std::uint32_t>(aspect);
  }

  void add(const LinearForm& other, const Number& times);
  friend bool operator==(const LinearForm&, const LinearForm&) = default;
};

class Trace {
 public:
  struct Comparison {
    LinearForm difference;
    std::strong_ordering outcome = std::strong_ordering::equal;  // of the difference and 0
  };

  const std::vector<Comparison>& comparisons() const { return comparisons_; }
  void note(LinearForm difference, std::strong_ordering outcome);

  // The answer depends on the start in a way that comparisons do not tell: it is this person's
  // alone.
  void make_personal() { personal_ = true; }
  bool personal() const { return personal_; }

  // The answer is made of the start's own value of a feature with listed values. That is no secret
  // among people who have that very value; for others it is this person's alone.
  void use_value(std::uint32_t feature) {
    if (feature < same_value_.size() && same_value_[feature]) return;
    used_values_.push_back(feature);
    make_personal();
  }
  // By feature: those for whom the answer is all have the same value.
  void let_share(std::vector<bool> same_value) { same_value_ = std::move(same_value); }
  const std::vector<std::uint32_t>& used_values() const { return used_values_; }

 private:
  static constexpr std::size_t most_comparisons = 96;

  std::vector<Comparison> comparisons_;
  std::vector<bool> same_value_;
  std::vector<std::uint32_t> used_values_;
  bool personal_ = false;
};

class Distance {
 public:
  Distance(Number value = 0) : value_(std::move(value)) {}  // NOLINT: a number is a distance
  Distance(Number value, LinearForm form, Trace* trace)
      : value_(std::move(value)), form_(std::move(form)), trace_(trace) {}

  const Number& value() const { return value_; }
  double approximate() const { return value_.approximate(); }
  // How it depends on the start; a constant where nothing was traced.
  LinearForm form() const { return trace_ ? form_ : LinearForm{value_, {}}; }

  Distance& operator+=(const Distance& other);
  friend Distance operator+(Distance a, const Distance& b) { return a += b; }
  friend std::strong_ordering operator<=>(const Distance& a, const Distance& b);
  friend bool operator==(const Distance& a, const Distance& b) { return (a <=> b) == 0; }

 private:
  Number value_;
  LinearForm form_;  // of no meaning without a trace
  Trace* trace_ = nullptr;
};

}  // namespace cogs::state
