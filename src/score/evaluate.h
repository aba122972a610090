// SPDX-License-Identifier: Apache-2.0
//
// Ensemble + row -> raw scores. Two ways that share only the walk down a tree: as the deployed
// library computes them, every rounding included, and exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "score/ensemble.h"

namespace cogs::score {

// What a row has in a column.
struct Value {
  enum class Kind : std::uint8_t { missing, number, category, unknown };

  Kind kind = Kind::missing;
  std::uint32_t code = 0;  // category
  double number = 0.0;     // number: as it was read, before the column's rounding

  static Value of_number(double number) { return {Kind::number, 0, number}; }
  static Value of_category(std::uint32_t code) { return {Kind::category, code, 0.0}; }
  static Value of_unknown() { return {Kind::unknown, 0, 0.0}; }
};

// What a text means in a column: "" and "nan" are missing, a number is read once, to the nearest
// double. None where a number column has something else.
std::optional<Value> read_value(const Column& column, std::string_view text);

// Whether a test holds (the child `yes` is taken).
bool goes_yes(const Ensemble& ensemble, const Node& node, const Value& value);

// The index of the leaf that a row comes to. The row has a value for each column.
std::uint32_t leaf_of(const Ensemble& ensemble, const Tree& tree, std::span<const Value> row);

// The raw score of each output in the deployed arithmetic; float32 sums are given as the doubles
// that they are. An exact sum is rounded once, at the end. NaN where a linear term has no number.
std::vector<double> raw_scores(const Ensemble& ensemble, std::span<const Value> row);

// The exact value of (scale * (base + contributions) + bias) / divisor. None where a linear term
// has no number.
std::optional<std::vector<base::Number>> exact_scores(const Ensemble& ensemble,
                                                      std::span<const Value> row);

// What a leaf adds, exactly, before scale and divisor.
base::Number exact_value(const Ensemble& ensemble, const Node& leaf);

// The base, likewise.
base::Number exact_base(const Ensemble& ensemble, std::size_t output);

}  // namespace cogs::score
