// SPDX-License-Identifier: Apache-2.0
//
// The checker's own reading of scores (semantics.md 2): on values, in exact numbers, rule by rule
// and tree by tree. The search adds up cells instead.
#include <algorithm>

#include "base/fraction.h"
#include "model/logit.h"
#include "path/check_state.h"

namespace cogs::path::check {

using model::AtomTest;
using model::Comparison;
using model::FeatureTest;

void StateRules::list_score_uses() {
  scores_on_feature_.resize(model_->features.size());
  scores_on_atom_.resize(model_->atoms.size());
  const auto add = [](std::vector<AtomId>& list, AtomId atom) {
    if (std::find(list.begin(), list.end(), atom) == list.end()) list.push_back(atom);
  };
  for (std::size_t a = 0; a < model_->atoms.size(); ++a) {
    const model::Score* score = model_->score_of(AtomId(a));
    if (!score) continue;
    for (const FeatureTest& test : score->tests) {
      add(scores_on_feature_[test.feature.index()], AtomId(a));
    }
    for (const model::Contribution& each : score->contributions) {
      for (const model::Literal& literal : each.body) {
        if (const auto* test = std::get_if<FeatureTest>(&literal)) {
          add(scores_on_feature_[test->feature.index()], AtomId(a));
        } else {
          add(scores_on_atom_[std::get<AtomTest>(literal).atom.index()], AtomId(a));
        }
      }
    }
  }
}

Number StateRules::score(model::ScoreId id, const StateView& state, const Truth& truth) const {
  const model::Score& score = model_->score(id);
  Number sum = score.base;
  for (const model::Contribution& each : score.contributions) {
    if (body_holds(each.body, state, truth)) sum += each.points;
  }
  if (score.trees.empty()) return sum;
  std::vector<signed char> passed(score.tests.size(), -1);  // each test is asked once
  for (const model::ScoreTree& tree : score.trees) {
    std::size_t at = 0;
    while (tree.nodes[at].test != model::ScoreTree::leaf) {
      signed char& passes = passed[tree.nodes[at].test];
      if (passes < 0) passes = literal_holds(score.tests[tree.nodes[at].test], state, truth);
      at = passes ? tree.nodes[at].yes : tree.nodes[at].no;
    }
    sum += score.values[tree.nodes[at].yes];
  }
  return sum;
}

bool StateRules::score_holds(AtomId atom, const StateView& state, const Truth& truth) const {
  const model::ScoreTest& test = *model_->atoms[atom.index()].score;
  const Number sum = score(test.score, state, truth);
  Number bound = test.constant;
  if (test.probability) {
    bound = 0;
    if (test.constant != Number(1) / Number(2)) {
      if (test.comparison == Comparison::equal) return false;  // its logarithm is irrational
      // A sum is a multiple of 1 / denominator: is it one above the logarithm of the odds?
      const Number part = Number(1) / base::denominator_of(sum);
      return sum / part >= model::first_multiple_above_logit(test.constant, part);
    }
  }
  switch (test.comparison) {
    case Comparison::greater: return sum > bound;
    case Comparison::equal: return sum == bound;
    default: return sum >= bound;
  }
}

}  // namespace cogs::path::check
