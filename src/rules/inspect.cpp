// SPDX-License-Identifier: Apache-2.0
#include "rules/inspect.h"

#include <algorithm>
#include <optional>

namespace cogs::rules {
namespace {

constexpr std::size_t least_rows = 20;

bool is_distinct(const table::Column& column, std::size_t rows) {
  const std::size_t filled = rows - column.missing_cells;
  // Nineteen of twenty rows have a value that no row before them had.
  return filled >= least_rows && column.texts.size() * 20 >= filled * 19;
}

bool rises(const table::Column& column, std::size_t rows) {
  for (std::size_t row = 1; row < rows; ++row) {
    if (column.codes[row] <= column.codes[row - 1]) return false;
  }
  return true;
}

bool is_sequence(const table::Column& column, std::size_t rows) {
  if (column.has_gaps() || column.numbers.size() != rows) return false;
  const auto integer = [](const base::Number& number) { return number.is_integer(); };
  if (!std::all_of(column.numbers.begin(), column.numbers.end(), integer)) return false;
  const base::Number width = column.numbers.back() - column.numbers.front();
  return width == base::Number(static_cast<std::int64_t>(rows) - 1) || rises(column, rows);
}

}  // namespace

std::vector<Identifier> find_identifiers(const table::Table& table, table::ColumnId label) {
  std::vector<Identifier> found;
  if (table.rows < least_rows) return found;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i == label.index()) continue;
    const table::Column& column = table.columns[i];
    if (column.numeric) {
      if (is_sequence(column, table.rows)) {
        found.push_back({table::ColumnId(i), IdentifierSign::sequence, column.numbers.size()});
      }
    } else if (is_distinct(column, table.rows)) {
      found.push_back({table::ColumnId(i), IdentifierSign::distinct, column.texts.size()});
    }
  }
  return found;
}

}  // namespace cogs::rules
