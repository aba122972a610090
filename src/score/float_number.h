// SPDX-License-Identifier: Apache-2.0
//
// Between exact numbers and machine floats.
#pragma once

#include <optional>
#include <string_view>

#include "base/number.h"

namespace cogs::score {

// The exact value of a finite double.
base::Number exact(double value);

// The double nearest to a number, ties to even, as every correct reader of decimals gives it;
// infinite where the number is beyond all doubles.
double nearest_double(const base::Number& number);

// A whole text as a float, rounded once: "5E-1", "1e-400" (0), "-Infinity", "nan". None where it is
// no number.
std::optional<float> read_float32(std::string_view text);
std::optional<double> read_float64(std::string_view text);

}  // namespace cogs::score
