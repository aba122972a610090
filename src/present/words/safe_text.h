// SPDX-License-Identifier: Apache-2.0
//
// Text that is safe and straight on a terminal: control characters and escape sequences made
// visible, widths, wrapping and colours.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace cogs::present {

using base::CodePoint;
using base::is_unprintable;
using base::next_code_point;

// Unprintable characters as \n, \t, \x1b or \u{202e}, bytes that are not UTF-8 as \xNN.
std::string safe_text(std::string_view text);

// Columns that a safe text takes on a terminal: wide East Asian characters take two.
std::size_t display_width(std::string_view text);

// With blanks behind it, or in front of it with `right`, so that it takes `width` columns.
std::string padded(const std::string& text, std::size_t width, bool right = false);

struct TextStyle {
  std::size_t width = 80;
  bool color = false;
};

enum class Tone { plain, strong, good, bad, doubtful, faint };
std::string toned(Tone tone, std::string_view text, const TextStyle& style);

// Breaks `text` at blanks to fit the width; the first line starts with `first`, the following
// with as many blanks as `first` is wide. Colour sequences take no room. Ends with a newline.
std::string wrapped(std::string_view first, std::string_view text, const TextStyle& style);

}  // namespace cogs::present
