// SPDX-License-Identifier: Apache-2.0
//
// The first rows of a CSV text -> its delimiter, and whether the first row names the columns.
//
// Delimiter: of comma, semicolon, tab and bar the one that gives the most rows as many fields as
// the first row, at least two; of equals the one that gives more fields, then the first of this
// list. Comma if none gives two.
//
// Header: the first row is one if it has a text above a column of numbers, or if none of its
// fields reads as a number or is a mark of missing cells. So a table of texts alone is taken to
// have a header.
//
// Only the first hundred rows are looked at, and of these what stands in the first 64 KB.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace cogs::table {

constexpr std::size_t sample_bytes = std::size_t{64} << 10;

struct Format {
  char delimiter = ',';
  bool header = true;
};

// `sample`: the text's beginning, sample_bytes of it or all there is (`is_all`), without a byte
// order mark. What is given is taken as it is.
Format detect_format(std::string_view sample, bool is_all, std::optional<char> delimiter,
                     std::optional<bool> header, const std::unordered_set<std::string>& missing);

}  // namespace cogs::table
