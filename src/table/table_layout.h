// SPDX-License-Identifier: Apache-2.0
//
// The beginning of a CSV text -> how the rest is read: format, column names, columns to keep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "table/block_cutter.h"
#include "table/detect_format.h"
#include "table/read_table.h"

namespace cogs::table {

// Each column has a price, whatever stands in it: a file of 10 MB could name millions.
constexpr std::size_t most_columns = 65536;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct TableLayout {
  Format format;
  std::vector<std::string> names;       // of all columns in the file
  std::vector<ColumnReading> readings;  // one each
  std::vector<bool> kept;               // one each
  std::size_t body = 0;         // offset of the first data row (or of empty lines before it)
  std::uint32_t body_line = 1;  // the line it is in
  std::vector<base::Diagnostic> warnings;
  // The columns from here on have no name, as where a sheet ends in empty ones.
  std::size_t named = static_cast<std::size_t>(-1);

  bool nameless(std::size_t column) const { return column >= named; }
};

// Column names from the first row, checked; or c1, c2, ... Looks at the head of what will be cut
// into blocks. Throws base::InputError for a file without rows, a bad first row, columns without a
// name of their own, and for options that name columns which are not there.
TableLayout read_layout(BlockCutter& cutter, const std::string& file, const ReadOptions& options);
// The same for columns that are known by other means.
TableLayout layout_of_columns(std::vector<std::string> names, const std::string& file,
                              const ReadOptions& options);

}  // namespace cogs::table
