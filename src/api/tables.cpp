// SPDX-License-Identifier: Apache-2.0
#include "api/tables.h"

#include <utility>

#include "api/arrow_rows.h"
#include "api/shared.h"
#include "base/small_letters.h"
#include "batch/batch.h"
#include "batch/cell_answerer.h"
#include "model/column_names.h"
#include "table/read_arrow.h"

namespace cogs {

Table Table::file(std::string file, TableOptions options) {
  Table table;
  table.name_ = api::plain_name(file);
  table.options_ = std::move(options);
  return table;
}

Table Table::text(std::string text, std::string name, TableOptions options) {
  Table table;
  table.name_ = std::move(name);
  table.text_ = std::make_shared<const std::string>(std::move(text));
  table.options_ = std::move(options);
  return table;
}

Table Table::standard_input(TableOptions options) {
  Table table;
  table.name_ = "-";
  table.options_ = std::move(options);
  return table;
}

bool names_json_lines(const std::string& file) { return batch::names_json_lines(file); }

namespace api {

table::ReadOptions hidden(const TableOptions& options) {
  table::ReadOptions out;
  out.delimiter = options.delimiter;
  out.header = options.header;
  out.numeric = options.numeric;
  out.categorical = options.categorical;
  out.ignore = options.ignore;
  out.missing_is_value = options.missing_is_value;
  out.skip_bad_rows = options.skip_bad_rows;
  out.missing_values = options.missing_values;
  out.date_formats = options.date_formats;
  out.decimals = options.decimals;
  out.encoding = options.encoding;
  return out;
}

table::ReadOptions reading(const Table& table, const Control& control, const Running& running) {
  table::ReadOptions out = hidden(table.options());
  out.threads = control.threads;
  out.limits = running.limits();
  out.progress = share_hook(control, Progress::Stage::reading);
  return out;
}

batch::ConstraintColumns hidden(const ConstraintColumns& columns) {
  return {columns.fix, columns.allow, columns.only, columns.range, columns.cost};
}

BadCell shown(const engine::BadCell& cell) {
  return {cell.row, cell.column, cell.value, cell.message, cell.help};
}

std::vector<BadCell> shown(const std::vector<engine::BadCell>& cells) {
  std::vector<BadCell> out;
  for (const engine::BadCell& cell : cells) out.push_back(shown(cell));
  return out;
}

std::function<void(const engine::BadCell&)> each(const std::function<void(const BadCell&)>& take) {
  if (!take) return {};
  return [take](const engine::BadCell& cell) { take(shown(cell)); };
}

base::Limits of_a_person(const Running& running, const std::optional<double>& seconds) {
  base::Limits limits = running.limits();
  if (seconds) limits.seconds = seconds;
  return limits;
}

std::function<void(std::size_t done, std::size_t all)> share_hook(const Control& control,
                                                                  Progress::Stage stage) {
  if (!control.progress) return {};
  return [&control, stage](std::size_t done, std::size_t all) {
    Progress progress;
    progress.stage = stage;
    if (all > 0) progress.share = static_cast<double>(done) / static_cast<double>(all);
    control.progress(progress);
  };
}

table::Table read(const Table& table, const table::ReadOptions& options,
                  const model::Model* model) {
  if (table.is_file()) return table::read_table(table.name(), options);
  if (!table.arrow()) return table::parse_table(table.bytes(), table.name(), options);
  table::ArrowReading reading;
  if (model) {
    const auto feature_of = [model](const std::string& column) {
      const auto exact = model->find_feature(column);
      return exact ? exact : model->find_feature(base::in_small_letters(column));
    };
    reading.wanted = [feature_of](const std::string& column) {
      return feature_of(column).has_value();
    };
    reading.truth = [model, feature_of](const std::string& column) {
      const auto feature = feature_of(column);
      return feature ? batch::truth_words(model->feature(*feature))
                     : table::ArrowCoder::Words{"true", "false"};
    };
  }
  return table::read_arrow(table.arrow()->take(), options, reading);
}

table::Table loaded(const model::Model& model, const Table& table, const Control& control,
                    const Running& running) {
  const table::ReadOptions options =
      engine::read_options_for(model, reading(table, control, running));
  table::Table read = api::read(table, options, &model);
  if (read.exhausted != base::Exhausted::no) throw base::Stopped(read.exhausted);
  return read;
}

}  // namespace api

}  // namespace cogs
