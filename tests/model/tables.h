// SPDX-License-Identifier: Apache-2.0
//
// Tables and learned rules made in C++, for tests that should not depend on files.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/rule_set.h"
#include "table/natural_order.h"
#include "table/table.h"
#include "table/written_number.h"

namespace cogs::tables {

// "?" is missing. A numeric column may have texts too.
inline table::Column column(std::string name, bool numeric, const std::vector<std::string>& cells) {
  table::Column column;
  column.name = std::move(name);
  column.numeric = numeric;
  for (const std::string& cell : cells) {
    if (cell == "?") {
      ++column.missing_cells;
      continue;
    }
    const auto number = numeric ? table::cell_number(cell, column.notation) : std::nullopt;
    if (number) {
      column.numbers.push_back(*number);
    } else {
      column.texts.push_back(cell);
    }
  }
  std::sort(column.numbers.begin(), column.numbers.end());
  column.numbers.erase(std::unique(column.numbers.begin(), column.numbers.end()),
                       column.numbers.end());
  std::sort(column.texts.begin(), column.texts.end(),
            [](const auto& a, const auto& b) { return table::natural_order(a, b) < 0; });
  column.texts.erase(std::unique(column.texts.begin(), column.texts.end()), column.texts.end());
  column.codes = table::Codes(cells.size(), column.missing());
  for (std::size_t row = 0; row < cells.size(); ++row) {
    column.codes.set(row, cells[row] == "?" ? column.missing() : *column.code_of(cells[row]));
  }
  return column;
}

inline table::Table table_of(std::vector<table::Column> columns) {
  table::Table table;
  table.file = "test.csv";
  table.rows = columns.empty() ? 0 : columns[0].codes.size();
  table.columns = std::move(columns);
  return table;
}

inline rules::Attribute attribute(const table::Column& column) {
  return {column.name, column.numeric, column.has_gaps()};
}

inline rules::Literal is(std::size_t attribute, std::string value) {
  return {attribute, rules::Test::equal, std::move(value)};
}
inline rules::Literal is_not(std::size_t attribute, std::string value) {
  return {attribute, rules::Test::not_equal, std::move(value)};
}
inline rules::Literal number(std::size_t attribute, rules::Test test, const std::string& bound) {
  return {attribute, test, *base::Number::parse(bound)};
}

}  // namespace cogs::tables
