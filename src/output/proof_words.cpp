// SPDX-License-Identifier: Apache-2.0
#include "output/proof_words.h"

#include "logic/term.h"
#include "model/write_model.h"
#include "output/test_words.h"
#include "output/words.h"

namespace cogs::output {

namespace {

using Kind = explain::ProofNode::Kind;

std::string test_sentence(const model::Model& model, const model::Record& record,
                          const explain::ProofNode& node) {
  const model::FeatureTest& test = explain::test_of(model, node);
  const model::Feature& feature = model.feature(test.feature);
  const auto& value = record[test.feature.index()];
  const std::string name = feature_words(feature);
  const std::string is =
      value ? name + " is " + value_words(feature, *value) : name + " is not known";
  if (!node.truth) return is + "; this rule needs " + test_words(feature, test);
  // "is Husband; this rule applies to Husband" says everything twice.
  const std::string asked = test_words(feature, test);
  if (value && asked == value_words(feature, *value)) return is;
  return is + "; this rule applies " + (feature.numeric() ? "" : "to ") + asked;
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

std::string node_words(const model::Model& model, const model::Record& record,
                       const explain::ProofNode& node) {
  switch (node.kind) {
    case Kind::atom: {
      const std::string name = atom_words(model.atoms[node.atom.index()]);
      if (node.truth) return name + " holds";
      return name + " does not hold" + (node.children.empty() ? ": there is no rule for it" : "");
    }
    case Kind::rule: {
      const std::string line = std::to_string(model.rules[node.rule].place.line);
      return "the rule in line " + line + (node.truth ? " applies" : " does not apply");
    }
    case Kind::test: break;
  }
  return test_sentence(model, record, node);
}

std::string support_words(const explain::ProofNode& atom) {
  const std::size_t rules = atom.children.size();
  if (rules == 0) return "there is no rule for it";
  if (atom.truth) return rules == 1 ? "one rule applies" : counted(rules, "rule") + " apply";
  return rules == 1 ? "its only rule does not apply"
                    : "none of its " + std::to_string(rules) + " rules applies";
}

}  // namespace cogs::output
