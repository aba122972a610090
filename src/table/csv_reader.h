// SPDX-License-Identifier: Apache-2.0
//
// CSV text -> rows of strings, one at a time, each with its place in the file.
//
// The format is RFC 4180's: commas, fields in double quotes with doubled quotes inside, line ends
// LF or CRLF (also within quotes, where they belong to the field), a header first. A UTF-8 byte
// order mark is skipped, blanks belong to fields, and empty lines are skipped where the table has
// more than one column. What could be read in two ways is an error, never a guess.
//
// Always holds: every row that next() gives has as many fields as the header.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace cogs::table {

struct CsvRow {
  std::vector<std::string> fields;
  std::vector<base::Place> places;  // of the fields, one each
  std::uint64_t number = 0;         // data rows count from 1; the header is row 0
  std::uint32_t line = 0;           // where the row starts
};

class CsvReader {
 public:
  // Reads the header. `file` is the name that diagnostics carry; `in` must outlive the reader.
  // Throws base::InputError where there is none, or where column names are empty or come twice.
  CsvReader(std::istream& in, std::string file);

  const std::vector<std::string>& header() const { return header_; }

  // The next row, into `row` (whose memory is reused); false at the end. A bad row throws
  // base::InputError, with row.number set; the call after that goes on with the next line.
  bool next(CsvRow& row);

 private:
  bool read_line();
  bool read_fields(CsvRow& row);
  std::size_t read_quoted(std::size_t open, std::string& field);
  std::size_t read_plain(std::size_t begin, std::string& field);
  std::size_t characters(std::size_t begin, std::size_t end) const;
  base::Place place_of(std::size_t offset) const;
  [[noreturn]] void fail(base::Place place, const std::string& line_text, std::string message,
                         std::string help) const;

  std::istream& in_;
  std::string file_;
  std::vector<std::string> header_;
  std::string line_;              // the current line, without its end
  bool carriage_return_ = false;  // it ended in CRLF
  std::uint32_t line_number_ = 0;
  std::uint64_t rows_ = 0;
  // Columns are counted from the last place asked for, so that a row costs one walk over it.
  mutable std::size_t known_offset_ = 0, known_column_ = 1;
};

}  // namespace cogs::table
