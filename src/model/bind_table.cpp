// SPDX-License-Identifier: Apache-2.0
#include "model/bind_table.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "model/column_names.h"
#include "model/record.h"
#include "table/read_table.h"

namespace cogs::model {

namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

bool is_mark(const std::string& text) {
  static const std::vector<std::string> marks = table::ReadOptions().missing;
  return text.empty() || std::find(marks.begin(), marks.end(), text) != marks.end();
}

class ColumnBinder {
 public:
  ColumnBinder(const Model& model, FeatureId id, const table::Column& column, BoundTable& result)
      : model_(model), id_(id), feature_(model.feature(id)), column_(column), result_(result) {}

  BoundColumn run() {
    BoundColumn bound;
    bound.column = &column_;
    bound.values.resize(column_.code_count());
    feature_.numeric() ? bind_numbers(bound) : bind_set(bound);
    return bound;
  }

 private:
  void bind_numbers(BoundColumn& bound) {
    const NumericDomain& domain = feature_.numbers();
    for (table::Code code = 0; code < column_.missing(); ++code) {
      std::optional<Number> number;
      if (column_.is_number(code)) {
        number = column_.numbers[code];
      } else {
        const std::string text = trimmed(column_.text(code));
        if (is_mark(text)) continue;
        number = Number::parse(text);
      }
      const bool outside = number && ((domain.low && *number < *domain.low) ||
                                      (domain.high && *number > *domain.high));
      if (!number || (domain.integer && !number->is_integer()) || (outside && !feature_.observed)) {
        add_bad(code);
        continue;
      }
      if (outside) ++result_.unseen_values;
      bound.values[code] = Value::of(*number);
    }
  }

  void bind_set(BoundColumn& bound) {
    std::unordered_map<std::string, const Value*> by_text;
    std::unordered_map<Number, const Value*> by_number;
    for (const SetValue& declared : feature_.set().values) {
      by_text.emplace(declared.value.text, &declared.value);
      if (declared.value.number) by_number.emplace(*declared.value.number, &declared.value);
    }
    for (table::Code code = 0; code < column_.missing(); ++code) {
      const std::string text = column_.text(code);
      auto known = by_text.find(text);
      if (known == by_text.end()) known = by_text.find(trimmed(text));
      if (known != by_text.end()) {
        bound.values[code] = *known->second;
        continue;
      }
      if (column_.is_number(code)) {  // the table knows 01 as 1
        const auto equal = by_number.find(column_.numbers[code]);
        if (equal != by_number.end()) {
          bound.values[code] = *equal->second;
          continue;
        }
      }
      if (is_mark(trimmed(text))) continue;
      if (!feature_.observed) {
        add_bad(code);
        continue;
      }
      ++result_.unseen_values;
      bound.values[code] = Value::of(trimmed(text));
    }
  }

  // read_record finds the words for what is wrong.
  void add_bad(table::Code code) {
    try {
      read_record(model_, {{feature_.name, column_.text(code)}});
    } catch (const base::InputError& error) {
      result_.bad.push_back({id_, code, error.diagnostics().front()});
      return;
    }
    base::Diagnostic d;
    d.message = "'" + feature_.name + "' cannot be " + column_.text(code);
    result_.bad.push_back({id_, code, std::move(d)});
  }

  const Model& model_;
  FeatureId id_;
  const Feature& feature_;
  const table::Column& column_;
  BoundTable& result_;
};

}  // namespace

BoundTable bind_table(const Model& model, const table::Table& table) {
  std::vector<std::string> features, columns, lacking;
  for (const Feature& feature : model.features) features.push_back(feature.name);
  for (const table::Column& column : table.columns) columns.push_back(column.name);
  const std::vector<std::optional<std::size_t>> column_of = match_columns(features, columns);

  BoundTable result;
  result.rows = table.rows;
  std::vector<bool> used(columns.size(), false);
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (column_of[f]) {
      used[*column_of[f]] = true;
      ColumnBinder binder(model, FeatureId(f), table.columns[*column_of[f]], result);
      result.columns.push_back(binder.run());
    } else {
      result.without_column.push_back(FeatureId(f));
      lacking.push_back(features[f]);
      result.columns.emplace_back().values.resize(1);
    }
  }
  if (lacking.size() == features.size()) {
    base::Diagnostic d;
    d.file = table.file;
    d.message = "no column of this file is a feature of the model";
    if (!columns.empty()) {
      const std::string near = base::nearest_name(columns.front(), features);
      d.help = "its first column is '" + columns.front() + "'" +
               (near.empty() ? "" : "; did you mean '" + near + "'?");
    }
    throw base::InputError(std::move(d));
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::string near = used[c] ? "" : base::nearest_name(columns[c], lacking);
    if (near.empty()) continue;
    base::Diagnostic d;
    d.severity = base::Severity::warning;
    d.file = table.file;
    d.message = "the column '" + columns[c] + "' is not in the model";
    d.help = "did you mean '" + near + "'?";
    result.warnings.push_back(std::move(d));
  }
  return result;
}

}  // namespace cogs::model
