// SPDX-License-Identifier: Apache-2.0
//
// The text of a cell -> the number that it is.
//
// A number is what base::Number reads, with blanks around it allowed, and ".5" and "5." as many
// programs write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/number.h"

namespace cogs::table {

std::optional<base::Number> cell_number(std::string_view text);

// digits / 10^decimals, at most 18 of each: the common case, which needs no arithmetic.
struct Decimal {
  std::int64_t digits = 0;
  int decimals = 0;
};
std::optional<Decimal> cell_decimal(std::string_view text);

// The text has the form of a number, but one that no computation can use ("1e999999").
bool is_number_out_of_range(std::string_view text);

}  // namespace cogs::table
