// SPDX-License-Identifier: Apache-2.0
#include "engine/read_row.h"

#include <algorithm>
#include <utility>

#include "base/small_letters.h"
#include "base/trimmed.h"
#include "model/column_names.h"
#include "model/read/cell_reader.h"
#include "table/byte_source.h"
#include "table/cell_number.h"
#include "table/csv_reader.h"
#include "table/read_table.h"

namespace cogs::engine {

namespace {

table::CsvOptions csv_options(const RowOptions& options) {
  table::CsvOptions csv;
  csv.delimiter = options.delimiter;
  csv.header = options.header;
  return csv;
}

}  // namespace

struct RowReader::Inside {
  Inside(const model::Model& model, const std::string& named, std::optional<std::string_view> text,
         const RowOptions& options)
      : reader(text ? table::text_source(*text)
                    : table::open_byte_source(named, named, options.encoding),
               named, csv_options(options)),
        missing(table::ReadOptions{}.missing),
        features(model.features),
        file(named) {
    for (std::size_t f = 0; f < model.features.size(); ++f) {
      cells.emplace_back(model, model::FeatureId(static_cast<std::uint32_t>(f)), missing);
    }
  }

  table::CsvReader reader;
  table::CsvRow row;
  std::vector<std::string> missing;
  const std::vector<model::Feature>& features;
  std::string file;
  std::vector<std::string> names;                     // of features
  std::vector<std::optional<std::size_t>> of_column;  // the feature of each column
  std::vector<model::CellReader> cells;               // of each feature
};

RowReader::RowReader(const model::Model& model, const std::string& file,
                     std::vector<base::Diagnostic>* warnings, std::optional<std::string_view> text,
                     const RowOptions& options)
    : in_(std::make_unique<Inside>(model, file, text, options)) {
  const std::vector<std::string>& header = in_->reader.header();
  for (const model::Feature& feature : model.features) in_->names.push_back(feature.name);
  const auto column_of = model::match_columns(in_->names, header);
  in_->of_column.resize(header.size());
  std::vector<std::string> without_column;
  for (std::size_t f = 0; f < in_->names.size(); ++f) {
    if (column_of[f]) {
      in_->of_column[*column_of[f]] = f;
    } else {
      without_column.push_back(in_->names[f]);
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
    if (warnings && !near.empty() && !in_->of_column[i]) {
      warnings->push_back(base::warning_about(
          file, "the column '" + column + "' is not in the model", "did you mean '" + near + "'?"));
    }
  }
}

RowReader::~RowReader() = default;
RowReader::RowReader(RowReader&&) noexcept = default;

bool RowReader::next() { return in_->reader.next(in_->row); }

std::uint64_t RowReader::number() const { return in_->row.number; }

const std::vector<std::string>& RowReader::columns() const { return in_->reader.header(); }

const std::string& RowReader::cell(std::size_t column) const { return in_->row.fields[column]; }

std::optional<std::size_t> RowReader::column(const std::string& name) const {
  const std::vector<std::string>& header = columns();
  const auto found = std::find(header.begin(), header.end(), name);
  if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  std::optional<std::size_t> near;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (!base::same_in_small_letters(header[i], name)) continue;
    if (near) return std::nullopt;  // two of them: which one is meant cannot be known
    near = i;
  }
  return near;
}

// Cells are read as `cogs batch` and `cogs predict` read them; what is wrong with one is left for
// read_record.
std::vector<model::Field> RowReader::fields() const {
  std::vector<model::Field> fields;
  for (std::size_t i = 0; i < in_->of_column.size(); ++i) {
    if (!in_->of_column[i]) continue;
    const std::size_t f = *in_->of_column[i];
    const std::string& cell = in_->row.fields[i];
    model::CellValue read = in_->cells[f].read(cell);
    const model::Feature& feature = in_->features[f];
    // What an open set does not list is one value to the model, but not to the person.
    const bool other = read.value && !feature.numeric() && feature.set().is_others(*read.value);
    std::string text = cell;
    if (!read.problem && !read.unseen && !other) {
      text = read.value ? read.value->text : "?";
    } else if (feature.numeric() && feature.notation.date.empty()) {
      // read_record knows numbers as people type them, not the notation of this table.
      const std::string bare(base::trimmed(cell));
      const auto number = table::cell_number(bare, feature.notation);
      const auto typed = base::Number::parse(bare);
      if (number && number != typed) text = number->text();
      if (read.problem && ((!number && typed) || table::in_other_currency(bare, feature.unit))) {
        read.problem->file = in_->file;
        read.problem->place = in_->row.places[i];
        throw base::InputError(std::move(*read.problem));
      }
    }
    fields.push_back({in_->names[f], std::move(text), in_->row.places[i]});
  }
  return fields;
}

std::vector<model::Field> read_row(const model::Model& model, const std::string& file,
                                   std::uint64_t number, std::vector<base::Diagnostic>* warnings,
                                   std::optional<std::string_view> text,
                                   const RowOptions& options) {
  if (number == 0) {
    throw base::InputError(base::error_about(file, "there is no row 0", "data rows count from 1"));
  }
  RowReader reader(model, file, warnings, text, options);
  std::uint64_t rows = 0;
  while (true) {
    try {
      if (!reader.next()) break;
    } catch (const base::InputError&) {
      if (reader.number() >= number) throw;  // a bad row before the wanted one is not asked about
    }
    rows = reader.number();
    if (rows == number) return reader.fields();
  }
  throw base::InputError(base::error_about(
      file, "there is no row " + std::to_string(number),
      rows == 0 ? "the file has no data rows" : "the rows are 1 to " + std::to_string(rows)));
}

}  // namespace cogs::engine
