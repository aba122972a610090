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

bool is_among(std::string_view word, std::span<const std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string word_among(const std::string& name, std::span<const std::string_view> list) {
  for (const std::string& word : words_of(name)) {
    if (is_among(word, list)) return word;
  }
  return {};
}

constexpr std::string_view id_words[] = {
    "id",        "ids",   "uid",       "uuid",       "guid",     "identifier", "ssn",
    "dni",       "nif",   "cedula",    "expediente", "passport", "pasaporte",  "iban",
    "imei",      "phone", "telephone", "telefon",    "telefono", "teléfono",   "mobile",
    "cellphone", "handy", "móvil",     "movil",      "fax"};
// What is numbered: behind these, `number` counts nothing.
constexpr std::string_view numbered_words[] = {
    "account",  "application", "card",      "case",        "client",  "contract",  "customer",
    "cust",     "employee",    "emp",       "file",        "invoice", "loan",      "member",
    "order",    "patient",     "personnel", "policy",      "record",  "reference", "ref",
    "security", "student",     "tax",       "transaction", "user"};
// Whoever has a column of these has people in it.
constexpr std::string_view person_words[] = {
    "firstname",  "lastname",  "surname",  "forename", "fullname", "middlename",
    "maidenname", "nickname",  "username", "vorname",  "nachname", "email",
    "apellido",   "apellidos", "nombres",  "iban",     "passport", "familienname"};
constexpr std::string_view people_words[] = {
    "first",     "last",       "middle",  "full",     "maiden",  "family",   "given",
    "applicant", "client",     "contact", "customer", "doctor",  "employee", "holder",
    "manager",   "member",     "officer", "owner",    "patient", "person",   "spouse",
    "student",   "supervisor", "teacher", "user"};
constexpr std::string_view name_words[] = {
    "name",     "names",       "firstname", "lastname", "surname",  "forename",  "fullname",
    "nickname", "username",    "email",     "mail",     "phone",    "telephone", "mobile",
    "fax",      "address",     "street",    "ssn",      "passport", "iban",      "ticket",
    "plate",    "url",         "note",      "notes",    "comment",  "comments",  "remark",
    "remarks",  "description", "id",        "uuid"};

// The word that says that a column of numbers has one for each thing or person.
std::string id_word(const std::string& name) {
  if (const std::string word = word_among(name, id_words); !word.empty()) return word;
  const std::vector<std::string> words = words_of(name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.ends_with("nummer") || (word.ends_with("nr") && word.size() > 4)) return word;
    if (word.ends_with("id") && is_among(word.substr(0, word.size() - 2), numbered_words)) {
      return word;
    }
    const bool number = word == "number" || word == "no" || word == "nr" || word == "num";
    if (number && i > 0 && is_among(words[i - 1], numbered_words)) {
      return words[i - 1] + " " + word;
    }
  }
  return {};
}

// The word that says that a column of texts has the names of people, however few.
std::string person_word(const std::string& name) {
  if (const std::string word = word_among(name, person_words); !word.empty()) return word;
  const std::vector<std::string> words = words_of(name);
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "name" && is_among(words[i - 1], people_words)) {
      return words[i - 1] + " name";
    }
  }
  return {};
}

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
  const bool plainly = found.word == "name" || found.word == "names";
  if (!found.word.empty() && (plainly || column.texts.size() * 10 > filled)) {
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
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i == label.index()) continue;
    const table::Column& column = table.columns[i];
    if (!column.numeric && column.texts.size() > 1) {
      if (const std::string word = person_word(column.name); !word.empty()) {
        found.push_back({table::ColumnId(i), IdentifierSign::named, column.texts.size(), word});
        continue;
      }
    }
    if (table.rows < least_rows) continue;
    if (column.numeric) {
      if (is_sequence(column, table.rows)) {
        found.push_back({table::ColumnId(i), IdentifierSign::sequence, column.numbers.size(), {}});
      } else if (const std::string word = id_word(column.name);
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
