// SPDX-License-Identifier: Apache-2.0
#include "table/read_table.h"

#include <algorithm>
#include <utility>

#include "base/text_file.h"
#include "table/csv_rules.h"
#include "table/field_dictionary.h"
#include "table/settle_column.h"
#include "table/table_layout.h"

namespace cogs::table {
namespace {

constexpr std::size_t most_errors = 20;

}  // namespace

Table parse_table(std::string_view text, const std::string& name, const ReadOptions& options) {
  const TableLayout layout = read_layout(text, true, name, options);
  const std::size_t columns = layout.names.size();
  const char delimiter = layout.format.delimiter;
  std::vector<FieldDictionary> dictionaries(columns);
  std::vector<std::vector<Code>> codes(columns);
  std::vector<base::Diagnostic> errors;
  std::size_t bad_rows = 0, rows = 0;
  std::vector<std::uint32_t> ends;
  std::uint32_t line = layout.body_line;
  std::uint64_t number = 0;
  std::size_t next = 0;
  for (std::size_t begin = layout.body; begin < text.size(); begin = next) {
    const RowEnd row = find_row_end(text, begin, delimiter, true);
    next = row.next;
    const std::uint32_t row_line = line;
    line += static_cast<std::uint32_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                                  text.begin() + static_cast<std::ptrdiff_t>(next),
                                                  '\n'));
    if (row.end == begin && columns > 1) continue;
    ++number;
    std::size_t at = 0;
    RowFault fault = check_characters(text.substr(begin, row.end - begin), at);
    at += begin;
    if (fault == RowFault::none) fault = row.fault, at = row.fault_at;
    ends.clear();
    if (fault == RowFault::none) {
      split_row(text, begin, row.end, delimiter, ends);
      fault = check_carriage_returns(text, begin, ends.data(), ends.size(), at);
    }
    base::Diagnostic d;
    if (fault != RowFault::none) {
      d = describe(fault);
    } else if (ends.size() != columns) {
      d = describe_field_count(number, ends.size(), columns, layout.format.header, delimiter);
      const std::size_t odd = std::min(ends.size() - 1, columns);
      at = odd == 0 ? begin : ends[odd - 1] + std::size_t{1};
    }
    if (!d.message.empty()) {
      ++bad_rows;
      if (errors.size() < most_errors) {
        d.file = name;
        d.place = place_in_text(text, begin, row_line, at);
        d.source_line = line_around(text, at);
        errors.push_back(std::move(d));
      }
      continue;
    }
    ++rows;
    std::size_t field = begin;
    for (std::size_t i = 0; i < columns; ++i) {
      if (layout.kept[i]) {
        codes[i].push_back(dictionaries[i].code(text.substr(field, ends[i] - field)));
      }
      field = ends[i] + std::size_t{1};
    }
  }
  Table table;
  table.file = name;
  table.rows = rows;
  if (bad_rows > 0) {
    if (!options.skip_bad_rows) throw base::InputError(std::move(errors));
    for (base::Diagnostic& d : errors) {
      d.severity = base::Severity::warning;
      table.warnings.push_back(std::move(d));
    }
  }
  const SettleOptions settle{{options.missing.begin(), options.missing.end()},
                             options.missing_is_value};
  for (std::size_t i = 0; i < columns; ++i) {
    if (!layout.kept[i]) continue;
    SettledColumn settled = settle_column(dictionaries[i], layout.types[i], settle);
    Column& column = table.columns.emplace_back(std::move(settled.column));
    column.name = layout.names[i];
    column.codes = Codes(rows, column.missing());
    for (std::size_t row = 0; row < rows; ++row) {
      const Code code = settled.code_of[codes[i][row]];
      column.codes.set(row, code);
      column.missing_cells += code == column.missing();
    }
  }
  return table;
}

Table read_table(const std::string& file, const ReadOptions& options) {
  const std::string text = base::read_text_file(file, std::size_t{1} << 40);
  return parse_table(text, file == "-" ? "standard input" : file, options);
}

}  // namespace cogs::table
