// SPDX-License-Identifier: Apache-2.0
#include "batch/open_rows.h"

#include "model/column_names.h"
#include "model/compile.h"
#include "table/table_layout.h"

namespace cogs::batch {

namespace {

void match(const model::Model& model, const std::string& file,
           const std::vector<std::string>& ignored, OpenRows& rows) {
  std::vector<std::string> columns = rows.columns.layout.columns;
  for (const std::size_t column : model::find_columns(ignored, columns, file, "to leave out")) {
    columns[column].clear();
  }
  model::FeatureColumns found = model::find_feature_columns(model, columns, file);
  rows.columns.of_feature = std::move(found.column_of);
  rows.warnings = std::move(found.warnings);
  const model::CompiledModel compiled = model::compile(model);
  std::vector<std::string> asked;
  for (const model::FeatureId id : found.lacking) {
    if (compiled.features[id.index()].mentioned) asked.push_back(model.feature(id).name);
  }
  if (!asked.empty()) rows.warnings.push_back(model::lacking_columns(file, asked));
}

}  // namespace

bool names_json_lines(std::string file) {
  if (file.ends_with(".gz")) file.resize(file.size() - 3);
  return file.ends_with(".jsonl") || file.ends_with(".ndjson");
}

OpenRows open_rows(const model::Model& model, const std::string& file,
                   const BatchOptions& options) {
  const std::string name = file == "-" ? "standard input" : file;
  OpenRows rows;
  rows.source = options.text ? table::text_source(*options.text)
                             : table::open_byte_source(file, name, options.read.encoding);
  rows.cutter = std::make_unique<table::BlockCutter>(*rows.source, table::ReadSizes{});
  InputLayout& layout = rows.columns.layout;
  layout.file = name;
  if (options.input == RowKind::json_lines) {
    rows.cutter->head(0);
    rows.cutter->start(0, table::lines_only);
    for (const model::Feature& feature : model.features) layout.columns.push_back(feature.name);
    return rows;
  }
  const table::TableLayout found = table::read_layout(*rows.cutter, name, options.read);
  layout.columns = found.names;
  layout.delimiter = found.format.delimiter;
  rows.body = found.body;
  rows.body_line = found.body_line;
  const std::string_view head = rows.cutter->head(found.body).substr(0, found.body);
  rows.header = head;
  if (head.find("\r\n") != std::string_view::npos) layout.line_end = "\r\n";
  while (rows.header.ends_with('\n') || rows.header.ends_with('\r')) rows.header.pop_back();
  if (rows.header.starts_with(table::byte_order_mark)) {
    rows.header.erase(0, table::byte_order_mark.size());
  }
  if (!found.format.header) rows.header.clear();
  rows.header.erase(0, rows.header.find_first_not_of("\r\n"));
  rows.cutter->start(found.body, layout.delimiter);
  match(model, name, options.read.ignore, rows);
  rows.columns.constraints = find_constraints(options.columns, layout.columns, name);
  return rows;
}

}  // namespace cogs::batch
