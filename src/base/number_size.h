// SPDX-License-Identifier: Apache-2.0
//
// How large a number is in memory, for limits on what is computed.
#pragma once

#include <cstddef>

#include "base/number.h"

namespace cogs::base {

// Binary digits of numerator and denominator together.
std::size_t size_in_bits(const Number& number);

}  // namespace cogs::base
