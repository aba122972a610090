// SPDX-License-Identifier: Apache-2.0
//
// The beginning of a CSV text -> how the rest is read: format, column names, columns to keep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table/csv_rules.h"
#include "table/detect_format.h"
#include "table/read_table.h"
#include "table/settle_column.h"

namespace cogs::table {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct TableLayout {
  Format format;
  std::vector<std::string> names;  // of all columns in the file
  std::vector<ColumnType> types;   // one each
  std::vector<bool> kept;          // one each
  std::size_t body = 0;            // offset of the first data row (or of empty lines before it)
  std::uint32_t body_line = 1;     // the line it is in
};

// Column names from the first row, checked; or c1, c2, ... `text` must hold the sample that
// detect_format.h looks at; `is_all`: it is the whole file. nullopt: the first row does not end in
// it. Throws base::InputError for a file without rows, a bad first row, columns without a name of
// their own, and for options that name columns which are not there.
std::optional<TableLayout> read_layout(std::string_view text, bool is_all, const std::string& file,
                                       const ReadOptions& options,
                                       std::size_t longest_row = longest_row_bytes);

}  // namespace cogs::table
