// SPDX-License-Identifier: Apache-2.0
#include "batch/evaluate/columns.h"

#include <algorithm>

#include "model/column_names.h"

namespace cogs::batch {

namespace {

std::optional<std::size_t> find(const std::vector<std::string>& header, const std::string& name) {
  const auto at = std::find(header.begin(), header.end(), name);
  if (name.empty() || at == header.end()) return std::nullopt;
  return static_cast<std::size_t>(at - header.begin());
}

std::string did_you_mean(const std::string& near) {
  return near.empty() ? "" : "did you mean '" + near + "'?";
}

void demand(const std::vector<std::string>& header, const std::string& name,
            const std::string& file) {
  if (name.empty() || find(header, name)) return;
  throw base::InputError(base::error_about(file, "there is no column '" + name + "'",
                                           did_you_mean(base::nearest_name(name, header))));
}

void check_names(const std::string& file, const std::vector<std::string>& header,
                 const std::vector<bool>& used, const std::vector<std::string>& lacking) {
  std::vector<base::Diagnostic> problems;
  for (std::size_t c = 0; c < header.size(); ++c) {
    const std::string near = used[c] ? "" : base::nearest_name(header[c], lacking);
    if (near.empty()) continue;
    problems.push_back(base::error_about(
        file, "the column '" + header[c] + "' is not in the model, and '" + near + "' has none",
        did_you_mean(near)));
  }
  if (!problems.empty()) throw base::InputError(std::move(problems));
}

}  // namespace

CounterfactualColumns find_columns(const model::Model& model, const std::string& file,
                                   const std::vector<std::string>& header,
                                   const EvaluateOptions& options,
                                   std::vector<base::Diagnostic>& warnings) {
  CounterfactualColumns columns;
  std::vector<std::string> features, lacking;
  for (const model::Feature& feature : model.features) features.push_back(feature.name);
  columns.of_feature = model::match_columns(features, header);
  columns.changes = find(header, "cogs_changes");
  columns.row = find(header, options.row_column);
  columns.seconds = find(header, options.time_column);
  if (!columns.changes) {  // what cogs batch writes has neither
    demand(header, options.row_column, file);
    if (!options.times_may_lack) demand(header, options.time_column, file);
  }
  if (options.times_may_lack && !columns.seconds && !options.time_column.empty()) {
    warnings.push_back(
        base::warning_about(file, "there is no column '" + options.time_column + "': no times"));
  }
  std::vector<bool> used(header.size(), false);
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (columns.of_feature[f]) used[*columns.of_feature[f]] = true;
    if (!columns.of_feature[f]) lacking.push_back(features[f]);
  }
  if (!columns.row && !columns.changes) {
    columns.row = find(header, "row");
    if (columns.row && used[*columns.row]) columns.row.reset();
  }
  for (const auto& other : {columns.row, columns.seconds, columns.changes}) {
    if (other) used[*other] = true;
  }
  check_names(file, header, used, lacking);
  if (lacking.size() == features.size() && !columns.changes) {
    throw base::InputError(base::error_about(file,
                                             "no column of this file is a feature of the model",
                                             "its first column is '" + header.front() + "'"));
  }
  if (!lacking.empty()) {
    warnings.push_back(model::lacking_columns(file, lacking, "taken to be as in the rows"));
  }
  return columns;
}

}  // namespace cogs::batch
