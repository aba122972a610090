// SPDX-License-Identifier: Apache-2.0
#include "model/edit/build_model.h"

#include <algorithm>
#include <utility>

#include "logic/syntax/term.h"
#include "model/column_names.h"
#include "model/edit/learned_features.h"
#include "model/edit/model_parts.h"
#include "model/write/decision_text.h"
#include "model/write/feature_text.h"

namespace cogs::model {

namespace {

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return text;
}

}  // namespace

std::string heading_text(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    out += line.empty() ? "%\n" : "% " + one_line(line) + "\n";
  }
  return out;
}

std::string targets_text(const rules::RuleSet& rules, const std::string& label,
                         const BuildOptions& options) {
  std::vector<std::string> classes;
  for (const std::string& outcome : rules.outcomes) {
    std::string shown;
    for (const auto& [value, words] : options.class_labels) {
      if (value == outcome) shown = words;
    }
    classes.push_back(logic::quoted_text(outcome, '\'') +
                      (shown.empty() ? "" : ": " + logic::quoted_text(shown, '"')));
  }
  std::string out = on_lines("#classes " + logic::atom_text(label) + " : {", classes, "}.\n");
  out += "#undesired " + class_atom(label, options.undesired) + ".\n";
  if (options.desired) out += "#desired " + class_atom(label, *options.desired) + ".\n";
  return out;
}

std::vector<std::string> needed_classes(const BuildOptions& options) {
  std::vector<std::string> needed{options.undesired};
  if (options.desired) needed.push_back(*options.desired);
  return needed;
}

DecisionNames names_of(const rules::RuleSet& rules) {
  std::vector<std::string> columns;
  for (const rules::Attribute& attribute : rules.attributes) columns.push_back(attribute.name);
  columns.push_back(rules.label);
  DecisionNames names;
  names.features = names_for_columns(columns);
  names.label = std::move(names.features.back());
  names.features.pop_back();
  return names;
}

std::vector<std::unordered_set<std::string>> named_values(const rules::RuleSet& rules) {
  std::vector<std::unordered_set<std::string>> named(rules.attributes.size());
  const auto look = [&](const auto& self, const rules::Rule& rule) -> void {
    for (const rules::Literal& literal : rule.literals) {
      const auto* text = std::get_if<std::string>(&literal.value);
      if (text != nullptr) named[literal.attribute].insert(*text);
    }
    for (const rules::Rule& exception : rule.exceptions) self(self, exception);
  };
  for (const rules::ClassRule& rule : rules.rules) look(look, rule.rule);
  return named;
}

std::optional<Domain> listed_domain(const table::Column& column,
                                    const std::unordered_set<std::string>& named, Listed listed) {
  std::optional<Domain> domain = domain_of(column);
  auto* set = domain ? std::get_if<SetDomain>(&*domain) : nullptr;
  if (set == nullptr || listed == Listed::all) return domain;
  constexpr std::size_t enough_rows = 10;
  std::vector<std::size_t> rows(column.code_count(), 0);
  column.codes.visit([&](auto codes) {
    for (const auto code : codes) ++rows[code];
  });
  table::Code code = 0;
  const std::size_t before = set->values.size();
  std::erase_if(set->values, [&](const SetValue& value) {
    const table::Code own = code++;
    if (column.is_number(own) || named.contains(value.value.text)) return false;
    return listed == Listed::named || rows[own] < enough_rows;
  });
  // Numbers among texts can be compared, which what is not listed cannot.
  if (set->values.size() == before || column.numeric) return domain;
  set->open = true;
  std::erase_if(set->values,
                [](const SetValue& value) { return value.value.text == other_values; });
  set->values.push_back({Value::of(std::string(other_values)), false});
  return domain;
}

BuiltModel build_model(const table::Table& table, const rules::RuleSet& rules,
                       const BuildOptions& options) {
  const DecisionNames names = names_of(rules);
  LearnedFeatures features(names.features, options.said);
  const auto named = named_values(rules);
  std::string out = heading_text(options.heading);
  if (!out.empty()) out += "\n";
  for (std::size_t i = 0; i < rules.attributes.size(); ++i) {
    const std::optional<table::ColumnId> column = table.find(rules.attributes[i].name);
    const std::optional<Domain> domain =
        column ? listed_domain(table.column(*column), named[i], options.listed) : std::nullopt;
    if (!domain) {
      out += "% " + one_line(names.features[i]) + " has no value in the data: left out\n";
      continue;
    }
    out += features.declare(names.features[i], table.column(*column), *domain);
  }
  out += targets_text(rules, names.label, options) + "\n";
  out += decision_text(rules, names, needed_classes(options));
  return {std::move(out), features.finish()};
}

}  // namespace cogs::model
