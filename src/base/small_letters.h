// SPDX-License-Identifier: Apache-2.0
//
// Letters A to Z as a to z; all other characters stay, in every locale.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace cogs::base {

constexpr char small_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), small_letter);
  return small;
}

// Whether two names differ in nothing but capitals.
constexpr bool same_in_small_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char other) { return small_letter(one) == small_letter(other); });
}

}  // namespace cogs::base
