// SPDX-License-Identifier: Apache-2.0
#include "model/feature_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "logic/term.h"
#include "model/column_names.h"
#include "model/decision_text.h"
#include "model/write_model.h"

namespace cogs::model {

namespace {

// The words that a name is made of: "native-country" has native and country.
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (const char c : in_small_letters(name)) {
    if (c >= 'a' && c <= 'z') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

template <std::size_t size>
bool any_of_words(const std::vector<std::string>& words,
                  const std::array<std::string_view, size>& wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

}  // namespace

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

std::string hint_for(const Feature& feature) {
  static constexpr std::array<std::string_view, 3> growing = {"age", "seniority", "tenure"};
  static constexpr std::array<std::string_view, 15> given = {
      "sex", "gender", "race",        "ethnic",      "ethnicity", "birth",  "birthday",  "born",
      "dob", "native", "nationality", "citizenship", "origin",    "height", "birthplace"};
  if (feature.fixed || feature.caused || feature.direction != Direction::any) return {};
  const std::vector<std::string> words = words_of(feature.name);
  if (any_of_words(words, given)) return "nobody can change this? then add: fixed";
  if (any_of_words(words, growing)) {
    return feature.numeric() ? "this only grows? then add: may increase"
                             : "nobody can choose this? then add: fixed";
  }
  return {};
}

std::string feature_text(const Feature& feature, const std::string& hint) {
  const std::string above = hint.empty() ? "" : "% " + hint + "\n";
  const std::string line = format_feature(feature);
  if (feature.numeric() || line.size() <= 100) return above + line + "\n";
  const std::vector<SetValue>& values = feature.set().values;
  std::vector<std::string> pieces;
  for (const SetValue& value : values) {
    pieces.push_back(value.unquoted_number ? value.value.text
                     : value.value.number  ? logic::quoted_text(value.value.text, '\'')
                                           : logic::atom_text(value.value.text));
  }
  // The options are what the line says behind the set.
  Feature other = feature;
  other.domain = SetDomain{{{Value::of("a"), false}}};
  const std::string start = "#feature " + logic::atom_text(feature.name) + " : {";
  const std::string short_line = format_feature(other);
  return above + on_lines(start, pieces, short_line.substr(start.size() + 1)) + "\n";
}

}  // namespace cogs::model
