// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/counted_rows.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "base/diagnostic.h"

namespace cogs::batch {

namespace {

// What a cell says; nullopt: it is no such text.
std::optional<CountedRow> read_counted(const std::string& text) {
  CountedRow row;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&](char before, std::uint64_t& value) {
    if (at == end || *at != before) return false;
    const auto [after, error] = std::from_chars(at + 1, end, value);
    at = after;
    return error == std::errc() && value > 0;
  };
  if (!number('n', row.count)) return std::nullopt;
  for (char before = ':'; at != end; before = ';') {
    if (!number(before, row.first.emplace_back())) return std::nullopt;
    const std::size_t known = row.first.size();
    if (known > 1 && row.first[known - 2] >= row.first[known - 1]) return std::nullopt;
  }
  if (row.first.empty() || row.first.size() > row.count) return std::nullopt;
  return row;
}

}  // namespace

std::string CountedRow::text() const {
  std::string text = "n" + std::to_string(count);
  for (std::size_t i = 0; i < first.size(); ++i) {
    text += (i == 0 ? ":" : ";") + std::to_string(first[i]);
  }
  return text;
}

RowCounts::RowCounts(const table::Table& table, const std::string& column) {
  if (column.empty()) return;
  const auto id = table.find(column);
  if (!id) {
    throw base::InputError(
        base::error_about(table.file, "there is no column '" + column + "' with counts of rows"));
  }
  const table::Column& cells = table.column(*id);
  for (std::size_t row = 0; row < table.rows; ++row) {
    const std::string text = cells.text(cells.codes[row]);
    std::optional<CountedRow> counted = read_counted(text);
    if (!counted) {
      throw base::InputError(base::error_about(
          table.file, "row " + std::to_string(row + 1) + ", column '" + column + "': '" + text +
                          "' does not say how many rows this one stands for, such as n2:1;7"));
    }
    counts_.push_back(counted->count);
    first_.push_back(std::move(counted->first));
  }
}

std::uint64_t RowCounts::sum(std::size_t rows) const {
  if (counts_.empty()) return rows;
  std::uint64_t all = 0;
  for (const std::uint64_t count : counts_) all += count;
  return all;
}

std::uint64_t RowCounts::sum(const std::vector<bool>& marked) const {
  std::uint64_t all = 0;
  for (std::size_t row = 0; row < marked.size(); ++row) all += marked[row] ? of(row) : 0;
  return all;
}

std::vector<CountedRow> find_parts(const table::Table& table, const std::vector<std::size_t>& by,
                                   const std::vector<bool>& bad, const RowOutcomes& found,
                                   const RowCounts& counts) {
  std::vector<CountedRow> parts;
  std::unordered_map<std::string, std::size_t> known;
  std::string key;
  std::size_t bad_apart = 0;
  const auto add = [&](std::uint32_t number) {
    key.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  for (std::size_t row = 0; row < table.rows; ++row) {
    key.clear();
    add(found.of_row[row]);
    if (!bad.empty() && bad[row]) {
      add(bad_apart < most_bad_apart ? static_cast<std::uint32_t>(bad_apart++) : no_outcome);
    } else {
      for (const std::size_t column : by) add(table.columns[column].codes[row]);
    }
    const auto [at, fresh] = known.emplace(key, parts.size());
    if (fresh) parts.push_back({row, 0, {}});
    CountedRow& part = parts[at->second];
    part.count += counts.of(row);
    counts.each_number(row, [&](std::uint64_t number) { part.first.push_back(number); });
    if (part.first.size() > 4 * most_examples) {
      std::sort(part.first.begin(), part.first.end());
      part.first.resize(most_examples);
    }
  }
  for (CountedRow& part : parts) {
    std::sort(part.first.begin(), part.first.end());
    if (part.first.size() > most_examples) part.first.resize(most_examples);
  }
  std::sort(parts.begin(), parts.end(), [](const CountedRow& a, const CountedRow& b) {
    return a.first.front() < b.first.front();
  });
  return parts;
}

}  // namespace cogs::batch
