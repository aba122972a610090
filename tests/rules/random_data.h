// SPDX-License-Identifier: Apache-2.0
//
// Random small data, as the naive learner takes it and as a table; and learned rules as text, in
// the words of the naive learner. Few values and many rows make ties; gaps and texts in numeric
// columns are common.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "naive_learner.h"
#include "rules/rule_set.h"
#include "table/read_table.h"

namespace cogs::rules {

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

class DataMaker {
 public:
  explicit DataMaker(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }

  naive::Data make(std::size_t rows, std::size_t columns, std::size_t classes,
                   std::size_t most_values) {
    naive::Data data;
    std::vector<std::size_t> values;
    std::vector<unsigned> missing;
    std::vector<unsigned> texts;
    for (std::size_t column = 0; column < columns; ++column) {
      data.names.push_back("f" + std::to_string(column));
      data.numeric.push_back(chance(50));
      values.push_back(1 + below(most_values));
      missing.push_back(chance(40) ? 20 : 0);
      texts.push_back(chance(25) ? 20 : 0);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      std::vector<naive::Cell> cells;
      std::size_t sum = 0;
      for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t value = below(values[column]);
        naive::Cell cell;
        if (chance(missing[column])) {
          cell = std::monostate{};
        } else if (!data.numeric[column] || chance(texts[column])) {
          cell = "v" + std::string(1, static_cast<char>('a' + value % 26));
        } else {
          cell = static_cast<double>(value) / 2;
        }
        if (column < 3) sum += value * 4 / values[column];
        cells.push_back(std::move(cell));
      }
      const std::size_t label = chance(25) ? below(classes) : sum / 2 % classes;
      data.rows.push_back(std::move(cells));
      data.labels.push_back("k" + std::to_string(label));
    }
    // Every class occurs.
    for (std::size_t label = 0; label < classes && label < rows; ++label) {
      data.labels[label] = "k" + std::to_string(label);
    }
    return data;
  }

 private:
  std::mt19937_64 random_;
};

inline std::string text(const naive::Cell& cell) {
  if (std::holds_alternative<std::monostate>(cell)) return "?";
  std::ostringstream out;
  if (const auto* number = std::get_if<double>(&cell)) {
    out << *number;
  } else {
    out << std::get<std::string>(cell);
  }
  return out.str();
}

inline table::Table as_table(const naive::Data& data) {
  std::string csv;
  table::ReadOptions options;
  options.header = true;
  options.delimiter = ',';
  options.categorical = {"label"};
  for (std::size_t column = 0; column < data.names.size(); ++column) {
    csv += data.names[column] + ",";
    (data.numeric[column] ? options.numeric : options.categorical).push_back(data.names[column]);
  }
  csv += "label\n";
  for (std::size_t row = 0; row < data.rows.size(); ++row) {
    for (const naive::Cell& cell : data.rows[row]) csv += text(cell) + ",";
    csv += data.labels[row] + "\n";
  }
  return table::parse_table(csv, "random.csv", options);
}

inline void write(std::ostream& out, const Rule& rule, const RuleSet& rules) {
  const char* const tests[] = {" == ", " != ", " =< ", " not =< ", " > ", " not > "};
  const char* between = "";
  for (const Literal& literal : rule.literals) {
    out << between << rules.attributes[literal.attribute].name
        << tests[static_cast<std::size_t>(literal.test)];
    if (const auto* number = std::get_if<base::Number>(&literal.value)) {
      out << number->text();
    } else {
      out << std::get<std::string>(literal.value);
    }
    between = ", ";
  }
  for (const Rule& exception : rule.exceptions) {
    out << " except (";
    write(out, exception, rules);
    out << ')';
  }
}

inline std::string text(const RuleSet& rules) {
  std::ostringstream out;
  for (const ClassRule& rule : rules.rules) {
    out << rule.outcome << " <- ";
    write(out, rule.rule, rules);
    out << '\n';
  }
  return out.str();
}

}  // namespace cogs::rules
