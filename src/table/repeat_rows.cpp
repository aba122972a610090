// SPDX-License-Identifier: Apache-2.0
#include "table/repeat_rows.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace cogs::table {
namespace {

constexpr std::size_t most_counted_rows = std::numeric_limits<std::uint32_t>::max() - 1;

// By code of the column; 0 where the value is no count.
std::vector<std::size_t> counts_by_code(const Column& column) {
  std::vector<std::size_t> counts(column.code_count(), 0);
  for (Code code = 0; code < column.missing(); ++code) {
    const auto number = base::Number::parse(column.text(code));
    const auto count = number ? number->to_int64() : std::nullopt;
    if (count && *count > 0) counts[code] = static_cast<std::size_t>(*count);
  }
  return counts;
}

Codes repeated_codes(const Codes& codes, Code largest, const std::vector<std::size_t>& times,
                     std::size_t rows) {
  Codes out(rows, largest);
  codes.visit([&](const auto from) {
    out.visit([&](auto to) {
      auto place = to.begin();
      for (std::size_t row = 0; row < from.size(); ++row) {
        using Narrow = typename decltype(to)::value_type;
        place = std::fill_n(place, times[row], static_cast<Narrow>(from[row]));
      }
    });
  });
  return out;
}

}  // namespace

Table repeat_rows(const Table& table, const std::string& counts) {
  const auto id = table.find_in_any_capitals(counts);
  if (!id) {
    throw base::InputError(base::error_about(
        table.file, "there is no column '" + counts + "' that says how many rows a row stands for",
        {}));
  }
  const Column& counting = table.column(*id);
  const std::vector<std::size_t> by_code = counts_by_code(counting);
  std::vector<std::size_t> times(table.rows);
  Table out{table.file, {}, 0, table.warnings, table.exhausted};
  for (std::size_t row = 0; row < table.rows; ++row) {
    const Code code = counting.codes[row];
    times[row] = by_code[code];
    if (times[row] == 0) {
      throw base::InputError(
          base::error_about(table.file,
                            "row " + std::to_string(row + 1) + ": '" + counting.text(code) +
                                "' in '" + counting.name + "' is no number of rows",
                            "it is a whole number from 1 on; leave out rows that stand for none"));
    }
    if (times[row] > most_counted_rows - out.rows) {
      throw base::InputError(base::error_about(
          table.file, "the rows stand for more than " + std::to_string(most_counted_rows) + " rows",
          "learn from a sample of them"));
    }
    out.rows += times[row];
  }
  for (const Column& column : table.columns) {
    if (&column == &counting) continue;
    Column more = column;
    more.codes = repeated_codes(column.codes, column.missing(), times, out.rows);
    more.missing_cells = 0;
    for (std::size_t row = 0; row < table.rows && column.missing_cells > 0; ++row) {
      if (column.codes[row] == column.missing()) more.missing_cells += times[row];
    }
    out.columns.push_back(std::move(more));
  }
  return out;
}

}  // namespace cogs::table
