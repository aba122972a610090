// SPDX-License-Identifier: Apache-2.0
//
// The part of build_model.h that keeps what people have added to an earlier model.
#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

#include "model/column_names.h"
#include "model/edit/build_model.h"
#include "model/edit/learned_features.h"
#include "model/edit/model_parts.h"
#include "model/write/clause_text.h"
#include "model/write/decision_text.h"
#include "model/write/feature_text.h"

namespace cogs::model {

namespace {

using Kind = Statement::Kind;

class Rebuilder {
 public:
  Rebuilder(const Model& earlier, const table::Table& table, const rules::RuleSet& rules,
            const BuildOptions& options)
      : earlier_(earlier),
        table_(table),
        rules_(rules),
        options_(options),
        names_(names_of(rules)),
        constants_(earlier.features.size()),
        needed_(earlier.features.size(), false) {}

  BuiltModel run() {
    use_earlier_names();
    find_kept();
    std::string out = heading_text(options_.heading);
    if (!out.empty()) out += "\n";
    out += features();
    out += targets_text(rules_, names_.label, with_earlier_labels());
    out += kept(Kind::causal_mode) + "\n" + kept(Kind::pred);
    out += decision_text(rules_, names_, needed_classes(options_));
    return {out + kept_rules(), std::move(assumed_)};
  }

 private:
  // A column keeps the feature that it had.
  void use_earlier_names() {
    std::vector<std::string> features, columns;
    for (const Feature& feature : earlier_.features) features.push_back(feature.name);
    for (const rules::Attribute& attribute : rules_.attributes) columns.push_back(attribute.name);
    attribute_of_ = match_columns(features, columns);
    for (std::size_t f = 0; f < features.size(); ++f) {
      if (attribute_of_[f]) names_.features[*attribute_of_[f]] = features[f];
    }
    while (std::find(names_.features.begin(), names_.features.end(), names_.label) !=
           names_.features.end()) {
      names_.label += "_";
    }
  }

  // Words that people gave the classes stay, unless there are new ones.
  BuildOptions with_earlier_labels() const {
    BuildOptions options = options_;
    if (!earlier_.classes) return options;
    std::vector<std::pair<std::string, std::string>> labels;
    for (std::size_t i = 0; i < earlier_.classes->values.size(); ++i) {
      labels.emplace_back(earlier_.classes->values[i], earlier_.classes->labels[i]);
    }
    options.class_labels.insert(options.class_labels.begin(), labels.begin(), labels.end());
    return options;
  }

  // Marks the statements to keep, and collects what they name. Proposed and rejected rules are not
  // resolved in a model, so all are looked at as texts.
  void find_kept() {
    const std::vector<Statement>& statements = earlier_.document.statements;
    keep_.assign(statements.size(), false);
    std::unordered_set<std::string> predicates;  // that kept rules use
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Kind kind = statements[i].kind;
      if (kind == Kind::causal_rule || kind == Kind::denial) {
        keep_with_note(i);
        look_at(statements[i].text, predicates);
      }
    }
    bool grown = true;
    while (grown) {
      grown = false;
      for (std::size_t i = 0; i < statements.size(); ++i) {
        if (keep_[i] || statements[i].kind != Kind::rule) continue;
        if (!predicates.contains(head_name(statements[i].text))) continue;
        keep_with_note(i);
        look_at(statements[i].text, predicates);
        grown = true;
      }
    }
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (!keep_[i]) continue;
      if (statements[i].note) names_.ids.insert(statements[i].note->id);
      if (statements[i].kind == Kind::rule) names_.taken.insert(head_name(statements[i].text));
    }
    if (names_.taken.contains(names_.label)) names_.label += "_";
  }

  void keep_with_note(std::size_t statement) {
    keep_[statement] = true;
    if (statement > 0 && earlier_.document.statements[statement - 1].kind == Kind::rule_note) {
      keep_[statement - 1] = true;
    }
  }

