// SPDX-License-Identifier: Apache-2.0
#include "explain/tested_reasons.h"

#include <cstdint>
#include <utility>
#include <variant>

namespace cogs::explain {

namespace {

// Marks the features that bodies test, by themselves or through auxiliary rules and scores.
class FeaturesBelow {
 public:
  FeaturesBelow(const Model& model, std::vector<bool> used)
      : model_(model), used_(std::move(used)), seen_(model.atoms.size(), false) {}

  void look_at(const std::vector<model::Literal>& body) {
    for (const model::Literal& literal : body) {
      if (const auto* test = std::get_if<model::FeatureTest>(&literal)) {
        used_[test->feature.index()] = true;
      } else {
        look_at(std::get<model::AtomTest>(literal).atom);
      }
    }
  }
  void look_at(AtomId atom) {
    if (seen_[atom.index()]) return;
    seen_[atom.index()] = true;
    waiting_.push_back(atom);
  }
  std::vector<bool> found() {
    std::vector<std::vector<std::uint32_t>> rules(model_.atoms.size());
    for (std::uint32_t i = 0; i < model_.rules.size(); ++i) {
      rules[model_.rules[i].head.index()].push_back(i);
    }
    while (!waiting_.empty()) {
      const AtomId atom = waiting_.back();
      waiting_.pop_back();
      for (const std::uint32_t rule : rules[atom.index()]) look_at(model_.rules[rule].body);
      if (const model::Score* score = model_.score_of(atom)) {
        for (const model::Contribution& part : score->contributions) look_at(part.body);
        for (const model::FeatureTest& test : score->tests) used_[test.feature.index()] = true;
      }
    }
    return std::move(used_);
  }

 private:
  const Model& model_;
  std::vector<bool> used_;  // by feature
  std::vector<bool> seen_;  // by atom
  std::vector<AtomId> waiting_;
};

}  // namespace

std::vector<bool> tested_features(const Model& model, const Proof& proof) {
  std::vector<bool> tested(model.features.size(), false);
  for (const ProofNode& node : proof.nodes) {
    if (node.kind == ProofNode::Kind::test) tested[test_of(model, node).feature.index()] = true;
  }
  // A score that is compared was added up of all that it looks at.
  FeaturesBelow below(model, std::move(tested));
  for (const ProofNode& node : proof.nodes) {
    if (node.kind == ProofNode::Kind::atom && model.score_of(node.atom)) below.look_at(node.atom);
  }
  return below.found();
}

std::vector<bool> considered_features(const Model& model, const Proof& proof) {
  FeaturesBelow below(model, tested_features(model, proof));
  for (const ProofNode& node : proof.nodes) {
    if (node.kind == ProofNode::Kind::rule) below.look_at(model.rules[node.rule].body);
  }
  return below.found();
}

std::vector<bool> features_below(const Model& model, AtomId atom) {
  FeaturesBelow below(model, std::vector<bool>(model.features.size(), false));
  below.look_at(atom);
  return below.found();
}

std::vector<Reason> tested_reasons(const Model& model, const Proof& proof,
                                   const std::vector<Reason>& reasons) {
  const std::vector<bool> tested = tested_features(model, proof);
  std::vector<Reason> out;
  for (const Reason& reason : reasons) {
    if (tested[reason.feature.index()]) out.push_back(reason);
  }
  return out;
}

}  // namespace cogs::explain
