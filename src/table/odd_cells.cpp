// SPDX-License-Identifier: Apache-2.0
#include "table/odd_cells.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/date.h"

namespace cogs::table {
namespace {

// As an argument of a command line.
std::string argument(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '=' || c == ',';
  });
  return plain ? text : "'" + text + "'";
}

std::string shown(const std::string& text) {
  constexpr std::size_t most = 24;
  if (text.size() <= most) return "'" + text + "'";
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return "'" + text.substr(0, end) + "...'";
}

std::string which(const Column& column) {
  constexpr std::size_t most = 4;
  std::string out;
  for (std::size_t i = 0; i < column.odd.size() && i < most; ++i) {
    const OddText& odd = column.odd[i];
    out += (i == 0 ? "" : ", ") + shown(odd.text);
    out += odd.cells == 1 ? " in row " : " " + std::to_string(odd.cells) + " times, first in row ";
    out += std::to_string(odd.row);
  }
  return column.odd.size() > most ? out + ", ..." : out;
}

// By code: how many rows have it.
std::vector<std::size_t> counts_of(const Column& column) {
  std::vector<std::size_t> counts(column.code_count(), 0);
  column.codes.visit([&](auto codes) {
    for (const auto code : codes) ++counts[code];
  });
  return counts;
}

// A hash of the rows that have the code; equal for equal sets.
std::uint64_t rows_hash(const Column& column, Code wanted) {
  std::uint64_t sum = 0;
  column.codes.visit([&](auto codes) {
    for (std::size_t row = 0; row < codes.size(); ++row) {
      if (codes[row] != wanted) continue;
      std::uint64_t x = row + 0x9E3779B97F4A7C15U;
      x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
      x = (x ^ x >> 27) * 0x94D049BB133111EBU;
      sum += x ^ x >> 31;
    }
  });
  return sum;
}

}  // namespace

void warn_of_odd_cells(const Column& column, Table& table) {
  const std::string name = "'" + column.name + "'";
  const auto warn = [&](std::string message, std::string help) {
    table.warnings.push_back(base::warning_about(table.file, std::move(message), std::move(help)));
  };
  if (!column.odd.empty()) {
    const bool dates = column.numeric && !column.notation.date.empty();
    const bool money = std::all_of(column.odd.begin(), column.odd.end(), [](const OddText& odd) {
      return in_other_currency(odd.text, "%");
    });
    const std::string what =
        money   ? (column.odd_cells == 1 ? " cells is in another currency than most ("
                                         : " cells are in other currencies than most (")
        : dates ? (column.odd_cells == 1 ? " cells is no date as " : " cells are no dates as ") +
                      column.notation.date + " ("
                : (column.odd_cells == 1 ? " cells is no number (" : " cells are no numbers (");
    const std::string cells = name + ": " + std::to_string(column.odd_cells) + " of " +
                              std::to_string(table.rows) + what + which(column) + ")";
    const std::string col = argument(column.name);
    if (dates) {
      warn(cells + ": taken as missing", "if the format is wrong, give another with --date-format");
    } else if (money) {
      warn(cells + (column.numeric ? ": taken as missing" : ": all its cells are read as names"),
           "convert them to one currency first; --numeric " + col +
               " compares the numbers as they are");
    } else if (column.numeric) {
      warn(cells + ": taken as missing", "--categorical " + col + " reads all its cells as names");
    } else {
      warn(cells + ": all its cells are read as names",
           "--missing-value " + argument(column.name + "=" + column.odd.front().text) +
               " makes such a cell missing; --numeric " + col + " reads the others as numbers");
    }
  }
  if (column.partly_percent && column.numeric) {
    warn(name + ": some cells are written with %, others without; 5% and 5 are both read as 5",
         "if 5% is meant to be 0.05, write all cells in one way");
  }
  if (column.units.size() > 1 && !column.numeric) {
    std::string units;
    for (std::size_t i = 0; i < column.units.size(); ++i) {
      units += (i == 0                         ? ""
                : i + 1 == column.units.size() ? " and "
                                               : ", ") +
               shown(column.units[i]);
    }
    warn(name + " has numbers with different words behind them (" + units + "): read as names",
         "write them in one unit, such as " + shown("12 " + column.units.front()));
  }
  if (!column.fraction.empty() && column.numeric) {
    warn(name + ": " + shown(column.fraction) + " was read as a fraction",
         "--categorical " + argument(column.name) + " reads all its cells as names");
  }
  if (!column.padded.empty() && !column.numeric) {
    warn(name + ": " + shown(column.padded) +
             " and others have leading zeros and all one length: read as names, not as numbers",
         "--numeric " + argument(column.name) + " reads them as numbers");
  }
  if (!column.ambiguous.empty()) {
    const bool comma = column.notation.decimal_comma;
    const bool has_comma = column.ambiguous.find(',') != std::string::npos;
    if (!has_comma) {
      warn(name + ": " + shown(column.ambiguous) +
               " could be a thousand or a decimal number; it was read as " +
               (comma ? "thousands" : "a decimal number"),
           "--decimal " + argument(column.name + (comma ? "=." : "=,")) + " reads the point as " +
               (comma ? "a decimal mark" : "a mark of thousands"));
    } else if (!comma) {
      warn(name + ": " + shown(column.ambiguous) + " was read as thousands",
           "--decimal " + argument(column.name + "=,") + " reads the comma as a decimal mark");
    }
  }
}

