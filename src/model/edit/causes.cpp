// SPDX-License-Identifier: Apache-2.0
#include "model/edit/causes.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "model/edit/assume.h"
#include "model/write/clause_text.h"
#include "model/write/write_model.h"

namespace cogs::model {

namespace {

using rules::Binding;
using rules::Cut;

bool holds(const std::vector<FeatureId>& list, FeatureId id) {
  return std::find(list.begin(), list.end(), id) != list.end();
}

std::optional<Cut> cut_of(const Condition& condition) {
  if (!condition.constant.number) return std::nullopt;
  const Number& at = *condition.constant.number;
  switch (condition.comparison) {
    case Comparison::less_equal:
    case Comparison::greater: return Cut{at, true};
    case Comparison::less:
    case Comparison::greater_equal: return Cut{at, false};
    default: return std::nullopt;
  }
}

// Whether the two cut the same numbers of a column of integers: =< 599 and < 600.
Cut canonical(Cut cut, const Feature& feature) {
  if (!feature.numbers().integer) return cut;
  if (!cut.above) return cut.at.is_integer() ? Cut{cut.at - 1, true} : Cut{cut.at.floor(), true};
  return Cut{cut.at.floor(), true};
}

class Finder {
 public:
  Finder(const Model& model, const FeatureTable& data, const FindCausesOptions& options)
      : model_(model), data_(data), options_(options), tested_(model.features.size(), 0) {}

  Causes run();

 private:
  void collect_cuts(FeatureId feature, const std::vector<Condition>& conditions);
  void collect_cuts(const std::vector<Literal>& body);
  std::vector<FeatureId> features_of(const std::vector<Literal>& body) const;
  void add_features(const std::vector<Literal>& body, std::vector<bool>& atoms,
                    std::vector<FeatureId>& found) const;
  void mark_tested();
  std::optional<PassedOver::Why> no_effect(FeatureId id) const;
  rules::CauseFeature cause_feature(FeatureId id);

  CausalRule causal_rule(const rules::Effect& effect, const rules::CauseRule& rule) const;
  SuggestedCause suggested(const rules::Cause& cause) const;

