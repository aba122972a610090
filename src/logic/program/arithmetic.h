// SPDX-License-Identifier: Apache-2.0
//
// The functions of arithmetic on numbers that are known: `is` and the comparisons.
//
// Exact numbers stay exact, also under division (3/2 is a number); an operation with a
// floating-point operand gives a floating-point number, as in Prolog.
#pragma once

#include <exception>
#include <optional>
#include <span>
#include <string_view>

#include "base/number.h"

namespace cogs::logic {

struct ArithmeticValue {
  base::Number number;
  bool real = false;
};

// A number that is too large to be written down. It has a value, so nothing is false because of
// it: the run ends.
struct TooLarge : std::exception {
  const char* what() const noexcept override { return "a number is too large"; }
};

// Throws TooLarge if it is.
void check_size(const base::Number& number);

bool is_function(std::string_view name, std::size_t arity);

// Nullopt: there is no such function, or no value (division by zero). Throws TooLarge.
std::optional<ArithmeticValue> apply_function(std::string_view name,
                                              std::span<const ArithmeticValue> arguments);

}  // namespace cogs::logic
