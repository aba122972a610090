// SPDX-License-Identifier: Apache-2.0
#include "table/natural_order.h"

#include <algorithm>
#include <cstddef>

#include "base/digit.h"

namespace cogs::table {
namespace {

using base::is_digit;

// The run of digits at `at`, without leading zeros; moves `at` behind it.
std::string_view digits(std::string_view text, std::size_t& at) {
  while (at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1])) ++at;
  const std::size_t first = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return text.substr(first, at - first);
}

}  // namespace

std::strong_ordering natural_order(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view left = digits(a, i), right = digits(b, j);
      if (left.size() != right.size()) return left.size() <=> right.size();
      if (const int order = left.compare(right); order != 0) return order <=> 0;
    } else {
      if (a[i] != b[j]) {
        return static_cast<unsigned char>(a[i]) <=> static_cast<unsigned char>(b[j]);
      }
      ++i, ++j;
    }
  }
  if (i < a.size() || j < b.size()) return (a.size() - i) <=> (b.size() - j);
  return a.compare(b) <=> 0;  // "01" and "1": some order, always the same
}

}  // namespace cogs::table
