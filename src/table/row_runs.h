// SPDX-License-Identifier: Apache-2.0
//
// A block of rows -> runs of good rows, each an array of field bounds, and the bad rows between.
//
// A block without anything odd in it is one run, found 64 bytes at a time (index_fields.h); any
// other is gone through row by row (csv_rules.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "table/csv_rules.h"
#include "table/index_fields.h"

namespace cogs::table {

struct RowRun {
  std::uint64_t first_row = 0;  // in the block, from 0, bad rows counted
  std::size_t rows = 0;
  std::size_t first_bound = 0;
};

struct BadRow {
  std::uint64_t row = 0;            // in the block, from 0
  RowFault fault = RowFault::none;  // none: not as many fields as there are columns
  std::size_t fields = 0;
  std::size_t begin = 0, end = 0;  // of its text, without the line end
  std::size_t at = 0;              // the odd place
};

class RowRuns {
 public:
  // Overwrites what was found before; its memory is used again.
  void find(std::string_view text, char delimiter, std::size_t columns);

  // In the order of the block. A row's fields: see FieldIndex; a run has rows * columns + 1 bounds.
  const std::vector<RowRun>& runs() const { return runs_; }
  const std::vector<BadRow>& bad() const { return bad_; }
  const std::uint32_t* bounds(const RowRun& run) const {
    return (regular_ ? index_.bounds.data() : bounds_.data()) + run.first_bound;
  }
  std::uint64_t rows() const { return rows_; }  // good and bad
  std::uint64_t lines() const { return index_.lines; }
  bool open_quote() const { return open_quote_; }  // the last row is not whole: the rest is lost
  std::size_t bytes() const {
    return (index_.bounds.capacity() + bounds_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  void find_row_by_row(std::string_view text, char delimiter, std::size_t columns);

  FieldIndex index_;
  std::vector<std::uint32_t> bounds_;
  std::vector<RowRun> runs_;
  std::vector<BadRow> bad_;
  std::uint64_t rows_ = 0;
  bool regular_ = false, open_quote_ = false;
};

}  // namespace cogs::table
