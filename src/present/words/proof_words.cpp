// SPDX-License-Identifier: Apache-2.0
#include "present/words/proof_words.h"

#include "explain/prove.h"
#include "logic/syntax/term.h"
#include "model/write/write_model.h"
#include "present/words/score_words.h"
#include "present/words/test_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using Kind = explain::ProofNode::Kind;

// The value that a test is about where it names one: f(X, v), not f(X, v).
const model::Value* named_value(const model::FeatureTest& test) {
  if (test.conditions.size() != 1) return nullptr;
  const model::Condition& condition = test.conditions.front();
  const auto comparison = condition.effective();
  const bool names =
      comparison == model::Comparison::equal || comparison == model::Comparison::not_equal;
  return names ? &condition.constant : nullptr;
}

// By a template for the value that there is, else for that which the test names and which it is
// not.
std::optional<std::string> by_template(const model::Model& model, const TemplateWords& words,
                                       const model::FeatureTest& test,
                                       const std::optional<model::Value>& value) {
  if (value) {
    if (auto found = words.value(test.feature, *value)) return found;
  }
  const model::Value* named = named_value(test);
  if (!named || (value && *value == *named)) return std::nullopt;
  const model::Feature& feature = model.feature(test.feature);
  const std::string actual =
      " (" + feature_words(feature) + " is " + value_words(feature, value) + ")";
  if (auto found = words.value(test.feature, *named, true)) return *found + actual;
  // Of a missing value one can say no more than that there is no evidence.
  if (auto found = words.value(test.feature, *named)) {
    return (value ? "it is not the case that " : "there is no evidence that ") + *found + actual;
  }
  return std::nullopt;
}

}  // namespace

std::string goal_text(const model::Model& model, const model::Record& record,
                      const explain::ProofNode& node) {
  switch (node.kind) {
    case Kind::atom: return model.atoms[node.atom.index()].text;
    case Kind::rule: {
      const model::Rule& rule = model.rules[node.rule];
      return model.atoms[rule.head.index()].text;
    }
    case Kind::test: break;
  }
  const model::FeatureTest& test = explain::test_of(model, node);
  const model::Feature& feature = model.feature(test.feature);
  const std::string name = logic::atom_text(feature.name);
  const auto& value = record[test.feature.index()];
  // A value is shown as what was compared; "not f(x,v)" names the value that it must not be.
  if (test.negated && test.conditions.size() == 1) {
    return "not " + name + "(x," + model::constant_text(test.conditions[0].constant) + ")";
  }
  return name + "(x," + (value ? model::constant_text(*value) : "_") + ")";
}

std::string ProofWords::test(const model::FeatureTest& test, bool truth,
                             const std::string& rule) const {
  const model::Feature& feature = model_.feature(test.feature);
  const auto& value = record_[test.feature.index()];
  const std::string name = feature_words(feature);
  const std::optional<std::string> own = by_template(model_, templates_, test, value);
  const std::string is = own     ? *own
                         : value ? name + " is " + value_words(feature, *value)
                                 : name + " is not known";
  const std::string asked = what_it_needs(feature, test);
  if (!truth) return is + "; " + rule + " needs " + asked;
  // "is Husband; this rule applies to Husband" says everything twice.
  if (value && asked == value_words(feature, *value)) return is;
  return is + "; " + rule + " applies " + where_it_applies(feature, test);
}

std::string ProofWords::atom(const explain::ProofNode& node) const {
  if (const model::Score* score = model_.score_of(node.atom)) {
    const model::ScoreId id = model_.atoms[node.atom.index()].score->score;
    const std::string asked = asked_of_score(model_, {node.atom, !node.truth});
    return score_name(*score) + " is " +
           points_words(*score, explain::score_of(model_, record_, id)) + ", " +
           (model_.atoms[node.atom.index()].score->probability ? "a probability of " : "") + asked;
  }
  if (std::string chosen = chosen_words(model_, record_, node.atom, node.truth); !chosen.empty()) {
    return chosen;
  }
  const std::string no_rule = node.children.empty() ? ": there is no rule for it" : "";
  if (const std::string label = templates_.label(node.atom); !label.empty()) {
    return "the decision is " + (node.truth ? label : templates_.not_atom(node.atom) + no_rule);
  }
  if (templates_.knows(node.atom)) {
    return node.truth ? templates_.atom(node.atom) : templates_.not_atom(node.atom) + no_rule;
  }
  const std::string name = atom_words(model_.atoms[node.atom.index()]);
  return node.truth ? name + " holds" : name + " does not hold" + no_rule;
}

std::string ProofWords::operator()(const explain::ProofNode& node) const {
  switch (node.kind) {
    case Kind::atom: return atom(node);
    case Kind::rule: {
      const std::string line = std::to_string(model_.rules[node.rule].place.line);
      return "the rule in line " + line + (node.truth ? " applies" : " does not apply");
    }
    case Kind::test: break;
  }
  return test(explain::test_of(model_, node), node.truth);
}

std::string support_words(const explain::ProofNode& atom) {
  const std::size_t rules = atom.children.size();
  if (rules == 0) return "there is no rule for it";
  if (atom.truth) return rules == 1 ? "one rule applies" : counted(rules, "rule") + " apply";
  return rules == 1 ? "its only rule does not apply"
                    : "none of its " + std::to_string(rules) + " rules applies";
}

DecisionHeading decision_words(const model::Model& model, const explain::Proof& proof) {
  const explain::ProofNode& root = proof.node(proof.root);
  const TemplateWords templates(model);
  DecisionHeading out;
  out.bad = root.truth == (root.atom == model.undesired);
  out.support = support_words(root);
  const std::string label = templates.label(root.atom);
  if (label.empty()) {
    out.name = templates.atom(root.atom);
    out.answer = root.truth ? "yes" : "no";
    return out;
  }
  out.answer = root.truth ? label : templates.not_atom(root.atom);
  const std::size_t rules = root.children.size();
  if (!root.truth && rules > 0) {
    out.support = rules == 1
                      ? "the only rule for " + label + " does not apply"
                      : "none of the " + std::to_string(rules) + " rules for " + label + " applies";
  }
  return out;
}

}  // namespace cogs::present