  // Notes the features, values and predicates of a clause.
  void look_at(const std::string& clause, std::unordered_set<std::string>& predicates) {
    for (const ClauseMention& mention : mentions_of(clause)) {
      const std::optional<FeatureId> feature = earlier_.find_feature(mention.predicate);
      if (!feature) {
        predicates.insert(mention.predicate);
        continue;
      }
      needed_[feature->index()] = true;
      for (const Value& value : mention.constants) {
        constants_[feature->index()].push_back(value);
      }
    }
  }

  std::string features() {
    std::vector<std::string> names = names_.features;
    for (const Feature& feature : earlier_.features) {
      if (std::find(names.begin(), names.end(), feature.name) == names.end()) {
        names.push_back(feature.name);
      }
    }
    LearnedFeatures declared(std::move(names), options_.said);
    std::string out;
    const auto named = named_values(rules_);
    std::vector<bool> written(rules_.attributes.size(), false);
    for (std::size_t f = 0; f < earlier_.features.size(); ++f) {
      const Column column = column_of(attribute_of_[f]);
      if (attribute_of_[f]) written[*attribute_of_[f]] = true;
      const std::optional<Domain> seen =
          column ? listed_domain(*column, named[*attribute_of_[f]], options_.listed) : std::nullopt;
      if (!seen && !needed_[f] && !attribute_of_[f]) continue;
      out += declared.declare_again(earlier_, FeatureId(f), column, seen, constants_[f]);
    }
    for (std::size_t i = 0; i < rules_.attributes.size(); ++i) {
      const Column column = column_of(i);
      const std::optional<Domain> seen =
          column ? listed_domain(*column, named[i], options_.listed) : std::nullopt;
      if (written[i] || !seen) continue;
      out += declared.declare(names_.features[i], *column, *seen);
    }
    assumed_ = declared.finish();
    return out;
  }

  using Column = const table::Column*;
  Column column_of(std::optional<std::size_t> attribute) const {
    if (!attribute) return nullptr;
    const auto id = table_.find(rules_.attributes[*attribute].name);
    return id ? &table_.column(*id) : nullptr;
  }

  std::string kept(Kind kind) const {
    std::string out;
    for (const Statement& statement : earlier_.document.statements) {
      if (statement.kind != kind) continue;
      if (kind == Kind::causal_mode && !is_written(declared_name(statement.text))) continue;
      out += statement.text + "\n";
    }
    return out.empty() ? out : out + (kind == Kind::pred ? "\n" : "");
  }

  bool is_written(const std::string& feature) const {
    const auto id = earlier_.find_feature(feature);
    return id && (attribute_of_[id->index()] || needed_[id->index()]);
  }

  std::string kept_rules() const {
    std::string out;
    const std::vector<Statement>& statements = earlier_.document.statements;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (!keep_[i]) continue;
      // Comments of the lines above belong to it; one at the end of the line before does not.
      std::string before = statements[i].before;
      if (i == 0 || !keep_[i - 1]) {
        const std::size_t line_end = before.find('\n');
        before = i > 0 && line_end != std::string::npos ? before.substr(line_end) : "\n" + before;
      }
      out += before + statements[i].text;
    }
    if (out.empty()) return out;
    const std::string heading = "\n% What was kept of the earlier model.\n";
    const std::size_t before = out.find(heading);  // of the time before
    if (before != std::string::npos) out.erase(before, heading.size());
    out.erase(0, out.find_first_not_of('\n'));
    return heading + out + earlier_.document.after;
  }

  const Model& earlier_;
  const table::Table& table_;
  const rules::RuleSet& rules_;
  const BuildOptions& options_;
  DecisionNames names_;
  std::vector<std::optional<std::size_t>> attribute_of_;  // by earlier feature
  std::vector<std::vector<Value>> constants_;             // by earlier feature, in kept rules
  std::vector<bool> needed_;                              // by earlier feature
  std::vector<bool> keep_;                                // by statement
  std::vector<Assumption> assumed_;
};

}  // namespace

BuiltModel rebuild_model(const Model& earlier, const table::Table& table,
                         const rules::RuleSet& rules, const BuildOptions& options) {
  return Rebuilder(earlier, table, rules, options).run();
}

}  // namespace cogs::model
