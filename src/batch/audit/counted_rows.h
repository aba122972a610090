// SPDX-License-Identifier: Apache-2.0
//
// Rows that stand for others with the same figures, so that an audit of a table can be taken apart:
// each part of the table gives few rows with counts (find_parts), and an audit of all these rows is
// that of the whole table. Counts are integers, so neither the parts nor their order matter.
//
// How many rows one stands for is said in a cell of its own, as a text: "n12:3;17;20" stands for
// twelve rows, of which 3, 17 and 20 (from 1) are the first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "batch/audit/outcomes.h"
#include "table/table.h"

namespace cogs::batch {

constexpr std::size_t most_examples = 5;    // rows that break a line
constexpr std::size_t most_bad_apart = 20;  // bad rows that a part keeps one by one

struct CountedRow {
  std::size_t row = 0;  // of the table, from 0
  std::uint64_t count = 1;
  std::vector<std::uint64_t> first;  // numbers of the first rows that it stands for, ascending

  std::string text() const;
};

class RowCounts {
 public:
  RowCounts() = default;  // each row stands for itself
  // `column`: with such texts; "": each row stands for itself. Throws base::InputError where there
  // is no such column, or cells of it are something else.
  RowCounts(const table::Table& table, const std::string& column);

  std::uint64_t of(std::size_t row) const { return counts_.empty() ? 1 : counts_[row]; }
  std::uint64_t number(std::size_t row) const { return counts_.empty() ? row + 1 : first_[row][0]; }
  template <class Use>
  void each_number(std::size_t row, Use&& use) const {
    if (counts_.empty()) {
      use(std::uint64_t{row} + 1);
    } else {
      for (const std::uint64_t number : first_[row]) use(number);
    }
  }
  // All rows, or those that are marked, with what they stand for.
  std::uint64_t sum(std::size_t rows) const;
  std::uint64_t sum(const std::vector<bool>& marked) const;

 private:
  std::vector<std::uint64_t> counts_;
  std::vector<std::vector<std::uint64_t>> first_;  // never empty
};

// One row for each outcome and each combination of cells in the columns `by`; bad rows beyond the
// first few are one. In the order of their first numbers.
std::vector<CountedRow> find_parts(const table::Table& table, const std::vector<std::size_t>& by,
                                   const std::vector<bool>& bad, const RowOutcomes& found,
                                   const RowCounts& counts);

}  // namespace cogs::batch
