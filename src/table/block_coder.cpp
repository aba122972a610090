// SPDX-License-Identifier: Apache-2.0
#include "table/block_coder.h"

#include <algorithm>
#include <span>

namespace cogs::table {

BlockCoder::BlockCoder(const TableLayout& layout)
    : layout_(layout), columns_(layout.names.size()) {}

BlockReport BlockCoder::code(const Block& block) {
  const std::string_view text = block.text;
  runs_.find(text, layout_.format.delimiter, columns_.size());
  BlockReport report;
  report.number = block.number;
  report.rows = runs_.rows();
  report.lines = runs_.lines();
  report.bad = runs_.bad().size();
  report.open_quote = runs_.open_quote();
  for (const RowRun& run : runs_.runs()) {
    code_run(text, runs_.bounds(run), run.rows);
    report.coded += run.rows;
  }
  PlaceFinder finder(text, 0, 1);
  for (const BadRow& bad : runs_.bad()) {
    if (report.problems.size() == most_problems) break;
    report.problems.push_back(
        {bad.fault, bad.fields, bad.row + 1, finder.find(bad.at), line_around(text, bad.at)});
  }
  return report;
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
  std::size_t bytes = runs_.bytes();
  for (const CodedField& column : columns_) {
    bytes += column.dictionary.bytes() + column.codes.bytes();
  }
  return bytes;
}

}  // namespace cogs::table
