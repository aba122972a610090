// SPDX-License-Identifier: Apache-2.0
//
// For tests: tables from texts in small blocks, and tables and errors as plain texts.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "table/read_table.h"
#include "table/table_reader.h"

namespace cogs::table {

// Gives a text in pieces, as a pipe does.
class PieceSource : public ByteSource {
 public:
  PieceSource(std::string_view text, std::size_t piece) : text_(text), piece_(piece) {}
  std::size_t read(char* into, std::size_t size) override {
    const std::size_t count = std::min({size, piece_, text_.size() - done_});
    std::copy_n(text_.data() + done_, count, into);
    done_ += count;
    return count;
  }
  std::size_t bytes_done() const override { return done_; }
  std::size_t bytes_in_all() const override { return 0; }

 private:
  std::string_view text_;
  std::size_t piece_, done_ = 0;
};

inline Table read_in_blocks(std::string_view text, const ReadOptions& options,
                            std::size_t block_bytes) {
  const auto source = text_source(text);
  return read_table_from(*source, "data.csv", options, {.block_bytes = block_bytes});
}

inline Table read_in_pieces(std::string_view text, const ReadOptions& options,
                            std::size_t block_bytes, std::size_t piece) {
  PieceSource source(text, piece);
  return read_table_from(source, "data.csv", options, {.block_bytes = block_bytes});
}

using Cells = std::vector<std::vector<std::string>>;

// The cells row by row; a missing one is "?".
inline Cells cells(const Table& table) {
  Cells rows(table.rows);
  for (std::size_t row = 0; row < table.rows; ++row) {
    for (const Column& column : table.columns) {
      rows[row].push_back(column.text(column.codes[row]));
    }
  }
  return rows;
}

inline std::vector<std::string> names(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns) names.push_back(column.name);
  return names;
}

inline std::string located(const base::Diagnostic& d) {
  return std::to_string(d.place.line) + ":" + std::to_string(d.place.column) + ": " + d.message;
}

// Everything that can be seen of a table, or of the error that reading it ends with.
template <class Read>
std::string outcome(Read&& read) {
  std::string text;
  try {
    const Table table = read();
    for (const Column& column : table.columns) {
      text += column.name + (column.numeric ? " numeric" : " categorical") + " missing " +
              std::to_string(column.missing_cells) + " values";
      for (Code code = 0; code < column.missing(); ++code) text += " <" + column.text(code) + ">";
      text += " codes " + std::to_string(column.codes.bytes());
      for (std::size_t row = 0; row < table.rows; ++row) {
        text += " " + std::to_string(column.codes[row]);
      }
      text += "\n";
    }
    text += std::to_string(table.rows) + " rows\n";
    for (const auto& d : table.warnings) text += "warning " + located(d) + " " + d.help + "\n";
  } catch (const base::InputError& error) {
    for (const auto& d : error.diagnostics()) {
      text += "error " + located(d) + " " + d.help + " [" + d.source_line + "]\n";
    }
  }
  return text;
}

inline std::vector<std::string> errors_of(std::string_view text, const ReadOptions& options = {}) {
  std::vector<std::string> errors;
  try {
    parse_table(text, "data.csv", options);
  } catch (const base::InputError& error) {
    for (const auto& d : error.diagnostics()) errors.push_back(located(d));
  }
  return errors;
}

}  // namespace cogs::table
