// SPDX-License-Identifier: Apache-2.0
//
// Text that is safe and straight on a terminal: UTF-8 by code points, control characters and
// escape sequences made visible, widths, wrapping and colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cogs::output {

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

// Unprintable characters as \n, \t, \x1b or \u{202e}, bytes that are not UTF-8 as \xNN.
std::string safe_text(std::string_view text);

// Columns that a safe text takes on a terminal: wide East Asian characters take two.
std::size_t display_width(std::string_view text);

struct TextStyle {
  std::size_t width = 80;
  bool color = false;
};

enum class Tone { plain, strong, good, bad, doubtful, faint };
std::string toned(Tone tone, std::string_view text, const TextStyle& style);

// Breaks `text` at blanks to fit the width; the first line starts with `first`, the following
// with as many blanks as `first` is wide. Colour sequences take no room. Ends with a newline.
std::string wrapped(std::string_view first, std::string_view text, const TextStyle& style);

}  // namespace cogs::output
