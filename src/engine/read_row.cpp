// SPDX-License-Identifier: Apache-2.0
#include "engine/read_row.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <utility>

#include "base/text_file.h"
#include "table/csv_reader.h"

namespace cogs::engine {

namespace {

base::Diagnostic about(const std::string& file, std::string message, std::string help = {}) {
  base::Diagnostic d;
  d.file = file;
  d.message = std::move(message);
  d.help = std::move(help);
  return d;
}

}  // namespace

std::vector<model::Field> read_row(const model::Model& model, const std::string& file,
                                   std::uint64_t number, std::vector<base::Diagnostic>* warnings) {
  if (number == 0) {
    throw base::InputError(about(file, "there is no row 0", "data rows count from 1"));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw base::InputError(about(file, "cannot read this file: " + base::file_error_words(errno)));
  }
  if (in.peek() == std::ifstream::traits_type::eof() && !in.eof()) {
    throw base::InputError(about(file, "cannot read this file: it is a folder"));
  }
  in.clear();
  table::CsvReader reader(in, file);
  const std::vector<std::string>& header = reader.header();

  std::vector<std::string> without_column;
  for (const model::Feature& feature : model.features) {
    if (std::find(header.begin(), header.end(), feature.name) == header.end()) {
      without_column.push_back(feature.name);
    }
  }
  if (without_column.size() == model.features.size()) {
    throw base::InputError(about(file, "no column of this file is a feature of the model",
                                 "its first column is '" + header.front() + "'"));
  }
  for (const std::string& column : header) {
    const std::string near = base::nearest_name(column, without_column);
    if (warnings && !near.empty() && !model.find_feature(column)) {
      base::Diagnostic d = about(file, "the column '" + column + "' is not in the model",
                                 "did you mean '" + near + "'?");
      d.severity = base::Severity::warning;
      warnings->push_back(std::move(d));
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
      if (model.find_feature(header[i])) {
        fields.push_back({header[i], row.fields[i], row.places[i]});
      }
    }
    return fields;
  }
  throw base::InputError(
      about(file, "there is no row " + std::to_string(number),
            rows == 0 ? "the file has no data rows" : "the rows are 1 to " + std::to_string(rows)));
}

}  // namespace cogs::engine
