// SPDX-License-Identifier: Apache-2.0
//
// UTF-8, one code point at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cogs::base {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 1;
  bool valid = false;  // false: one byte that is not part of valid UTF-8
  std::string_view raw;
};

// The first code point of a text that is not empty.
CodePoint next_code_point(std::string_view text);

// Control characters (C0, DEL, C1), and those that reorder or hide text: what could make a
// terminal do or show something else.
bool is_unprintable(std::uint32_t code_point);

}  // namespace cogs::base
