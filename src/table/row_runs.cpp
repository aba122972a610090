// SPDX-License-Identifier: Apache-2.0
#include "table/row_runs.h"

#include <algorithm>

namespace cogs::table {

void RowRuns::find(std::string_view text, char delimiter, std::size_t columns) {
  runs_.clear();
  bad_.clear();
  open_quote_ = false;
  index_fields(text, delimiter, columns, index_);
  regular_ = index_.regular;
  if (regular_) {
    rows_ = index_.rows;
    runs_.push_back({0, index_.rows, 0});
  } else {
    find_row_by_row(text, delimiter, columns);
  }
}

void RowRuns::find_row_by_row(std::string_view text, char delimiter, std::size_t columns) {
  rows_ = 0;
  bounds_.clear();
  bool in_run = false;
  std::size_t next = 0;
  for (std::size_t begin = 0; begin < text.size(); begin = next) {
    const RowEnd row = find_row_end(text, begin, delimiter, true);
    next = row.next;
    if (row.end == begin && columns > 1) {  // an empty line
      in_run = false;
      continue;
    }
    BadRow problem{rows_++, RowFault::none, columns, begin, row.end, 0};
    problem.fault = check_characters(text.substr(begin, row.end - begin), problem.at);
    problem.at += begin;
    if (problem.fault == RowFault::none && row.fault != RowFault::none) {
      problem.fault = row.fault;
      problem.at = row.fault_at;
    }
    if (problem.fault == RowFault::none) {
      if (!in_run) {
        runs_.push_back({problem.row, 0, bounds_.size()});
        bounds_.push_back(static_cast<std::uint32_t>(begin) - 1);
      }
      in_run = true;
      const std::size_t before = bounds_.size();
      split_row(text, begin, row.end, delimiter, bounds_);
      problem.fields = bounds_.size() - before;
      problem.fault =
          check_carriage_returns(text, begin, bounds_.data() + before, problem.fields, problem.at);
      if (problem.fault == RowFault::none && problem.fields == columns) {
        ++runs_.back().rows;
        // The next row's first field begins behind the line end, which may have two characters.
        bounds_.back() = static_cast<std::uint32_t>(next) - 1;
        if (next == text.size() && text.back() != '\n') bounds_.back() += 1;
        continue;
      }
      if (problem.fault == RowFault::none) {
        const std::size_t odd = std::min(problem.fields - 1, columns);
        problem.at = odd == 0 ? begin : bounds_[before + odd - 1] + std::size_t{1};
      }
      bounds_.resize(before);
    }
    in_run = false;
    open_quote_ = open_quote_ || row.fault == RowFault::open_quote;
    bad_.push_back(problem);
  }
}

}  // namespace cogs::table
