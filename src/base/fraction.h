// SPDX-License-Identifier: Apache-2.0
//
// Numbers as whole multiples of a common part.
#pragma once

#include <cstdint>
#include <optional>

#include "base/number.h"

namespace cogs::base {

// `__extension__`: both compilers have the type, ISO C++ has not.
__extension__ typedef __int128 WideInteger;

// The positive n for which n * number is the least whole multiple.
Number denominator_of(const Number& number);
// Of two positive whole numbers.
Number least_common_multiple(const Number& a, const Number& b);
// The value as a machine integer of up to 126 bits, if it is one.
std::optional<WideInteger> to_wide(const Number& number);
Number from_wide(WideInteger value);
// 2 to the power of `exponent`, which may be negative.
Number power_of_two(int exponent);

}  // namespace cogs::base
