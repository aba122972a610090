// SPDX-License-Identifier: Apache-2.0
#include "present/words/rule_words.h"

#include <vector>

#include "present/words/score_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using model::CausalMode;
using model::Comparison;
using model::Condition;

std::string condition_words(const model::Feature& feature, const Condition& condition) {
  const std::string value = value_words(feature, condition.constant);
  switch (condition.comparison) {
    case Comparison::less: return (condition.negated ? "at least " : "below ") + value;
    case Comparison::less_equal: return (condition.negated ? "above " : "at most ") + value;
    case Comparison::greater: return (condition.negated ? "at most " : "above ") + value;
    case Comparison::greater_equal: return (condition.negated ? "below " : "at least ") + value;
    case Comparison::equal: return (condition.negated ? "not " : "") + value;
    case Comparison::not_equal: return (condition.negated ? "" : "not ") + value;
  }
  return value;
}

std::string test_words(const model::Model& model, const model::FeatureTest& test) {
  const model::Feature& feature = model.feature(test.feature);
  const std::string name = feature_words(feature);
  if (test.conditions.empty()) return name + (test.negated ? " is not known" : " is known");
  std::vector<std::string> words;
  for (const Condition& condition : test.conditions) {
    words.push_back(condition_words(feature, condition));
  }
  return name + " is " + (test.negated ? "not " : "") + listed(words);
}

std::string literal_words(const model::Model& model, const model::Literal& literal) {
  if (const auto* test = std::get_if<model::FeatureTest>(&literal)) return test_words(model, *test);
  const auto& test = std::get<model::AtomTest>(literal);
  if (model.score_of(test.atom)) return score_test_words(model, test);
  return atom_words(model.atoms[test.atom.index()]) + (test.negated ? " does not hold" : " holds");
}

// ab1, ab2, ...: names that learning gives exceptions. They tell nobody anything.
bool is_numbered_exception(const model::Model& model, const model::Literal& literal) {
  const auto* test = std::get_if<model::AtomTest>(&literal);
  if (test == nullptr || !test->negated || model.score_of(test->atom)) return false;
  const std::string& name = model.atoms[test->atom.index()].predicate;
  return name.size() > 2 && name.starts_with("ab") &&
         name.find_first_not_of("0123456789", 2) == std::string::npos;
}

// "a and b, unless c": exceptions are told by what they ask for.
std::string conditions_words(const model::Model& model, const std::vector<model::Literal>& body,
                             int depth) {
  constexpr int most_nested = 3;
  std::vector<std::string> asked, exceptions;
  for (const model::Literal& literal : body) {
    if (depth == most_nested || !is_numbered_exception(model, literal)) {
      asked.push_back(literal_words(model, literal));
      continue;
    }
    for (const model::Rule& rule : model.rules) {
      if (rule.head != std::get<model::AtomTest>(literal).atom) continue;
      const std::string words = conditions_words(model, rule.body, depth + 1);
      exceptions.push_back(words.find(", unless ") == std::string::npos ? words
                                                                        : "(" + words + ")");
    }
  }
  const std::string words = asked.empty() ? "always" : listed(asked);
  return exceptions.empty() ? words : words + ", unless " + listed(exceptions, "or");
}

}  // namespace

std::string causal_rule_words(const model::Model& model, const model::CausalRule& rule,
                              model::CausalMode mode) {
  const std::string effect = rule.head.empty()
                                 ? feature_words(model.feature(rule.feature)) + " has any value"
                                 : test_words(model, {rule.feature, rule.head, false});
  std::vector<std::string> causes;
  for (const model::Literal& literal : rule.body) causes.push_back(literal_words(model, literal));
  if (causes.empty()) return effect + ", always";
  const std::string cause = listed(causes);
  switch (mode) {
    case CausalMode::if_: return "where " + cause + ", " + effect;
    case CausalMode::only_if: return effect + " only where " + cause;
    case CausalMode::iff: return effect + " where " + cause + ", and only there";
  }
  return effect;
}

std::string body_words(const model::Model& model, const model::Rule& rule) {
  const std::string words = conditions_words(model, rule.body, 0);
  return words.starts_with("always") ? words : "where " + words;
}

std::string answer_words(const model::Model& model, const path::Result& result) {
  switch (result.status) {
    case path::Status::already: return "nothing needs to change";
    case path::Status::none: return "there is no way";
    case path::Status::gave_up: return "not found in time";
    case path::Status::found: break;
  }
  const path::Path& best = result.paths.front();
  std::vector<std::string> steps;
  for (const path::Transition& transition : best.transitions) {
    std::vector<std::string> actions, effects;
    for (const path::Change& change : transition.actions) {
      const model::Feature& feature = model.feature(change.feature);
      actions.push_back(feature_words(feature) + " to " + value_words(feature, change.to));
    }
    for (const path::Effect& effect : transition.effects) {
      const model::Feature& feature = model.feature(effect.feature);
      effects.push_back(feature_words(feature) + " " + value_words(feature, effect.to));
    }
    steps.push_back(listed(actions) + (effects.empty() ? "" : " (then " + listed(effects) + ")"));
  }
  for (std::size_t i = 1; i < steps.size(); ++i) steps[i].insert(0, "then ");
  return listed(steps, ",") + "; cost " + cost_words(best.cost);
}

}  // namespace cogs::present
