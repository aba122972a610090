// SPDX-License-Identifier: Apache-2.0
//
// CSV file -> Table: the whole file, on several cores, each distinct value parsed once.
//
//   table::Table loans = table::read_table("loans.csv");
//
// Reads plain and gzip files, pipes and "-" (standard input). RFC 4180 quoting, LF or CRLF, a
// byte order mark; the delimiter (comma, semicolon, tab or bar) and whether there is a header
// are found out unless the options say so: detect_format.h says how. Without a header columns are
// called c1, c2, ... csv_rules.h has the syntax.
//
// A column is numeric if all its cells that are not missing read as numbers (written_number.h) or
// as ISO dates, and there is one; the options can say otherwise. A cell is missing if it is empty
// or one of `missing` (compared without the blanks around it), in a numeric column also if it says
// so in another way ("unknown", "-"). A column with other texts is numeric if nine of ten cells are
// numbers; these texts are then missing. All that is in Column::odd, and in a warning. Blanks
// around a field count only inside quotes.
//
// Whether `1,234` is a thousand or has decimals is told by the other cells of its column, then by
// the other columns; where neither does, it is a thousand, with a warning. `1.234` is a thousand
// where decimal commas stand elsewhere, or where semicolons part the columns and no decimal point
// stands elsewhere; the latter with a warning.
//
// A column of whole numbers that have all the same number of digits (three or more), some with
// leading zeros, holds codes such as ZIP codes: it is categorical, with a warning.
//
// A first line `sep=;` names the delimiter. Columns without a name behind all others are left out
// if all their cells are empty.
//
// Throws base::InputError with everything that is wrong (at most twenty places, then the number of
// further rows): a file that cannot be read or is empty, column names twice or empty, rows with too
// few or too many fields, bytes that are not UTF-8, zero bytes, quotes that could mean two things,
// a quote that is never closed, a row of more than 64 MB, more than 65536 columns or 2^32 - 2 rows.
// What was repaired is in Table::warnings.
//
// A limit of options.limits that is reached is no error: the table then has neither columns nor
// rows, and Table::exhausted says why. It is looked at between blocks of rows.
//
// A file that is made shorter while it is read is an error.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "table/table.h"

namespace cogs::table {

enum class ColumnType { found_out, numeric, categorical };

// What is known of a column before it is read.
struct ColumnReading {
  ColumnType type = ColumnType::found_out;
  std::optional<bool> decimal_comma = {};
  std::optional<std::string> date = {};  // a format; empty: no date
  bool date_if_all = false;              // only if every cell reads so
  std::vector<std::string> missing = {};
  bool texts_are_missing = false;
  bool plain = false;  // numbers are what cell_number.h reads, and nothing else
  bool said = false;   // type or date by an option: cells that do not fit are reported
  std::string unit =
      {};  // amounts with another sign of money or percent, or another unit, are no numbers
};

struct ReadOptions {
  std::optional<char> delimiter = {};
  std::optional<bool> header = {};
  std::vector<std::string> numeric = {}, categorical = {};  // columns whose type is not found out
  bool texts_missing = false;  // in the columns of `numeric`; else their texts are values
  // Columns of this table give theirs of the same name their types; `numeric` and `categorical`
  // come first.
  const Table* like = nullptr;
  std::vector<std::string> ignore = {};  // columns that are left out
  bool nameless_index = false;  // the first column may lack a name, as where pandas wrote an index
  std::vector<std::string> missing = {"?", "NA", "N/A", "NaN", "nan", "NULL", "null"};
  // In categorical columns "?" and the other marks are values like any other; an empty cell is
  // missing all the same.
  bool missing_is_value = false;
  // COL or nothing (for all columns), and what is said of it.
  using OfColumns = std::vector<std::pair<std::string, std::string>>;
  OfColumns missing_values = {};  // marks such as -9
  OfColumns date_formats = {};    // without a column: for those whose cells all read so
  OfColumns decimals = {};        // "," or "."
  std::string encoding = {};      // of the file; empty: UTF-8, or UTF-16 where it is marked so
  // Given the names of all columns, what is known of each; the options above come first.
  std::function<std::vector<ColumnReading>(const std::vector<std::string>&)> known = {};
  // Rows that cannot be read are left out, with a warning that counts and locates them.
  bool skip_bad_rows = false;
  unsigned threads = 0;  // 0: as many as there are cores
  base::Limits limits = {};
  // Called now and then, by one thread at a time: bytes done, bytes in all (0: not known).
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

Table read_table(const std::string& file, const ReadOptions& options = {});

// The same for a text at hand; `name` stands for its file in messages.
Table parse_table(std::string_view text, const std::string& name, const ReadOptions& options = {});

}  // namespace cogs::table
