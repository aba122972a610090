// SPDX-License-Identifier: Apache-2.0
//
// Reads line by line: a field in quotes that is still open at the end of a line takes the next
// line as well. So a diagnostic always has its line at hand, and a bad row costs only itself.
#include "table/csv_reader.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cogs::table {
namespace {

constexpr std::size_t longest_source_line = 400;

// Bytes that start a UTF-8 character.
bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

}  // namespace

CsvReader::CsvReader(std::istream& in, std::string file) : in_(in), file_(std::move(file)) {
  CsvRow row;
  if (!read_fields(row)) fail({}, "", "the file is empty", "the first line must name the columns");
  std::vector<base::Diagnostic> problems;
  const auto complain = [&](std::size_t column, std::string message) {
    problems.push_back({base::Severity::error,
                        file_,
                        row.places[column],
                        std::move(message),
                        "every column needs a name of its own",
                        {}});
  };
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < row.fields.size(); ++i) {
    if (row.fields[i].empty()) {
      complain(i, "column " + std::to_string(i + 1) + " has no name");
    } else if (const auto [at, added] = first.emplace(row.fields[i], i); !added) {
      complain(i, "columns " + std::to_string(at->second + 1) + " and " + std::to_string(i + 1) +
                      " have the same name, '" + row.fields[i] + "'");
    }
  }
  if (!problems.empty()) throw base::InputError(std::move(problems));
  header_ = std::move(row.fields);
}

bool CsvReader::next(CsvRow& row) {
  row.number = ++rows_;
  if (!read_fields(row)) return false;
  if (row.fields.size() != header_.size()) {
    const bool few = row.fields.size() < header_.size();
    const std::size_t extra = few ? row.fields.size() - 1 : header_.size();
    fail(row.places[extra], row.places[extra].line == line_number_ ? line_ : "",
         "row " + std::to_string(row.number) + " has " + std::to_string(row.fields.size()) +
             (row.fields.size() == 1 ? " field" : " fields") + ", the header has " +
             std::to_string(header_.size()),
         few ? "" : "a field with a comma in it needs double quotes around it");
  }
  return true;
}

bool CsvReader::read_line() {
  if (!std::getline(in_, line_)) {
    if (in_.bad()) fail({}, "", "the file cannot be read to its end", "");
    return false;
  }
  ++line_number_;
  known_offset_ = 0;
  known_column_ = 1;
  if (line_number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
  carriage_return_ = line_.ends_with('\r');
  if (carriage_return_) line_.pop_back();
  if (const std::size_t nul = line_.find('\0'); nul != std::string::npos) {
    fail(place_of(nul), "", "the file is not text: it has a zero byte",
         "CSV files must be UTF-8; save the table as CSV (UTF-8)");
  }
  return true;
}

bool CsvReader::read_fields(CsvRow& row) {
  row.fields.clear();
  row.places.clear();
  do {
    if (!read_line()) return false;
  } while (line_.empty() && header_.size() != 1);
  row.line = line_number_;

  for (std::size_t at = 0;; ++at) {
    base::Place place = place_of(at);
    std::string& field = row.fields.emplace_back();
    const bool quoted = at < line_.size() && line_[at] == '"';
    const std::size_t end = quoted ? read_quoted(at, field) : read_plain(at, field);
    if (place.line == line_number_) {
      place.length = static_cast<std::uint32_t>(std::max<std::size_t>(1, characters(at, end)));
    }
    row.places.push_back(place);
    at = end;
    if (at == line_.size()) return true;
    if (line_[at] != ',') {
      fail(place_of(at), line_, "text after the closing quote of a field",
           "a quote inside a field in quotes is written twice: \"\"");
    }
  }
}

// Both give the offset in line_ just behind the field.
std::size_t CsvReader::read_quoted(std::size_t open, std::string& field) {
  const base::Place opening = place_of(open);
  std::string opening_line;
  std::size_t at = open + 1;
  while (true) {
    const std::size_t quote = line_.find('"', at);
    if (quote == std::string::npos) {
      field.append(line_, at).append(carriage_return_ ? "\r\n" : "\n");
      if (line_number_ == opening.line) opening_line = line_;
      if (!read_line()) {
        fail(opening, opening_line, "this quote is never closed",
             "a field in quotes ends with a double quote");
      }
      at = 0;
      continue;
    }
    field.append(line_, at, quote - at);
    if (quote + 1 == line_.size() || line_[quote + 1] != '"') return quote + 1;
    field.push_back('"');
    at = quote + 2;
  }
}

std::size_t CsvReader::read_plain(std::size_t begin, std::string& field) {
  const std::size_t end = std::min(line_.find(',', begin), line_.size());
  field.assign(line_, begin, end - begin);
  if (const std::size_t odd = field.find_first_of("\"\r"); odd != std::string::npos) {
    if (field[odd] == '"') {
      fail(place_of(begin + odd), line_, "a quote inside a field without quotes",
           "put the whole field in double quotes and write the quote twice");
    }
    fail(place_of(begin + odd), "", "a carriage return inside a line",
         "lines must end in LF or CRLF");
  }
  return end;
}

std::size_t CsvReader::characters(std::size_t begin, std::size_t end) const {
  return static_cast<std::size_t>(std::count_if(line_.begin() + static_cast<std::ptrdiff_t>(begin),
                                                line_.begin() + static_cast<std::ptrdiff_t>(end),
                                                starts_character));
}

base::Place CsvReader::place_of(std::size_t offset) const {
  if (offset < known_offset_) known_offset_ = 0, known_column_ = 1;
  known_column_ += characters(known_offset_, offset);
  known_offset_ = offset;
  return {line_number_, static_cast<std::uint32_t>(known_column_), 1};
}

void CsvReader::fail(base::Place place, const std::string& line_text, std::string message,
                     std::string help) const {
  // A line that would flood the screen is left out; its place says enough.
  throw base::InputError(
      base::Diagnostic{base::Severity::error, file_, place, std::move(message), std::move(help),
                       line_text.size() <= longest_source_line ? line_text : std::string()});
}

}  // namespace cogs::table
