// SPDX-License-Identifier: Apache-2.0
#include "model/build_model.h"

#include <algorithm>
#include <utility>

#include "logic/term.h"
#include "model/column_names.h"
#include "model/decision_text.h"
#include "model/feature_text.h"
#include "model/model_parts.h"

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
    classes.push_back(logic::quoted_text(outcome, '\''));
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

std::string build_model(const table::Table& table, const rules::RuleSet& rules,
                        const BuildOptions& options) {
  const DecisionNames names = names_of(rules);
  std::string out = heading_text(options.heading);
  if (!out.empty()) out += "\n";
  for (std::size_t i = 0; i < rules.attributes.size(); ++i) {
    const std::optional<table::ColumnId> column = table.find(rules.attributes[i].name);
    const std::optional<Domain> domain = column ? domain_of(table.column(*column)) : std::nullopt;
    if (!domain) {
      out += "% " + one_line(names.features[i]) + " has no value in the data: left out\n";
      continue;
    }
    Feature feature;
    feature.name = names.features[i];
    feature.domain = *domain;
    feature.observed = true;
    out += feature_text(feature, hint_for(feature));
  }
  out += targets_text(rules, names.label, options) + "\n";
  return out + decision_text(rules, names, needed_classes(options));
}

}  // namespace cogs::model
