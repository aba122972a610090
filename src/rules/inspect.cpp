// SPDX-License-Identifier: Apache-2.0
#include "rules/inspect.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace cogs::rules {
namespace {

constexpr std::size_t least_rows = 20;

bool is_distinct(const table::Column& column, std::size_t rows) {
  const std::size_t filled = rows - column.missing_cells;
  // Nineteen of twenty rows have a value that no row before them had.
  return filled >= least_rows && column.texts.size() * 20 >= filled * 19;
}

bool rises(const table::Column& column, std::size_t rows) {
  for (std::size_t row = 1; row < rows; ++row) {
    if (column.codes[row] <= column.codes[row - 1]) return false;
  }
  return true;
}

bool is_sequence(const table::Column& column, std::size_t rows) {
  if (column.has_gaps() || column.numbers.size() != rows) return false;
  const auto integer = [](const base::Number& number) { return number.is_integer(); };
  if (!std::all_of(column.numbers.begin(), column.numbers.end(), integer)) return false;
  const base::Number width = column.numbers.back() - column.numbers.front();
  // Numbers of rows that were left out are gaps; a column that is merely sorted has far more.
  const auto count = static_cast<std::int64_t>(rows);
  return width == base::Number(count - 1) ||
         (width <= base::Number(count + count / 5) && rises(column, rows));
}

// Whole words of a column's name: at capitals, digits and signs a word ends.
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words;
  bool inside = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool capital = c >= 'A' && c <= 'Z', small = c >= 'a' && c <= 'z';
    if (!capital && !small) {
      inside = false;
      continue;
    }
    const bool before_small = i + 1 < name.size() && name[i + 1] >= 'a' && name[i + 1] <= 'z';
    const bool after_capital = i > 0 && name[i - 1] >= 'A' && name[i - 1] <= 'Z';
    if (!inside || (capital && (!after_capital || before_small))) words.emplace_back();
    words.back() += capital ? static_cast<char>(c - 'A' + 'a') : c;
    inside = true;
  }
  return words;
}

std::string word_among(const std::string& name, std::span<const std::string_view> list) {
  for (const std::string& word : words_of(name)) {
    if (std::find(list.begin(), list.end(), word) != list.end()) return word;
  }
  return {};
}

constexpr std::string_view id_words[] = {"id", "ids", "uid", "uuid", "guid", "identifier", "ssn"};
constexpr std::string_view name_words[] = {
    "name",     "names",       "firstname", "lastname", "surname",  "forename",  "fullname",
    "nickname", "username",    "email",     "mail",     "phone",    "telephone", "mobile",
    "fax",      "address",     "street",    "ssn",      "passport", "iban",      "ticket",
    "plate",    "url",         "note",      "notes",    "comment",  "comments",  "remark",
    "remarks",  "description", "id",        "uuid"};

bool is_numbered(const table::Column& column, std::size_t rows) {
  const std::size_t filled = rows - column.missing_cells;
  return filled >= least_rows && column.numbers.size() * 20 >= filled * 19 &&
         std::all_of(column.numbers.begin(), column.numbers.end(),
                     [](const base::Number& number) { return number.is_integer(); });
}

// A set of texts that is no choice among a few.
std::optional<Identifier> many_texts(const table::Column& column, std::size_t rows) {
  constexpr std::size_t many_values = 20;
  const std::size_t filled = rows - column.missing_cells;
  Identifier found{{}, IdentifierSign::many, column.texts.size(), {}};
  if (filled < least_rows || column.texts.size() <= many_values) return std::nullopt;
  found.word = word_among(column.name, name_words);
  if (!found.word.empty() && column.texts.size() * 10 > filled) {
    found.sign = IdentifierSign::named;
    return found;
  }
  found.word.clear();
  if (column.texts.size() * 2 < filled) return std::nullopt;
  return found;
}

}  // namespace

std::vector<Identifier> find_identifiers(const table::Table& table, table::ColumnId label) {
  std::vector<Identifier> found;
  if (table.rows < least_rows) return found;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i == label.index()) continue;
    const table::Column& column = table.columns[i];
    if (column.numeric) {
      if (is_sequence(column, table.rows)) {
        found.push_back({table::ColumnId(i), IdentifierSign::sequence, column.numbers.size(), {}});
      } else if (const std::string word = word_among(column.name, id_words);
                 !word.empty() && is_numbered(column, table.rows)) {
        found.push_back({table::ColumnId(i), IdentifierSign::number, column.numbers.size(), word});
      }
    } else if (is_distinct(column, table.rows)) {
      found.push_back({table::ColumnId(i), IdentifierSign::distinct, column.texts.size(), {}});
    } else if (auto many = many_texts(column, table.rows)) {
      many->column = table::ColumnId(i);
      found.push_back(std::move(*many));
    }
  }
  return found;
}

}  // namespace cogs::rules
