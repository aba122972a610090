// SPDX-License-Identifier: Apache-2.0
//
// CSV text -> rows of strings, one at a time, each with its place in the file.
//
// The syntax is that of csv_rules.h, and delimiter and header are found out as read_table does, so
// row 7 is the same row here and there. Blanks belong to fields, and empty lines are skipped where
// the table has more than one column. What could be read in two ways is an error, never a guess.
//
// Always holds: every row that next() gives has as many fields as the header.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "table/block_cutter.h"
#include "table/byte_source.h"
#include "table/table_layout.h"

namespace cogs::table {

struct CsvRow {
  std::vector<std::string> fields;
  std::vector<base::Place> places;  // of the fields, one each
  std::uint64_t number = 0;         // data rows count from 1; the header is row 0
  std::uint32_t line = 0;           // where the row starts
};

struct CsvOptions {
  std::optional<char> delimiter = {};
  std::optional<bool> header = true;  // nullopt: find out; without one columns are c1, c2, ...
  bool nameless_index = false;        // the first column may lack a name
};

class CsvReader {
 public:
  // Reads the header. `file` is the name that diagnostics carry; `in` must outlive the reader.
  // Throws base::InputError where there is none, or where column names are empty or come twice.
  CsvReader(std::istream& in, std::string file, const CsvOptions& options = {});
  CsvReader(std::unique_ptr<ByteSource> source, std::string file, const CsvOptions& options = {});

  const std::vector<std::string>& header() const { return layout_.names; }

  // The next row, into `row` (whose memory is reused); false at the end. A bad row throws
  // base::InputError, with row.number set; the call after that goes on with the next line.
  bool next(CsvRow& row);

 private:
  bool next_block();
  [[noreturn]] void fail(base::Diagnostic problem, std::size_t row_begin, std::size_t at) const;

  std::unique_ptr<ByteSource> source_;
  std::string file_;
  BlockCutter cutter_;
  TableLayout layout_;
  Block block_;
  std::size_t at_ = 0;  // in block_.text
  std::uint32_t line_ = 1;
  std::uint64_t rows_ = 0;
  bool too_long_reported_ = false;
  std::vector<std::uint32_t> ends_;
};

}  // namespace cogs::table
