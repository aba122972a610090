// SPDX-License-Identifier: Apache-2.0
//
// The checker's own reading of scores (semantics.md 2): on values, in exact numbers, rule by rule
// and tree by tree. The search adds up cells instead.
#include <algorithm>

#include "base/fraction.h"
#include "model/deployed_score.h"
#include "model/logit.h"
#include "path/check_state.h"

namespace cogs::path::check {

using model::AtomTest;
using model::Comparison;
using model::FeatureTest;

void StateRules::list_score_uses() {
  scores_on_feature_.resize(model_->features.size());
  scores_on_atom_.resize(model_->atoms.size());
  const std::size_t features = model_->features.size();
  for (const model::Score& score : model_->scores) {
    tests_on_.emplace_back(features);
    trees_on_.emplace_back(features);
    for (std::uint32_t t = 0; t < score.tests.size(); ++t) {
      tests_on_.back()[score.tests[t].feature.index()].push_back(t);
    }
    for (std::uint32_t t = 0; t < score.trees.size(); ++t) {
      for (const model::ScoreTree::Node& node : score.trees[t].nodes) {
        if (node.test == model::ScoreTree::leaf) continue;
        auto& list = trees_on_.back()[score.tests[node.test].feature.index()];
        if (list.empty() || list.back() != t) list.push_back(t);
      }
    }
  }
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

Number StateRules::score(model::ScoreId id, const StateView& state, const Truth& truth,
                         ScoreMemo& memo) const {
  const model::Score& score = model_->score(id);
  Number sum = score.base;
  for (const model::Contribution& each : score.contributions) {
    if (body_holds(each.body, state, truth)) sum += each.points;
  }
  return score.trees.empty() ? sum : sum + trees(id.index(), state, truth, memo);
}

Number StateRules::trees(std::size_t s, const StateView& state, const Truth& truth,
                         ScoreMemo& memo) const {
  const model::Score& score = model_->scores[s];
  ScoreMemo::Trees& known = memo.scores[s];
  if (known.fresh) return known.sum;
  const auto walk = [&](std::size_t t) {
    const model::ScoreTree& tree = score.trees[t];
    std::size_t at = 0;
    while (tree.nodes[at].test != model::ScoreTree::leaf) {
      signed char& passes = known.passed[tree.nodes[at].test];  // each test is asked once
      if (passes < 0) passes = literal_holds(score.tests[tree.nodes[at].test], state, truth);
      at = passes ? tree.nodes[at].yes : tree.nodes[at].no;
    }
    return tree.nodes[at].yes;
  };
  if (!known.filled || !memo.varies) {
    known.passed.assign(score.tests.size(), -1);
    known.leaf.clear();
    known.sum = 0;
    for (std::size_t t = 0; t < score.trees.size(); ++t) {
      known.leaf.push_back(walk(t));
      known.sum += score.values[known.leaf.back()];
    }
  } else {
    const std::size_t f = memo.varies->index();
    for (const std::uint32_t test : tests_on_[s][f]) known.passed[test] = -1;
    for (const std::uint32_t t : trees_on_[s][f]) {
      const std::uint32_t leaf = walk(t);
      if (leaf == known.leaf[t]) continue;
      known.sum += score.values[leaf] - score.values[known.leaf[t]];
      known.leaf[t] = leaf;
    }
  }
  known.filled = known.fresh = true;
  return known.sum;
}

bool StateRules::score_holds(AtomId atom, const StateView& state, const Truth& truth,
                             ScoreMemo& memo) const {
  const model::ScoreTest& test = *model_->atoms[atom.index()].score;
  const Number sum = score(test.score, state, truth, memo);
  Number bound = test.constant;
  const model::Score& source = model_->score(test.score);
  if (test.probability && source.link == model::Score::Link::logistic) {
    bound = test.shift;
    if (test.constant != Number(1) / Number(2)) {
      if (test.comparison == Comparison::equal) return false;  // its logarithm is irrational
      // A sum is a multiple of 1 / denominator: is it one above the logarithm of the odds?
      const Number part = Number(1) / base::denominator_of(sum);
      return sum / part >=
             model::first_multiple_above_logit(test.constant, source.factor, test.shift, part);
    }
  }
  switch (test.comparison) {
    case Comparison::greater: return sum > bound;
    case Comparison::equal: return sum == bound;
    default: return sum >= bound;
  }
}

std::string StateRules::deployed_fault(const StateView& state, const Truth& truth) const {
  for (std::size_t s = 0; s < model_->scores.size(); ++s) {
    const model::Score& source = model_->scores[s];
    if (!source.deployed) continue;
    const std::optional<Number> raw = source.deployed->raw_number(*model_, state);
    if (!raw) return "the deployed sum of " + source.name + " is no number";
    ScoreMemo memo;
    memo.scores.resize(model_->scores.size());
    const Number sum = score(model::ScoreId(s), state, truth, memo);
    if ((*raw - sum).absolute() > source.band) {
      return "the deployed sum of " + source.name + " is " + raw->text() + ", too far from " +
             sum.text();
    }
    for (std::size_t a = 0; a < model_->atoms.size(); ++a) {
      const auto& test = model_->atoms[a].score;
      if (!test || test->score.index() != s || test->probability) continue;
      // Within the band either is right.
      if ((sum - test->constant).absolute() <= source.band) continue;
      const bool passes =
          test->comparison == Comparison::equal ? *raw == test->constant : *raw >= test->constant;
      if (passes != (truth[a] != 0)) {
        return "in the arithmetic of its library " + model_->atoms[a].text + " comes out otherwise";
      }
    }
  }
  return {};
}

}  // namespace cogs::path::check