  const Model& model_;
  const FeatureTable& data_;
  const FindCausesOptions& options_;
  std::vector<std::uint8_t> tested_;    // by feature
  std::vector<std::vector<Cut>> cuts_;  // by feature
  Causes result_;
};

void Finder::collect_cuts(FeatureId feature, const std::vector<Condition>& conditions) {
  if (!model_.feature(feature).numeric()) return;
  std::vector<Cut>& cuts = cuts_[feature.index()];
  for (const Condition& condition : conditions) {
    const std::optional<Cut> cut = cut_of(condition);
    if (!cut) continue;
    const auto same = [&](const Cut& other) {
      return canonical(other, model_.feature(feature)) == canonical(*cut, model_.feature(feature));
    };
    if (std::none_of(cuts.begin(), cuts.end(), same)) cuts.push_back(*cut);
  }
}

void Finder::collect_cuts(const std::vector<Literal>& body) {
  for (const Literal& literal : body) {
    if (const auto* test = std::get_if<FeatureTest>(&literal)) {
      collect_cuts(test->feature, test->conditions);
    }
  }
}

// Also those that auxiliary atoms of the body depend on.
std::vector<FeatureId> Finder::features_of(const std::vector<Literal>& body) const {
  std::vector<bool> atoms(model_.atoms.size(), false);
  std::vector<FeatureId> found;
  add_features(body, atoms, found);
  return found;
}

void Finder::add_features(const std::vector<Literal>& body, std::vector<bool>& atoms,
                          std::vector<FeatureId>& found) const {
  std::vector<AtomId> open;
  const auto look = [&](const std::vector<Literal>& literals) {
    for (const Literal& literal : literals) {
      if (const auto* test = std::get_if<FeatureTest>(&literal)) {
        if (!holds(found, test->feature)) found.push_back(test->feature);
      } else if (const AtomId atom = std::get<AtomTest>(literal).atom; !atoms[atom.index()]) {
        atoms[atom.index()] = true;
        open.push_back(atom);
      }
    }
  };
  look(body);
  while (!open.empty()) {
    const AtomId atom = open.back();
    open.pop_back();
    for (const Rule& rule : model_.rules) {
      if (rule.head == atom) look(rule.body);
    }
    if (const Score* score = model_.score_of(atom)) {
      for (const Contribution& each : score->contributions) look(each.body);
      for (const FeatureTest& test : score->tests) look({test});
    }
  }
}

void Finder::mark_tested() {
  std::vector<Literal> decisions{AtomTest{model_.undesired}};
  if (model_.desired) decisions.push_back(AtomTest{*model_.desired});
  std::vector<FeatureId> open = features_of(decisions);
  while (!open.empty()) {
    const FeatureId feature = open.back();
    open.pop_back();
    if (tested_[feature.index()] != 0) continue;
    tested_[feature.index()] = 1;
    for (const CausalRule& rule : model_.causal_rules) {
      if (rule.feature != feature) continue;
      for (const FeatureId cause : features_of(rule.body)) open.push_back(cause);
    }
  }
}

std::optional<PassedOver::Why> Finder::no_effect(FeatureId id) const {
  const Feature& feature = model_.feature(id);
  if (!data_.has_column[id.index()]) return PassedOver::Why::no_column;
  for (const CausalRule& rule : model_.causal_rules) {
    if (rule.feature == id) return PassedOver::Why::in_force;
  }
  if (holds(options_.effects, id)) return std::nullopt;
  if (holds(options_.no_effects, id)) return PassedOver::Why::not_wanted;
  if (feature.fixed) return PassedOver::Why::fixed;
  if (feature.direction != Direction::any) return PassedOver::Why::direction;
  if (!feature.caused && assume(feature.name, feature.domain)) {
    return PassedOver::Why::given_by_name;
  }
  return std::nullopt;
}

rules::CauseFeature Finder::cause_feature(FeatureId id) {
  const Feature& feature = model_.feature(id);
  rules::CauseFeature result;
  result.column = {table::ColumnId(id.index()), feature.numeric(), {}};
  if (!feature.numeric()) {
    const table::Column& column = data_.table.columns[id.index()];
    result.column.usable.assign(column.code_count(), 0);
    for (const SetValue& value : feature.set().values) {
      if (feature.set().is_others(value.value)) continue;  // nobody could say what that is
      if (const auto code = column.code_of(value.value.text)) result.column.usable[*code] = 1;
    }
  }
  const auto why = no_effect(id);
  if (why) result_.passed_over.push_back({id, *why});
  result.can_be_effect = !why;
  result.caused = feature.caused;
  result.tested = tested_[id.index()] != 0;
  result.cuts = cuts_[id.index()];
  return result;
}

CausalRule Finder::causal_rule(const rules::Effect& effect, const rules::CauseRule& rule) const {
  CausalRule result;
  result.feature = FeatureId(effect.column.index());
  if (effect.value) result.head.push_back({Comparison::equal, Value::of(*effect.value), false});
  if (effect.from) {
    result.head.push_back({effect.from->above ? Comparison::greater : Comparison::greater_equal,
                           Value::of(effect.from->at), false});
  }
  if (effect.to) {
    result.head.push_back({effect.to->above ? Comparison::less_equal : Comparison::less,
                           Value::of(effect.to->at), false});
  }
  for (const rules::Literal& literal : rule.body) {
    FeatureTest test;
    test.feature = FeatureId(literal.attribute);
    const Feature& feature = model_.feature(test.feature);
    if (!feature.numeric()) {
      test.conditions.push_back(
          {Comparison::equal, Value::of(std::get<std::string>(literal.value)), false});
      test.negated = literal.test == rules::Test::not_equal;
      result.body.emplace_back(std::move(test));
      continue;
    }
    const auto& number = std::get<Number>(literal.value);
    const bool at_most = literal.test == rules::Test::at_most;
    const auto& low = feature.numbers().low;
    const Comparison comparison = !at_most                ? Comparison::greater
                                  : low && *low == number ? Comparison::equal
                                                          : Comparison::less_equal;
    test.conditions.push_back({comparison, Value::of(number), false});
    // Two bounds of one feature are one test.
    const auto same =
        std::find_if(result.body.begin(), result.body.end(), [&](const Literal& other) {
          const auto* earlier = std::get_if<FeatureTest>(&other);
          return earlier != nullptr && earlier->feature == test.feature;
        });
    if (same == result.body.end()) {
      result.body.emplace_back(std::move(test));
    } else {
      auto& conditions = std::get<FeatureTest>(*same).conditions;
      conditions.insert(at_most ? conditions.end() : conditions.begin(), test.conditions.front());
    }
  }
  return result;
}

SuggestedCause Finder::suggested(const rules::Cause& cause) const {
  SuggestedCause result;
  result.feature = FeatureId(cause.effect.column.index());
  switch (cause.binding) {
    case Binding::none: break;
    case Binding::only_if: result.mode = CausalMode::only_if; break;
    case Binding::if_: result.mode = CausalMode::if_; break;
    case Binding::iff: result.mode = CausalMode::iff; break;
  }
  for (const rules::CauseRule& rule : cause.rules) {
    SuggestedRule suggestion;
    suggestion.rule = causal_rule(cause.effect, rule);
    suggestion.text = format_causal_rule(model_, suggestion.rule);
    suggestion.covers = rule.covers;
    suggestion.correct = rule.correct;
    result.rules.push_back(std::move(suggestion));
  }
  result.counts = cause.counts;
  result.against = rules::counter_examples(cause, data_.table, options_.most_counter_examples);
  return result;
}

Causes Finder::run() {
  cuts_.resize(model_.features.size());
  for (const Rule& rule : model_.rules) collect_cuts(rule.body);
  for (const Denial& denial : model_.denials) collect_cuts(denial.body);
  for (const CausalRule& rule : model_.causal_rules) {
    collect_cuts(rule.feature, rule.head);
    collect_cuts(rule.body);
  }
  mark_tested();

  rules::CauseTask task{data_.table, {}, {}, data_.label};
  for (std::size_t i = 0; i < model_.features.size(); ++i) {
    task.features.push_back(cause_feature(FeatureId(i)));
  }
  for (const CausalRule& rule : model_.causal_rules) {
    for (const FeatureId cause : features_of(rule.body)) {
      task.known.emplace_back(cause.index(), rule.feature.index());
    }
  }
  const rules::ProposedCauses found = rules::propose_causes(task, options_.search);

  result_.rows = data_.table.rows;
  for (const rules::CauseProposal& proposal : found.proposals) {
    SuggestedFeature feature;
    feature.feature = FeatureId(proposal.feature);
    feature.decisive = proposal.tested;
    for (const rules::Cause& cause : proposal.causes) feature.causes.push_back(suggested(cause));
    for (const rules::CauseAlternative& alternative : proposal.alternatives) {
      feature.alternatives.push_back({alternative.why, suggested(alternative.cause)});
    }
    feature.mode = *feature.causes.front().mode;
    result_.features.push_back(std::move(feature));
  }
  for (const rules::Cause& cause : found.weak) result_.weak.push_back(suggested(cause));
  for (const rules::CauseOmission& omission : found.omissions) {
    PassedOver::Why why = PassedOver::Why::identifier;
    if (omission.why == rules::CauseOmission::Why::mirrors_label) {
      why = PassedOver::Why::mirrors_label;
    }
    if (omission.why == rules::CauseOmission::Why::no_cut) why = PassedOver::Why::no_cut;
    result_.passed_over.push_back({FeatureId(omission.feature), why});
  }
  return std::move(result_);
}

std::string decimals(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

}  // namespace

Causes find_causes(const Model& model, const FeatureTable& data, const FindCausesOptions& options) {
  return Finder(model, data, options).run();
}

std::vector<Proposal> proposals(const Causes& causes) {
  std::vector<Proposal> result;
  for (const SuggestedFeature& feature : causes.features) {
    for (const SuggestedCause& cause : feature.causes) {
      for (const SuggestedRule& rule : cause.rules) {
        Proposal proposal;
        proposal.rule = rule.text;
        proposal.mode = feature.mode;
        const double precision =
            static_cast<double>(rule.correct) / static_cast<double>(rule.covers);
        proposal.evidence = {{"covers", std::to_string(rule.covers)},
                             {"correct", std::to_string(rule.correct)},
                             {"precision", decimals(precision, 4)},
                             {"recall", decimals(cause.counts.recall(), 4)},
                             {"lift", decimals(cause.counts.lift(), 2)}};
        result.push_back(std::move(proposal));
      }
    }
  }
  return result;
}

void find_ids(Causes& causes, const Model& model) {
  std::unordered_map<std::string, const ReviewItem*> by_key;
  const std::vector<ReviewItem> items = review_items(model);
  for (const ReviewItem& item : items) by_key.emplace(clause_key(item.rule), &item);
  for (SuggestedFeature& feature : causes.features) {
    for (SuggestedCause& cause : feature.causes) {
      for (SuggestedRule& rule : cause.rules) {
        const auto found = by_key.find(clause_key(rule.text));
        if (found == by_key.end()) continue;
        rule.id = found->second->id;
        rule.status = found->second->status;
      }
    }
  }
}

}  // namespace cogs::model
