// SPDX-License-Identifier: Apache-2.0
//
// The functions of arithmetic on numbers that are known: `is` and the comparisons.
//
// Exact numbers stay exact, also under division (3/2 is a number); an operation with a
// floating-point operand gives a floating-point number, as in Prolog.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/number.h"

namespace cogs::logic {

struct ArithmeticValue {
  base::Number number;
  bool real = false;
};

// Nullopt: there is no such function, or no value (division by zero, too large a power).
std::optional<ArithmeticValue> apply_function(std::string_view name,
                                              std::span<const ArithmeticValue> arguments);

}  // namespace cogs::logic
