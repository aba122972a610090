// SPDX-License-Identifier: Apache-2.0
#include "engine/predict.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/stopwatch.h"
#include "model/column_names.h"
#include "model/data/bind_table.h"

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
  for (const model::Score& score : model.scores) {
    for (const model::FeatureTest& test : score.tests) mentioned[test.feature.index()] = true;
    for (const model::Contribution& each : score.contributions) {
      for (const model::Literal& literal : each.body) {
        if (const auto* test = std::get_if<model::FeatureTest>(&literal)) {
          mentioned[test->feature.index()] = true;
        }
      }
    }
  }
  return mentioned;
}

// A feature's column with values that the feature cannot have.
class BadColumn {
 public:
  BadColumn(const model::Model& model, const model::BoundTable& bound, model::FeatureId feature,
            std::vector<bool> bad)
      : model_(model), bound_(bound), feature_(feature), bad_(std::move(bad)) {}

  const table::Column& column() const { return *bound_.columns[feature_.index()].column; }
  bool is_bad(std::size_t row) const { return bad_[column().codes[row]]; }
  BadCell cell(std::size_t row) {
    const table::Code code = column().codes[row];
    if (words_.size() >= most_words) words_.clear();
    const auto [at, fresh] = words_.try_emplace(code);
    if (fresh) at->second = model::describe_bad(model_, bound_, {feature_, code});
    return {row + 1, column().name, column().text(code), at->second.message, at->second.help};
  }

 private:
  static constexpr std::size_t most_words = 1000;

  const model::Model& model_;
  const model::BoundTable& bound_;
  model::FeatureId feature_;
  std::vector<bool> bad_;                                    // by code
  std::unordered_map<table::Code, base::Diagnostic> words_;  // of some of them
};

std::vector<BadColumn> bad_columns(const model::Model& model, const model::BoundTable& bound) {
  std::vector<BadColumn> columns;
  std::vector<std::vector<bool>> codes = bound.bad_codes();
  for (std::size_t f = 0; f < codes.size(); ++f) {
    if (!codes[f].empty()) {
      columns.emplace_back(model, bound, model::FeatureId(f), std::move(codes[f]));
    }
  }
  return columns;
}

// Finds the rows of values that a feature cannot have.
void locate_bad(const model::Model& model, const model::BoundTable& bound,
                const PredictOptions& options, base::Budget& budget, Prediction& result) {
  std::vector<BadColumn> columns = bad_columns(model, bound);
  if (columns.empty() && !options.other_problem) return;
  std::vector<BadColumn*> in_order;
  for (BadColumn& column : columns) in_order.push_back(&column);
  std::sort(in_order.begin(), in_order.end(), [](const BadColumn* a, const BadColumn* b) {
    return a->column().name < b->column().name;
  });
  result.bad.assign(result.rows, false);
  const auto wants_more = [&] {
    return options.each_bad_cell || result.bad_cells.size() < most_bad_cells;
  };
  for (std::size_t row = 0; row < result.rows; ++row) {
    if (budget.exhausted()) throw base::Stopped(budget.reason());
    const auto add = [&](const BadCell& cell) {
      if (result.bad_cells.size() < most_bad_cells) result.bad_cells.push_back(cell);
      if (options.each_bad_cell) options.each_bad_cell(cell);
    };
    bool bad = false;
    for (BadColumn* column : in_order) {
      if (!column->is_bad(row)) continue;
      bad = true;
      if (wants_more()) add(column->cell(row));
    }
    if (options.other_problem) {
      const base::Diagnostic& problem = options.other_problem(row);
      bad = bad || !problem.message.empty();
      if (!problem.message.empty()) add({row + 1, "", "", problem.message, problem.help});
    }
    if (!bad) continue;
    ++result.bad_rows;
    result.bad[row] = true;
    result.of_row[row] = model::no_class;
  }
  if (result.bad_rows == 0) result.bad.clear();
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

// A column without the undesired class is hardly the one that was meant.
std::optional<base::Diagnostic> never_undesired(const table::Column& label, const std::string& file,
                                                const model::ClassNames& classes) {
  constexpr std::size_t most_named = 5;
  const std::string& undesired = classes.names[0];
  std::string values;
  for (table::Code code = 0; code < label.missing(); ++code) {
    if (label.text(code) == undesired) return std::nullopt;
    if (code < most_named) values += (code == 0 ? "" : ", ") + label.text(code);
  }
  if (label.missing() == 0) return std::nullopt;
  if (label.missing() > most_named) values += ", ...";
  return base::warning_about(file,
                             "the column '" + label.name + "' never says '" + undesired +
                                 "', so it is hardly about the same decision",
                             "its values are " + values);
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
  options.known = [&model](const std::vector<std::string>& columns) {
    return model::readings_of(model, columns);
  };
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
  const base::Budget whole(options.limits);
  PredictOptions rest = options;
  rest.read.limits = whole.within(options.read.limits);
  const table::Table table = load_table(model, file, rest.read);
  const double seconds = watch.seconds();
  rest.limits = whole.left();
  Prediction result = predict(model, table, rest);
  result.read_seconds = seconds;
  return result;
}

Prediction predict(const model::Model& model, const table::Table& table,
                   const PredictOptions& options) {
  const base::Stopwatch watch;
  base::Budget budget(options.limits);
  const auto check_budget = [&] {
    if (budget.exhausted_now()) throw base::Stopped(budget.reason());
  };
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
  check_budget();
  result.classes = model::class_names(model);
  result.of_row = model::classify(model, bound, options.threads);
  check_budget();
  locate_bad(model, bound, options, budget, result);
  if (label) {
    result.label = table.columns[*label].name;
    if (auto warning = never_undesired(table.columns[*label], table.file, result.classes)) {
      result.warnings.push_back(std::move(*warning));
    }
    result.measures = measure_against(table.columns[*label], result);
  }
  result.predict_seconds = watch.seconds();
  return result;
}

}  // namespace cogs::engine
