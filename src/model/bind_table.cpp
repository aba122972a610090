// SPDX-License-Identifier: Apache-2.0
#include "model/bind_table.h"

#include <utility>

#include "model/cell_reader.h"
#include "model/column_names.h"
#include "table/read_table.h"

namespace cogs::model {

namespace {

BoundColumn bind_column(const Model& model, FeatureId feature, const table::Column& column,
                        BoundTable& result) {
  const CellReader reader(model, feature, table::ReadOptions().missing);
  BoundColumn bound;
  bound.column = &column;
  bound.values.resize(column.code_count());
  for (table::Code code = 0; code < column.missing(); ++code) {
    std::optional<Number> number;
    if (column.is_number(code)) number = column.numbers[code];
    CellValue cell = reader.read(column.text(code), std::move(number));
    if (cell.problem) {
      result.bad.push_back({feature, code, std::move(*cell.problem)});
      continue;
    }
    result.unseen_values += cell.unseen;
    bound.values[code] = std::move(cell.value);
  }
  return bound;
}

}  // namespace

BoundTable bind_table(const Model& model, const table::Table& table) {
  std::vector<std::string> columns;
  for (const table::Column& column : table.columns) columns.push_back(column.name);
  FeatureColumns found = find_feature_columns(model, columns, table.file);

  BoundTable result;
  result.rows = table.rows;
  result.without_column = std::move(found.lacking);
  result.warnings = std::move(found.warnings);
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    if (found.column_of[f]) {
      result.columns.push_back(
          bind_column(model, FeatureId(f), table.columns[*found.column_of[f]], result));
    } else {
      result.columns.emplace_back().values.resize(1);
    }
  }
  return result;
}

}  // namespace cogs::model
