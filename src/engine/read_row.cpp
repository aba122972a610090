// SPDX-License-Identifier: Apache-2.0
#include "engine/read_row.h"

#include <optional>
#include <utility>

#include "model/cell_reader.h"
#include "model/column_names.h"
#include "table/byte_source.h"
#include "table/cell_number.h"
#include "table/csv_reader.h"
#include "table/read_table.h"

namespace cogs::engine {

namespace {

// A cell as `cogs batch` and `cogs predict` read it; what is wrong with it is left for read_record.
std::string as_in_tables(const model::Model& model, const std::string& feature,
                         const std::string& cell) {
  const model::CellReader reader(model, *model.find_feature(feature), table::ReadOptions{}.missing);
  const model::CellValue read = reader.read(cell, table::cell_number(cell));
  if (read.problem || read.unseen) return cell;
  return read.value ? read.value->text : "?";
}

}  // namespace

std::vector<model::Field> read_row(const model::Model& model, const std::string& file,
                                   std::uint64_t number, std::vector<base::Diagnostic>* warnings) {
  if (number == 0) {
    throw base::InputError(base::error_about(file, "there is no row 0", "data rows count from 1"));
  }
  table::CsvOptions options;
  options.header = std::nullopt;  // found out, as where the model was learned
  table::CsvReader reader(table::open_byte_source(file, file), file, options);
  const std::vector<std::string>& header = reader.header();

  std::vector<std::string> names;
  for (const model::Feature& feature : model.features) names.push_back(feature.name);
  const auto column_of = model::match_columns(names, header);
  std::vector<std::string> feature_of(header.size());  // empty: not in the model
  std::vector<std::string> without_column;
  for (std::size_t f = 0; f < names.size(); ++f) {
    if (column_of[f]) {
      feature_of[*column_of[f]] = names[f];
    } else {
      without_column.push_back(names[f]);
    }
  }
  if (without_column.size() == model.features.size()) {
    throw base::InputError(base::error_about(file,
                                             "no column of this file is a feature of the model",
                                             "its first column is '" + header.front() + "'"));
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string& column = header[i];
    const std::string near = base::nearest_name(column, without_column);
    if (warnings && !near.empty() && feature_of[i].empty()) {
      warnings->push_back(base::warning_about(
          file, "the column '" + column + "' is not in the model", "did you mean '" + near + "'?"));
    }
  }

  table::CsvRow row;
  std::uint64_t rows = 0;
  while (true) {
    try {
      if (!reader.next(row)) break;
    } catch (const base::InputError&) {
      if (row.number >= number) throw;  // a bad row before the wanted one is not asked about
    }
    rows = row.number;
    if (rows < number) continue;
    std::vector<model::Field> fields;
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (!feature_of[i].empty()) {
        fields.push_back(
            {feature_of[i], as_in_tables(model, feature_of[i], row.fields[i]), row.places[i]});
      }
    }
    return fields;
  }
  throw base::InputError(base::error_about(
      file, "there is no row " + std::to_string(number),
      rows == 0 ? "the file has no data rows" : "the rows are 1 to " + std::to_string(rows)));
}

}  // namespace cogs::engine
