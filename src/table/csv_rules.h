// SPDX-License-Identifier: Apache-2.0
//
// The syntax of CSV, in one place: where rows and fields end, and what a field's text is.
//
// Rows end with LF, CRLF, or the text. A field whose first character that is no blank is a double
// quote is in quotes: it goes to the next quote that is not doubled, line ends and delimiters
// included, and only blanks may follow up to the delimiter. A quote anywhere else could mean two
// things, so the row is bad; it then ends with the line in which that shows. Nothing else moves
// the borders of rows, so a bad row costs only itself.
//
// CsvReader goes through a text row by row with these functions; read_table does so where a block
// of rows is not plain (index_fields.h finds all fields of a plain one at once).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace cogs::table {

// A row may have this many bytes. More is no table but a quote that was never closed, or no text.
constexpr std::size_t longest_row_bytes = std::size_t{64} << 20;

enum class RowFault {
  none,
  stray_quote,
  text_after_quote,
  open_quote,
  quote_too_long,
  too_long,
  carriage_return,
  zero_byte,
  not_utf8
};

struct RowEnd {
  bool complete = true;  // false: the text ends first, and it is not the end of the file
  std::size_t end = 0;   // behind the last character, without the line end
  std::size_t next = 0;  // where the next row begins
  RowFault fault = RowFault::none;
  std::size_t fault_at = 0;
};

// The end of the row that starts at `begin`. `is_end`: the text ends where the file ends.
RowEnd find_row_end(std::string_view text, std::size_t begin, char delimiter, bool is_end);

// Where the last row that is complete ends, for a text that starts with a row; 0 if none does.
std::size_t find_last_row_end(std::string_view text, char delimiter);

// Appends the offset behind each field of a row without fault, from `begin` to `end`.
void split_row(std::string_view text, std::size_t begin, std::size_t end, char delimiter,
               std::vector<std::uint32_t>& field_ends);

// A field as it stands in the file -> what is inside. `text` still has its doubled quotes.
struct FieldContent {
  std::string_view text;
  bool quoted = false;
};
FieldContent field_content(std::string_view raw);
// The field's text with single quotes; blanks stay.
std::string field_text(std::string_view raw);

std::string_view without_blanks(std::string_view text);

// The first zero byte or byte that is not UTF-8, as a fault; `at` is left alone where all is well.
RowFault check_characters(std::string_view text, std::size_t& at);
// The first carriage return outside quotes, in a row that split_row has split.
RowFault check_carriage_returns(std::string_view text, std::size_t begin,
                                const std::uint32_t* field_ends, std::size_t fields,
                                std::size_t& at);

// Places in a text whose character at `begin` is the first of line `line`. Looks only forwards, so
// that all fields of a row cost one walk over it.
class PlaceFinder {
 public:
  PlaceFinder(std::string_view text, std::size_t begin, std::uint32_t line)
      : text_(text), offset_(begin), line_(line) {}
  // `offset` must not be less than in the call before. The length, in bytes, is cut at the line's
  // end.
  base::Place find(std::size_t offset, std::size_t length = 1);

 private:
  std::string_view text_;
  std::size_t offset_;
  std::uint32_t line_, column_ = 1;
};
// The line around `offset`, for the caret; empty if it would flood the screen.
std::string line_around(std::string_view text, std::size_t offset);

// Message and help of a diagnostic; its file and place are the caller's.
base::Diagnostic describe(RowFault fault);
base::Diagnostic describe_field_count(std::uint64_t row, std::size_t fields, std::size_t columns,
                                      bool header, char delimiter);

}  // namespace cogs::table
