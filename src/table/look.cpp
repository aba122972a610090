// SPDX-License-Identifier: Apache-2.0
#include "table/look.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/workers.h"

namespace cogs::table {
namespace {

constexpr std::size_t most_bars = 16, most_frequent = 12;

// The least number that `share` of the cells do not exceed.
const base::Number& quantile(const Column& column, const std::vector<std::size_t>& counts,
                             std::size_t cells, double share) {
  const auto wanted = static_cast<std::size_t>(std::ceil(share * static_cast<double>(cells)));
  std::size_t seen = 0;
  for (std::size_t code = 0; code < column.numbers.size(); ++code) {
    seen += counts[code];
    if (seen >= wanted) return column.numbers[code];
  }
  return column.numbers.back();
}

void look_at_numbers(const Column& column, const std::vector<std::size_t>& counts,
                     ColumnLook& out) {
  if (column.numbers.empty()) return;
  std::size_t cells = 0;
  double sum = 0;
  for (std::size_t code = 0; code < column.numbers.size(); ++code) {
    cells += counts[code];
    sum += column.numbers[code].approximate() * static_cast<double>(counts[code]);
  }
  out.low = column.numbers.front();
  out.high = column.numbers.back();
  out.first_quarter = quantile(column, counts, cells, 0.25);
  out.median = quantile(column, counts, cells, 0.5);
  out.third_quarter = quantile(column, counts, cells, 0.75);
  out.mean = cells == 0 ? 0 : sum / static_cast<double>(cells);
  out.integers = std::all_of(column.numbers.begin(), column.numbers.end(),
                             [](const base::Number& number) { return number.is_integer(); });
  const double low = out.low->approximate(), width = out.high->approximate() - low;
  const std::size_t parts = std::min(most_bars, column.numbers.size());
  out.bars.assign(parts, 0);
  for (std::size_t code = 0; code < column.numbers.size(); ++code) {
    const double share = width > 0 ? (column.numbers[code].approximate() - low) / width : 0;
    const auto at = static_cast<std::size_t>(share * static_cast<double>(parts));
    out.bars[std::min(at, parts - 1)] += counts[code];
  }
}

void look_at_names(const Column& column, const std::vector<std::size_t>& counts, ColumnLook& out) {
  std::vector<Code> codes(column.texts.size());
  std::iota(codes.begin(), codes.end(), static_cast<Code>(column.numbers.size()));
  const std::size_t shown = std::min(most_frequent, codes.size());
  std::partial_sort(
      codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(shown), codes.end(),
      [&](Code a, Code b) { return counts[a] != counts[b] ? counts[a] > counts[b] : a < b; });
  for (std::size_t i = 0; i < shown; ++i) {
    out.frequent.push_back({column.text(codes[i]), counts[codes[i]]});
    out.bars.push_back(counts[codes[i]]);
  }
}

ColumnLook look_at(const Column& column) {
  ColumnLook out;
  out.column = &column;
  out.filled = column.codes.size() - column.missing_cells;
  out.distinct = column.missing();
  std::vector<std::size_t> counts(column.code_count(), 0);
  column.codes.visit([&](auto codes) {
    for (const auto code : codes) ++counts[code];
  });
  column.numeric ? look_at_numbers(column, counts, out) : look_at_names(column, counts, out);
  return out;
}

}  // namespace

TableLook look(const Table& table, unsigned threads) {
  TableLook out;
  out.columns.resize(table.columns.size());
  std::atomic<std::size_t> next = 0;
  const auto count = static_cast<unsigned>(std::min<std::size_t>(
      base::thread_count(threads), std::max<std::size_t>(1, table.columns.size())));
  base::run_on_threads(count, [&](unsigned) {
    for (std::size_t i; (i = next++) < table.columns.size();) {
      out.columns[i] = look_at(table.columns[i]);
    }
  });
  out.codes = find_shared_codes(table);
  return out;
}

}  // namespace cogs::table
