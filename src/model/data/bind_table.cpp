// SPDX-License-Identifier: Apache-2.0
#include "model/data/bind_table.h"

#include <utility>

#include "model/column_names.h"
#include "model/read/cell_reader.h"
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
    CellValue cell = reader.read(column.text(code), std::move(number), false);
    if (cell.problem) {
      result.bad.push_back({feature, code});
      continue;
    }
    result.unseen_values += cell.unseen;
    bound.values[code] = std::move(cell.value);
  }
  return bound;
}

}  // namespace

std::vector<table::ColumnReading> readings_of(const Model& model,
                                              const std::vector<std::string>& columns) {
  table::ColumnReading plain;
  plain.plain = true;
  std::vector<table::ColumnReading> readings(columns.size(), plain);
  std::vector<std::string> features;
  for (const Feature& feature : model.features) features.push_back(feature.name);
  const auto column_of = match_columns(features, columns);
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (!column_of[f]) continue;
    const Feature& feature = model.features[f];
    table::ColumnReading& reading = readings[*column_of[f]];
    reading.missing = feature.notation.missing;
    if (!feature.numeric()) continue;
    reading.plain = false;
    reading.type = table::ColumnType::numeric;
    reading.decimal_comma = feature.notation.decimal_comma;
    reading.date = feature.notation.date;
    reading.texts_are_missing = feature.notation.texts_are_missing;
    reading.unit = feature.unit;
  }
  return readings;
}

Model with_reading(Model model, const table::ReadOptions& options) {
  const auto say = [&](const table::ReadOptions::OfColumns& list, auto use) {
    for (const auto& [name, what] : list) {
      for (Feature& feature : model.features) {
        if (name.empty()) use(feature, what);
      }
    }
    for (const auto& [name, what] : list) {
      if (name.empty()) continue;
      if (const auto id = model.find_feature_meant(name)) use(model.features[id->index()], what);
    }
  };
  say(options.missing_values,
      [](Feature& feature, const std::string& mark) { feature.notation.missing.push_back(mark); });
  say(options.decimals, [](Feature& feature, const std::string& mark) {
    if (feature.numeric()) feature.notation.decimal_comma = mark == ",";
  });
  say(options.date_formats, [](Feature& feature, const std::string& format) {
    if (feature.numeric() && !feature.notation.date.empty()) feature.notation.date = format;
  });
  return model;
}

std::vector<std::vector<bool>> BoundTable::bad_codes() const {
  std::vector<std::vector<bool>> codes(columns.size());
  for (const BadValue& value : bad) {
    std::vector<bool>& of_feature = codes[value.feature.index()];
    of_feature.resize(columns[value.feature.index()].values.size(), false);
    of_feature[value.code] = true;
  }
  return codes;
}

base::Diagnostic describe_bad(const Model& model, const BoundTable& table, const BadValue& bad) {
  const table::Column& column = *table.columns[bad.feature.index()].column;
  std::optional<Number> number;
  if (column.is_number(bad.code)) number = column.numbers[bad.code];
  const CellReader reader(model, bad.feature, table::ReadOptions().missing);
  return std::move(*reader.read(column.text(bad.code), std::move(number)).problem);
}

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