namespace {

// 20240131: days from 1900 to 2099 in eight digits.
bool all_are_days(const Column& column) {
  return column.numbers.front() >= base::Number(19000101) &&
         column.numbers.back() <= base::Number(20991231) &&
         std::all_of(column.numbers.begin(), column.numbers.end(), [](const base::Number& number) {
           return base::parse_date(number.text(), "%Y%m%d").has_value();
         });
}

}  // namespace

void warn_of_dates(const Column& column, Table& table) {
  constexpr std::size_t fewest = 12;
  if (column.numeric) {
    if (column.numbers.size() >= fewest && all_are_days(column)) {
      table.warnings.push_back(base::warning_about(
          table.file,
          "'" + column.name + "' looks like dates (" + column.numbers.front().text() +
              "), but is read as numbers",
          "--date-format " + argument(column.name + "=%Y%m%d") + " reads them"));
    }
    return;
  }
  if (column.texts.size() < fewest) return;
  static constexpr std::string_view formats[] = {"%d/%m/%Y",
                                                 "%m/%d/%Y",
                                                 "%d.%m.%Y",
                                                 "%d-%m-%Y",
                                                 "%m-%d-%Y",
                                                 "%Y/%m/%d",
                                                 "%Y.%m.%d",
                                                 "%d/%m/%y",
                                                 "%m/%d/%y",
                                                 "%d.%m.%y",
                                                 "%d %b %Y",
                                                 "%b %d, %Y",
                                                 "%d-%b-%Y",
                                                 "%d-%b-%y",
                                                 "%d %B %Y",
                                                 "%B %d, %Y",
                                                 "%d/%m/%Y %H:%M",
                                                 "%m/%d/%Y %H:%M",
                                                 "%d.%m.%Y %H:%M",
                                                 "%d/%m/%Y %H:%M:%S",
                                                 "%m/%d/%Y %H:%M:%S",
                                                 "%d.%m.%Y %H:%M:%S",
                                                 "%Y-%m",
                                                 "%m/%Y",
                                                 "%m.%Y",
                                                 "%Y/%m",
                                                 "%b-%Y",
                                                 "%b %Y",
                                                 "%B %Y",
                                                 "%b-%y"};
  std::vector<std::string_view> fitting;
  for (const std::string_view format : formats) {
    const bool all = std::all_of(column.texts.begin(), column.texts.end(), [&](const auto& text) {
      return base::parse_date(text, format).has_value();
    });
    if (all) fitting.push_back(format);
  }
  if (fitting.empty()) return;
  const std::string format(fitting.front());
  table.warnings.push_back(
      base::warning_about(table.file,
                          "'" + column.name + "' looks like dates (" + shown(column.texts.front()) +
                              "), but is read as names",
                          "--date-format '" + column.name + "=" + format + "' reads them" +
                              (fitting.size() > 1 ? ", or " + std::string(fitting[1]) : "")));
}

base::Diagnostic describe_unfit(const Column& column, const Table& table, std::size_t cells) {
  return base::error_about(table.file,
                           "'" + column.name + "': " + std::to_string(cells) + " of " +
                               std::to_string(table.rows) +
                               (cells == 1 ? " cells is no date as " : " cells are no dates as ") +
                               column.notation.date + " (" + which(column) + ")",
                           "give the format of this column with --date-format");
}

