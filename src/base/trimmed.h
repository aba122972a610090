// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cogs::base {

// Without the blanks at both ends. Stays a part of `text`, also where it is empty.
constexpr std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return text.substr(text.size());
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace cogs::base
