// SPDX-License-Identifier: Apache-2.0
//
// Texts as a person would order them: runs of digits by their number, all else by bytes.
#pragma once

#include <compare>
#include <string_view>

namespace cogs::table {

// "2" before "10", "item 9" before "item 10". Equal only for equal texts.
std::strong_ordering natural_order(std::string_view a, std::string_view b);

}  // namespace cogs::table
