// SPDX-License-Identifier: Apache-2.0
#include "model/edit/feature_table.h"

#include <algorithm>

#include "model/column_names.h"
#include "model/data/bind_table.h"
#include "table/natural_order.h"

namespace cogs::model {

namespace {

constexpr table::Code no_code = ~table::Code{0};

void copy_codes(const table::Column& from, const std::vector<table::Code>& new_code,
                table::Column& to) {
  to.codes = table::Codes(from.codes.size(), to.missing());
  from.codes.visit([&](auto old_codes) {
    to.codes.visit([&](auto new_codes) {
      using Width = typename decltype(new_codes)::value_type;
      for (std::size_t row = 0; row < old_codes.size(); ++row) {
        new_codes[row] = static_cast<Width>(new_code[old_codes[row]]);
      }
    });
  });
  to.missing_cells = 0;
  to.codes.visit([&](auto codes) {
    for (const auto code : codes) to.missing_cells += code == to.missing() ? 1 : 0;
  });
}

table::Column seen_by(const Feature& feature, const BoundColumn& bound) {
  table::Column column;
  column.name = feature.name;
  column.numeric = feature.numeric();
  const std::size_t codes = bound.values.size();
  std::vector<table::Code> new_code(codes, no_code);
  if (column.numeric) {
    for (const auto& value : bound.values) {
      if (value && value->number) column.numbers.push_back(*value->number);
    }
    std::sort(column.numbers.begin(), column.numbers.end());
    column.numbers.erase(std::unique(column.numbers.begin(), column.numbers.end()),
                         column.numbers.end());
    for (std::size_t code = 0; code < codes; ++code) {
      const auto& value = bound.values[code];
      if (!value || !value->number) continue;
      const auto place =
          std::lower_bound(column.numbers.begin(), column.numbers.end(), *value->number);
      new_code[code] = static_cast<table::Code>(place - column.numbers.begin());
    }
  } else {
    for (const auto& value : bound.values) {
      if (value) column.texts.push_back(value->text);
    }
    const auto before = [](const std::string& a, const std::string& b) {
      return table::natural_order(a, b) < 0;
    };
    std::sort(column.texts.begin(), column.texts.end(), before);
    column.texts.erase(std::unique(column.texts.begin(), column.texts.end()), column.texts.end());
    for (std::size_t code = 0; code < codes; ++code) {
      if (bound.values[code]) new_code[code] = *column.code_of(bound.values[code]->text);
    }
  }
  std::replace(new_code.begin(), new_code.end(), no_code, column.missing());
  copy_codes(*bound.column, new_code, column);
  return column;
}

std::optional<std::size_t> label_column(const Model& model, const table::Table& table,
                                        const std::optional<std::string>& label) {
  const std::string name = label ? *label : model.atoms[model.undesired.index()].predicate;
  std::vector<std::string> names;
  for (const table::Column& column : table.columns) names.push_back(column.name);
  const auto found = match_columns({name}, names).front();
  if (label && !found) {
    base::Diagnostic d;
    d.file = table.file;
    d.message = "there is no column '" + name + "'";
    const std::string near = base::nearest_name(name, names);
    if (!near.empty()) d.help = "did you mean '" + near + "'?";
    throw base::InputError(std::move(d));
  }
  return found;
}

}  // namespace

FeatureTable feature_table(const Model& model, const table::Table& table,
                           const std::optional<std::string>& label) {
  const BoundTable bound = bind_table(model, table);
  FeatureTable result;
  result.warnings = bound.warnings;
  result.table.file = table.file;
  result.table.rows = table.rows;
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    const BoundColumn& column = bound.columns[i];
    result.has_column.push_back(column.column != nullptr);
    if (column.column != nullptr) {
      result.table.columns.push_back(seen_by(model.features[i], column));
      continue;
    }
    table::Column empty;
    empty.name = model.features[i].name;
    empty.numeric = model.features[i].numeric();
    empty.codes = table::Codes(table.rows, 0);
    empty.missing_cells = table.rows;
    result.table.columns.push_back(std::move(empty));
  }
  const std::vector<std::vector<bool>> bad = bound.bad_codes();
  for (std::size_t f = 0; f < bad.size(); ++f) {
    if (bad[f].empty()) continue;
    bound.columns[f].column->codes.visit([&](auto codes) {
      for (const auto code : codes) result.bad_cells += bad[f][code] ? 1 : 0;
    });
  }
  if (const auto found = label_column(model, table, label)) {
    result.label = table::ColumnId(result.table.columns.size());
    result.table.columns.push_back(table.columns[*found]);
  }
  return result;
}

}  // namespace cogs::model
