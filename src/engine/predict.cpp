// SPDX-License-Identifier: Apache-2.0
#include "engine/predict.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/stopwatch.h"
#include "model/bind_table.h"
#include "model/column_names.h"

namespace cogs::engine {

namespace {

std::vector<std::string> column_names(const table::Table& table) {
  std::vector<std::string> names;
  for (const table::Column& column : table.columns) names.push_back(column.name);
  return names;
}

std::optional<std::size_t> find_label(const model::Model& model, const table::Table& table,
                                      const std::optional<std::string>& wanted) {
  const std::vector<std::string> names = column_names(table);
  if (wanted) {
    const auto found = model::match_columns({*wanted}, names)[0];
    if (found) return found;
    const std::string near = base::nearest_name(*wanted, names);
    throw base::InputError(base::error_about(table.file, "there is no column '" + *wanted + "'",
                                             near.empty() ? "" : "did you mean '" + near + "'?"));
  }
  // A feature's column is no label, even if capitals alone tell the names apart.
  const std::string& predicate = model.atoms[model.undesired.index()].predicate;
  std::vector<std::string> wishes;
  for (const model::Feature& feature : model.features) wishes.push_back(feature.name);
  wishes.push_back(predicate);
  return model::match_columns(wishes, names).back();
}

std::vector<bool> mentioned_features(const model::Model& model) {
  std::vector<bool> mentioned(model.features.size(), false);
  for (const model::Rule& rule : model.rules) {
    for (const model::Literal& literal : rule.body) {
      if (const auto* test = std::get_if<model::FeatureTest>(&literal)) {
        mentioned[test->feature.index()] = true;
      }
    }
  }
  return mentioned;
}

// Finds the rows of values that a feature cannot have.
void locate_bad(const model::Model& model, const model::BoundTable& bound, Prediction& result) {
  if (bound.bad.empty()) return;
  result.bad.assign(result.rows, false);
  std::unordered_map<std::size_t, std::unordered_map<table::Code, const model::BadValue*>> by_code;
  for (const model::BadValue& value : bound.bad) {
    by_code[value.feature.index()].emplace(value.code, &value);
  }
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    const auto codes = by_code.find(f);
    if (codes == by_code.end()) continue;
    const table::Column& column = *bound.columns[f].column;
    for (std::size_t row = 0; row < result.rows; ++row) {
      const auto found = codes->second.find(column.codes[row]);
      if (found == codes->second.end()) continue;
      const base::Diagnostic& d = found->second->diagnostic;
      result.bad[row] = true;
      result.bad_cells.push_back(
          {row + 1, column.name, column.text(found->first), d.message, d.help});
    }
  }
  std::sort(result.bad_cells.begin(), result.bad_cells.end(),
            [](const BadCell& a, const BadCell& b) {
              return std::tie(a.row, a.column) < std::tie(b.row, b.column);
            });
  for (std::size_t row = 0; row < result.rows; ++row) {
    if (result.bad[row]) result.of_row[row] = model::no_class;
  }
}

rules::Measures measure_against(const table::Column& label, const Prediction& result) {
  const std::vector<std::string>& names = result.classes.names;
  rules::Confusion confusion;
  confusion.actual = names;
  std::vector<std::uint32_t> class_of_code(label.code_count(), model::no_class);
  const bool negation = result.classes.otherwise != model::no_class &&
                        names[result.classes.otherwise].starts_with("not ");
  for (table::Code code = 0; code < label.missing(); ++code) {
    const std::string text = label.text(code);
    const auto known = std::find(confusion.actual.begin(), confusion.actual.end(), text);
    if (known != confusion.actual.end()) {
      class_of_code[code] = static_cast<std::uint32_t>(known - confusion.actual.begin());
    } else if (negation) {  // all that is not the undesired class
      class_of_code[code] = result.classes.otherwise;
    } else {
      class_of_code[code] = static_cast<std::uint32_t>(confusion.actual.size());
      confusion.actual.push_back(text);
    }
  }
  confusion.predicted = confusion.actual;
  confusion.predicted.emplace_back();
  confusion.rows.assign(confusion.actual.size(),
                        std::vector<std::size_t>(confusion.predicted.size(), 0));
  for (std::size_t row = 0; row < result.rows; ++row) {
    if (!result.bad.empty() && result.bad[row]) continue;
    const std::uint32_t actual = class_of_code[label.codes[row]];
    if (actual == model::no_class) continue;
    const std::uint32_t predicted = result.of_row[row];
    ++confusion.rows[actual][predicted == model::no_class ? confusion.actual.size() : predicted];
  }
  return rules::measure(std::move(confusion), names.size() > 2);
}

}  // namespace

table::ReadOptions read_options_for(const model::Model& model, table::ReadOptions options) {
  const auto lists_a_mark = [&](const model::Feature& feature) {
    if (feature.numeric()) return false;
    const std::vector<model::SetValue>& values = feature.set().values;
    return std::any_of(values.begin(), values.end(), [&](const model::SetValue& value) {
      return std::find(options.missing.begin(), options.missing.end(), value.value.text) !=
             options.missing.end();
    });
  };
  if (std::any_of(model.features.begin(), model.features.end(), lists_a_mark)) {
    options.missing_is_value = true;
  }
  options.nameless_index = true;  // features are found by name
  return options;
}

table::Table load_table(const model::Model& model, const std::string& file,
                        table::ReadOptions options) {
  table::Table table = table::read_table(file, read_options_for(model, std::move(options)));
  if (table.exhausted != base::Exhausted::no) throw base::Stopped(table.exhausted);
  return table;
}

Prediction predict(const model::Model& model, const std::string& file,
                   const PredictOptions& options) {
  const base::Stopwatch watch;
  const table::Table table = load_table(model, file, options.read);
  const double seconds = watch.seconds();
  Prediction result = predict(model, table, options);
  result.read_seconds = seconds;
  return result;
}

Prediction predict(const model::Model& model, const table::Table& table,
                   const PredictOptions& options) {
  const base::Stopwatch watch;
  Prediction result;
  result.rows = table.rows;
  result.warnings = table.warnings;
  const std::optional<std::size_t> label = find_label(model, table, options.label);
  const model::BoundTable bound = model::bind_table(model, table);
  for (const base::Diagnostic& warning : bound.warnings) {
    const bool is_label =
        label && warning.message.find("'" + table.columns[*label].name + "'") != std::string::npos;
    if (!is_label) result.warnings.push_back(warning);
  }
  const std::vector<bool> mentioned = mentioned_features(model);
  for (const model::FeatureId id : bound.without_column) {
    if (mentioned[id.index()]) result.missing_features.push_back(model.feature(id).name);
  }
  if (!result.missing_features.empty()) {
    result.warnings.push_back(model::lacking_columns(table.file, result.missing_features));
  }
  if (bound.unseen_values > 0) {
    const bool one = bound.unseen_values == 1;
    result.warnings.push_back(base::warning_about(
        table.file, std::to_string(bound.unseen_values) + (one ? " value was" : " values were") +
                        " not in the data that the model's domains come from"));
  }
  result.classes = model::class_names(model);
  result.of_row = model::classify(model, bound, options.threads);
  locate_bad(model, bound, result);
  if (label) {
    result.label = table.columns[*label].name;
    result.measures = measure_against(table.columns[*label], result);
  }
  result.predict_seconds = watch.seconds();
  return result;
}

}  // namespace cogs::engine