namespace {

// A negative number that stands several times far below all others of its column, or that is
// written as codes are (-9, -99, ...) where all others are positive.
std::optional<SharedCode> lone_code(const Table& table, ColumnId id,
                                    const std::vector<std::size_t>& counts) {
  constexpr std::size_t fewest_rows = 3, fewest_others = 8;
  const Column& column = table.column(id);
  const std::vector<base::Number>& numbers = column.numbers;
  if (numbers.size() <= fewest_others || numbers[0].sign() >= 0 || !numbers[0].is_integer() ||
      !column.notation.date.empty() || counts[0] < fewest_rows || 2 * counts[0] > table.rows) {
    return std::nullopt;
  }
  const base::Number gap = numbers[1] - numbers[0], spread = numbers.back() - numbers[1];
  const bool others_positive = numbers[1].sign() >= 0;
  const std::string text = numbers[0].text();
  const bool nines = text.find_first_not_of('9', 1) == std::string::npos;
  const bool far = others_positive ? nines || gap * base::Number(4) >= spread : gap >= spread;
  if (!far) return std::nullopt;
  return SharedCode{text, {id}, counts[0]};
}

}  // namespace

std::vector<SharedCode> find_shared_codes(const Table& table) {
  std::vector<SharedCode> lone;
  constexpr std::size_t fewest_columns = 3, fewest_rows = 3, most_values = 64;
  // By text and number of rows first: few pairs are left to compare row by row.
  std::map<std::pair<std::string, std::size_t>, std::vector<std::pair<ColumnId, Code>>> alike;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    const std::vector<std::size_t> counts = counts_of(column);
    if (column.numeric) {
      if (auto code = lone_code(table, ColumnId(c), counts)) lone.push_back(std::move(*code));
    }
    const auto consider = [&](Code code) {
      if (counts[code] < fewest_rows || 2 * counts[code] > table.rows) return;
      alike[{column.text(code), counts[code]}].emplace_back(ColumnId(c), code);
    };
    if (column.numeric) {
      // Codes stand at an end: no measured value lies beyond them.
      const auto numbers = static_cast<Code>(column.numbers.size());
      if (numbers < 4) continue;
      for (Code code = 0; code < 3; ++code) {
        if (column.numbers[code].sign() < 0) consider(code);
        const base::Number& high = column.numbers[numbers - 1 - code];
        if (high.text().find_first_not_of('9') == std::string::npos && high > base::Number(8)) {
          consider(numbers - 1 - code);
        }
      }
    } else if (column.texts.size() > 2 && column.texts.size() <= most_values) {
      for (Code code = 0; code < column.missing(); ++code) consider(code);
    }
  }
  std::vector<SharedCode> found;
  for (const auto& [value, places] : alike) {
    if (places.size() < fewest_columns) continue;
    std::map<std::uint64_t, std::vector<ColumnId>> groups;
    for (const auto& [column, code] : places) {
      groups[rows_hash(table.column(column), code)].push_back(column);
    }
    for (auto& [hash, columns] : groups) {
      if (columns.size() >= fewest_columns) {
        found.push_back({value.first, std::move(columns), value.second});
      }
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const SharedCode& a, const SharedCode& b) {
    return a.columns.size() * a.rows > b.columns.size() * b.rows;
  });
  std::set<std::pair<std::size_t, std::string>> told;
  for (const SharedCode& code : found) {
    for (const ColumnId id : code.columns) told.emplace(id.index(), code.value);
  }
  for (SharedCode& code : lone) {
    if (!told.contains({code.columns.front().index(), code.value}))
      found.push_back(std::move(code));
  }
  return found;
}

base::Diagnostic describe(const SharedCode& code, const Table& table) {
  constexpr std::size_t most = 4;
  if (code.columns.size() == 1) {
    const std::string& column = table.column(code.columns.front()).name;
    return base::warning_about(
        table.file,
        "'" + code.value + "' stands in " + std::to_string(code.rows) + " rows of '" + column +
            "', below all other values: it looks like a code, not like a value",
        "--missing-value " + argument(column + "=" + code.value) + " takes it as missing");
  }
  std::string names;
  for (std::size_t i = 0; i < code.columns.size() && i < most; ++i) {
    names += (i == 0 ? "" : ", ") + table.column(code.columns[i]).name;
  }
  if (code.columns.size() > most) names += ", ...";
  return base::warning_about(table.file,
                             "'" + code.value + "' stands in the same " +
                                 std::to_string(code.rows) + " rows of " +
                                 std::to_string(code.columns.size()) + " columns (" + names +
                                 "): it looks like a code, not like a value",
                             "--missing-value " + argument(code.value) + " takes it as missing");
}

}  // namespace cogs::table
