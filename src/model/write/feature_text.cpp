// SPDX-License-Identifier: Apache-2.0
#include "model/write/feature_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "logic/syntax/term.h"
#include "model/write/decision_text.h"
#include "model/write/write_model.h"

namespace cogs::model {

std::optional<Domain> domain_of(const table::Column& column) {
  if (column.numeric && !column.mixed()) {
    if (column.numbers.empty()) return std::nullopt;
    NumericDomain domain;
    domain.integer = std::all_of(column.numbers.begin(), column.numbers.end(),
                                 [](const Number& number) { return number.is_integer(); });
    domain.low = column.numbers.front();
    domain.high = column.numbers.back();
    return domain;
  }
  SetDomain domain;
  for (const Number& number : column.numbers) domain.values.push_back({Value::of(number), false});
  for (const std::string& text : column.texts) {
    domain.values.push_back({Value::of(text), false});
  }
  if (domain.values.empty()) return std::nullopt;
  return domain;
}

std::string feature_text(const Feature& feature, const std::string& comment) {
  const std::string above = comment.empty() ? "" : "% " + comment + "\n";
  const std::string line = format_feature(feature);
  if (feature.numeric() || line.size() <= 100) return above + line + "\n";
  const std::vector<SetValue>& values = feature.set().values;
  std::vector<std::string> pieces;
  for (const SetValue& value : values) {
    pieces.push_back(feature.set().is_others(value.value) ? std::string(other_values)
                     : value.unquoted_number              ? value.value.text
                     : value.value.number ? logic::quoted_text(value.value.text, '\'')
                                          : logic::atom_text(value.value.text));
  }
  // The options are what the line says behind the set.
  Feature other = feature;
  SetDomain shortest;
  shortest.values.push_back({Value::of("a"), false});
  other.domain = std::move(shortest);
  const std::string start = "#feature " + logic::atom_text(feature.name) + " : {";
  const std::string short_line = format_feature(other);
  return above +
         on_lines(start, pieces, short_line.substr(start.size() + 1),
                  feature.set().ordered ? " <" : ",") +
         "\n";
}

}  // namespace cogs::model
