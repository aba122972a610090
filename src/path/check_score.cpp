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
    trees_with_.emplace_back(score.tests.size());
    for (std::uint32_t t = 0; t < score.tests.size(); ++t) {
      tests_on_.back()[score.tests[t].feature.index()].push_back(t);
    }
    for (std::uint32_t t = 0; t < score.trees.size(); ++t) {
      for (const model::ScoreTree::Node& node : score.trees[t].nodes) {
        if (node.test == model::ScoreTree::leaf) continue;
        auto& list = trees_with_.back()[node.test];
        if (list.empty() || list.back() != t) list.push_back(t);
      }
    }
  }
  find_parts();
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

void StateRules::find_parts() {
  for (const model::Score& score : model_->scores) {
    Parts& parts = parts_.emplace_back();
    Number whole = 1, most = 0;
    for (const Number& value : score.values) {
      whole = base::least_common_multiple(whole, base::denominator_of(value));
      most = std::max(most, value.absolute());
    }
    const Number trees = static_cast<std::int64_t>(score.trees.size());
    if (most * whole * (trees + 1) >= base::power_of_two(120)) continue;
    parts.part = Number(1) / whole;
    for (const Number& value : score.values) parts.values.push_back(*base::to_wide(value * whole));
  }
}

Number StateRules::score(model::ScoreId id, const StateView& state, const Truth& truth,
                         ScoreMemo& memo) const {
  const model::Score& score = model_->score(id);
  Number sum = score.base;
  for (const model::Contribution& each : score.contributions) {
    if (body_holds(each.body, state, truth)) sum += each.points;
  }
  return score.trees.empty() ? sum : sum + trees(id.index(), state, memo);
}

Number StateRules::trees(std::size_t s, const StateView& state, ScoreMemo& memo) const {
  const model::Score& score = model_->scores[s];
  ScoreMemo::Trees& known = memo.scores[s];
  if (known.fresh) return known.sum;
  const Parts& parts = parts_[s];
  const bool whole = !parts.values.empty();
  const auto walk = [&](std::size_t t) {
    const model::ScoreTree& tree = score.trees[t];
    std::size_t at = 0;
    while (tree.nodes[at].test != model::ScoreTree::leaf) {
      signed char& passes = known.passed[tree.nodes[at].test];  // each test is asked once
      if (passes < 0) passes = test_holds(score.tests[tree.nodes[at].test], state);
      at = passes ? tree.nodes[at].yes : tree.nodes[at].no;
    }
    return tree.nodes[at].yes;
  };
  if (!known.filled || !memo.varies) {
    known.passed.assign(score.tests.size(), -1);
    known.leaf.clear();
    known.sum = 0;
    known.parts = 0;
    for (std::size_t t = 0; t < score.trees.size(); ++t) {
      known.leaf.push_back(walk(t));
      if (whole) {
        known.parts += parts.values[known.leaf.back()];
      } else {
        known.sum += score.values[known.leaf.back()];
      }
    }
  } else {
    // A tree that asked nothing that comes out otherwise now ends where it did.
    std::vector<std::uint32_t> again;
    for (const std::uint32_t test : tests_on_[s][memo.varies->index()]) {
      if (known.passed[test] < 0) continue;
      const bool passes = test_holds(score.tests[test], state);
      if (passes == (known.passed[test] == 1)) continue;
      known.passed[test] = passes;
      again.insert(again.end(), trees_with_[s][test].begin(), trees_with_[s][test].end());
    }
    for (const std::uint32_t t : again) {
      const std::uint32_t leaf = walk(t);
      if (leaf == known.leaf[t]) continue;
      if (whole) {
        known.parts += parts.values[leaf] - parts.values[known.leaf[t]];
      } else {
        known.sum += score.values[leaf] - score.values[known.leaf[t]];
      }
      known.leaf[t] = leaf;
    }
  }
  if (whole) known.sum = base::from_wide(known.parts) * parts.part;
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
    if (!source.classes.empty() || !(source.deployed || source.between)) continue;
    const std::optional<Number> raw = model::deployed_sum(*model_, source, state);
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
