// SPDX-License-Identifier: Apache-2.0
#include "table/detect_format.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "table/cell_number.h"
#include "table/csv_rules.h"

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

bool has_header(const std::vector<Row>& rows, const std::unordered_set<std::string>& missing) {
  if (rows.empty()) return true;
  const auto means_missing = [&](std::string_view text) {
    text = without_blanks(text);
    return text.empty() || missing.contains(std::string(text));
  };
  bool only_texts = true;
  for (std::size_t column = 0; column < rows[0].size(); ++column) {
    const std::string_view first = rows[0][column];
    if (cell_number(first)) {
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
      (cell_number(rows[i][column]) ? numbers_below : texts_below) = true;
    }
    if (numbers_below && !texts_below) return true;
  }
  return only_texts;
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
  format.header =
      header ? *header : has_header(first_rows(sample, is_all, format.delimiter), missing);
  return format;
}

}  // namespace cogs::table
