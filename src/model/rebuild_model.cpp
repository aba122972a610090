// SPDX-License-Identifier: Apache-2.0
//
// The part of build_model.h that keeps what people have added to an earlier model.
#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

#include "model/build_model.h"
#include "model/clause_text.h"
#include "model/column_names.h"
#include "model/decision_text.h"
#include "model/feature_text.h"
#include "model/model_parts.h"

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

  std::string run() {
    use_earlier_names();
    find_kept();
    std::string out = heading_text(options_.heading);
    if (!out.empty()) out += "\n";
    out += features();
    out += targets_text(rules_, names_.label, options_);
    out += kept(Kind::causal_mode) + "\n" + kept(Kind::pred);
    out += decision_text(rules_, names_, needed_classes(options_));
    return out + kept_rules();
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
    std::string out;
    std::vector<bool> written(rules_.attributes.size(), false);
    for (std::size_t f = 0; f < earlier_.features.size(); ++f) {
      const Column column = column_of(attribute_of_[f]);
      if (attribute_of_[f]) written[*attribute_of_[f]] = true;
      Feature feature = earlier_.features[f];
      const std::optional<Domain> seen = column ? domain_of(*column) : std::nullopt;
      if (!seen && !needed_[f] && !attribute_of_[f]) continue;
      if (seen) feature.domain = merged(f, *seen);
      if (!feature.numeric()) {
        feature.direction = Direction::any;
        feature.step.reset();
      } else if (feature.numbers().integer) {
        feature.step.reset();
      }
      out += feature_text(feature, "");
    }
    for (std::size_t i = 0; i < rules_.attributes.size(); ++i) {
      const Column column = column_of(i);
      const std::optional<Domain> seen = column ? domain_of(*column) : std::nullopt;
      if (written[i] || !seen) continue;
      Feature feature;
      feature.name = names_.features[i];
      feature.domain = *seen;
      feature.observed = true;
      out += feature_text(feature, hint_for(feature));
    }
    return out;
  }

  using Column = const table::Column*;
  Column column_of(std::optional<std::size_t> attribute) const {
    if (!attribute) return nullptr;
    const auto id = table_.find(rules_.attributes[*attribute].name);
    return id ? &table_.column(*id) : nullptr;
  }

  // What the data show, and what must not be lost.
  Domain merged(std::size_t f, const Domain& seen) const {
    const Feature& before = earlier_.features[f];
    const std::vector<Value>& named = constants_[f];
    const bool texts_named =
        std::any_of(named.begin(), named.end(), [](const Value& value) { return !value.number; });
    const auto* numbers = std::get_if<NumericDomain>(&seen);
    if (numbers && before.numeric() && !texts_named) {
      NumericDomain domain = *numbers;
      domain.integer = domain.integer && before.numbers().integer;
      const auto widen = [&](const Number& number) {
        if (domain.low && number < *domain.low) domain.low = number;
        if (domain.high && number > *domain.high) domain.high = number;
        if (!number.is_integer()) domain.integer = false;
      };
      if (before.observed) {
        for (const Value& value : named) widen(*value.number);
        return domain;
      }
      const NumericDomain& law = before.numbers();
      law.low ? widen(*law.low) : domain.low.reset();
      law.high ? widen(*law.high) : domain.high.reset();
      return domain;
    }
    SetDomain domain;
    std::unordered_set<std::string> have;
    const auto add = [&](const SetValue& value) {
      if (have.insert(value.value.text).second) domain.values.push_back(value);
    };
    if (!before.numeric()) {
      for (const SetValue& value : before.set().values) {
        const bool kept =
            !before.observed || std::find(named.begin(), named.end(), value.value) != named.end();
        if (kept) add(value);
      }
    }
    if (numbers) {
      // The column is one of numbers now, but rules speak of other values.
      const Column column = column_of(attribute_of_[f]);
      for (const Number& number : column->numbers) add({Value::of(number), false});
    } else {
      for (const SetValue& value : std::get<SetDomain>(seen).values) add(value);
    }
    for (const Value& value : named) add({value, false});
    return domain;
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
};

}  // namespace

std::string rebuild_model(const Model& earlier, const table::Table& table,
                          const rules::RuleSet& rules, const BuildOptions& options) {
  return Rebuilder(earlier, table, rules, options).run();
}

}  // namespace cogs::model
