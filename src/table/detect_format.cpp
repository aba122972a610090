// SPDX-License-Identifier: Apache-2.0
#include "table/detect_format.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/date.h"
#include "table/cell_number.h"
#include "table/csv_rules.h"
#include "table/written_number.h"

namespace cogs::table {
namespace {

constexpr std::size_t most_rows = 100;

using Row = std::vector<std::string_view>;

// Rows that are complete and not bad; empty lines are left out.
std::vector<Row> first_rows(std::string_view sample, bool is_all, char delimiter) {
  std::vector<Row> rows;
  std::vector<std::uint32_t> ends;
  for (std::size_t begin = 0; begin < sample.size() && rows.size() < most_rows;) {
    const RowEnd row = find_row_end(sample, begin, delimiter, is_all);
    // A first row that is longer than the sample still says more than nothing.
    if (!row.complete && !rows.empty()) break;
    if (row.fault == RowFault::none && row.end > begin) {
      ends.clear();
      split_row(sample, begin, row.end, delimiter, ends);
      Row fields;
      std::size_t field = begin;
      for (const std::uint32_t end : ends) {
        fields.push_back(field_content(sample.substr(field, end - field)).text);
        field = end + std::size_t{1};
      }
      rows.push_back(std::move(fields));
    }
    if (!row.complete) break;
    begin = row.next;
  }
  return rows;
}

bool is_number_like(std::string_view text) {
  return cell_number(text) || written_number(text, false) || written_number(text, true) ||
         base::parse_date(without_blanks(text), base::iso_time);
}

bool has_header(const std::vector<Row>& rows, const std::unordered_set<std::string>& missing) {
  if (rows.empty()) return true;
  const auto means_missing = [&](std::string_view text) {
    text = without_blanks(text);
    return text.empty() || missing.contains(std::string(text));
  };
  bool only_texts = true;
  for (std::size_t column = 0; column < rows[0].size(); ++column) {
    const std::string_view first = rows[0][column];
    if (is_number_like(first)) {
      only_texts = false;
      continue;
    }
    if (means_missing(first)) {
      if (!without_blanks(first).empty()) only_texts = false;
      continue;
    }
    bool numbers_below = false, texts_below = false;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      if (column >= rows[i].size() || means_missing(rows[i][column])) continue;
      (is_number_like(rows[i][column]) ? numbers_below : texts_below) = true;
    }
    if (numbers_below && !texts_below) return true;
  }
  return only_texts;
}

// `3,5;4,2`, without a header: semicolons part numbers here, and commas would part their digits.
bool comma_is_decimal(std::string_view sample, bool is_all) {
  const std::vector<Row> rows = first_rows(sample, is_all, ';');
  bool comma = false;
  for (const Row& row : rows) {
    if (row.size() != rows[0].size() || row.size() < 2) return false;
    for (const std::string_view field : row) {
      const bool has = field.find(',') != std::string_view::npos;
      comma = comma || has;
      if (has && !written_number(field, true)) return false;
    }
  }
  return comma;
}

}  // namespace

Format detect_format(std::string_view sample, bool is_all, std::optional<char> delimiter,
                     std::optional<bool> header, const std::unordered_set<std::string>& missing) {
  is_all = is_all && sample.size() <= sample_bytes;
  sample = sample.substr(0, sample_bytes);
  Format format;
  if (delimiter) {
    format.delimiter = *delimiter;
  } else {
    std::size_t best_agreeing = 0, best_fields = 1;
    for (const char candidate : std::array{',', ';', '\t', '|'}) {
      const std::vector<Row> rows = first_rows(sample, is_all, candidate);
      if (rows.empty() || rows[0].size() < 2) continue;
      const std::size_t fields = rows[0].size();
      const auto agreeing = static_cast<std::size_t>(std::count_if(
          rows.begin(), rows.end(), [&](const Row& row) { return row.size() == fields; }));
      if (agreeing > best_agreeing || (agreeing == best_agreeing && fields > best_fields)) {
        best_agreeing = agreeing;
        best_fields = fields;
        format.delimiter = candidate;
      }
    }
  }
  if (!delimiter && format.delimiter == ',' && comma_is_decimal(sample, is_all)) {
    format.delimiter = ';';
  }
  format.header =
      header ? *header : has_header(first_rows(sample, is_all, format.delimiter), missing);
  return format;
}

}  // namespace cogs::table
