// SPDX-License-Identifier: Apache-2.0
#include "table/block_coder.h"

#include <algorithm>
#include <span>

namespace cogs::table {

BlockCoder::BlockCoder(const TableLayout& layout)
    : layout_(layout), columns_(layout.names.size()) {}

BlockReport BlockCoder::code(const Block& block) {
  BlockReport report;
  report.number = block.number;
  index_fields(block.text, layout_.format.delimiter, columns_.size(), index_);
  report.lines = index_.lines;
  if (index_.regular) {
    report.rows = report.coded = index_.rows;
    code_run(block.text, index_.bounds.data(), index_.rows);
  } else {
    code_row_by_row(block, report);
  }
  return report;
}

// Good rows that follow each other directly are a run: one array of bounds, as in a regular block.
void BlockCoder::code_row_by_row(const Block& block, BlockReport& report) {
  const std::string_view text = block.text;
  const std::size_t columns = columns_.size();
  std::vector<std::uint32_t> bounds;
  std::size_t run_rows = 0;
  const auto end_run = [&] {
    if (run_rows > 0) code_run(text, bounds.data(), run_rows);
    report.coded += run_rows;
    run_rows = 0;
    bounds.clear();
  };
  // Lines are counted from the last problem, so that many problems cost one walk.
  std::size_t known_offset = 0;
  std::uint32_t known_line = 1;

  std::size_t next = 0;
  for (std::size_t begin = 0; begin < text.size(); begin = next) {
    const RowEnd row = find_row_end(text, begin, layout_.format.delimiter, true);
    next = row.next;
    if (row.end == begin && columns > 1) {  // an empty line
      end_run();
      continue;
    }
    ++report.rows;
    std::size_t at = 0;
    RowFault fault = check_characters(text.substr(begin, row.end - begin), at);
    at += begin;
    if (fault == RowFault::none && row.fault != RowFault::none) {
      fault = row.fault;
      at = row.fault_at;
    }
    std::size_t fields = columns;
    if (fault == RowFault::none) {
      if (bounds.empty()) bounds.push_back(static_cast<std::uint32_t>(begin) - 1);
      const std::size_t before = bounds.size();
      split_row(text, begin, row.end, layout_.format.delimiter, bounds);
      fields = bounds.size() - before;
      fault = check_carriage_returns(text, begin, bounds.data() + before, fields, at);
      if (fault == RowFault::none && fields != columns) {
        const std::size_t odd = std::min(fields - 1, columns);
        at = odd == 0 ? begin : bounds[before + odd - 1] + std::size_t{1};
      }
      if (fault != RowFault::none || fields != columns) bounds.resize(before);
    }
    if (fault == RowFault::none && fields == columns) {
      ++run_rows;
      // The next row's first field begins behind the line end, which may have two characters.
      bounds.back() = static_cast<std::uint32_t>(next) - 1;
      if (next == text.size() && text.back() != '\n') bounds.back() += 1;
      continue;
    }
    end_run();
    ++report.bad;
    report.open_quote = report.open_quote || row.fault == RowFault::open_quote;
    if (report.problems.size() < most_problems) {
      known_line += static_cast<std::uint32_t>(
          std::count(text.begin() + static_cast<std::ptrdiff_t>(known_offset),
                     text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
      known_offset = begin;
      report.problems.push_back({fault, fields, report.rows,
                                 PlaceFinder(text, begin, known_line).find(at),
                                 line_around(text, at)});
    }
  }
  end_run();
}

void BlockCoder::code_run(std::string_view text, const std::uint32_t* bounds, std::size_t rows) {
  // So many rows at a time that their text and codes stay in the cache over all columns.
  constexpr std::size_t fields_at_once = 8192;
  const std::size_t columns = columns_.size();
  const std::size_t step = std::max<std::size_t>(128, fields_at_once / columns);
  codes_.resize(std::min(step, rows));
  for (std::size_t first = 0; first < rows; first += step) {
    const std::span<Code> codes = std::span(codes_).first(std::min(step, rows - first));
    for (std::size_t i = 0; i < columns; ++i) {
      if (!layout_.kept[i]) continue;
      columns_[i].dictionary.code_fields(text, bounds + first * columns + i, columns, codes);
      columns_[i].codes.append(codes, columns_[i].dictionary.size());
    }
  }
}

std::size_t BlockCoder::bytes() const {
  std::size_t bytes = index_.bounds.size() * sizeof(std::uint32_t);
  for (const CodedField& column : columns_) {
    bytes += column.dictionary.bytes() + column.codes.bytes();
  }
  return bytes;
}

}  // namespace cogs::table
