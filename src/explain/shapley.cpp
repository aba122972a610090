// SPDX-License-Identifier: Apache-2.0
//
// Against one other person, a tree is walked down both ways where the two part: a leaf is reached
// by the coalitions that have all features on which the way follows the person (p of them) and none
// of those on which it follows the other (q). A feature of the first kind is owed its value times
// (p-1)! q! / (p+q)!, one of the second pays it times p! (q-1)! / (p+q)!.
#include "explain/shapley.h"

#include <algorithm>
#include <map>

namespace cogs::explain {

namespace {

using model::CompiledModel;
using model::CompiledScore;
using model::ScoreNode;
using model::ScoreTerm;

class Sharing {
 public:
  Sharing(const CompiledModel& compiled, const CompiledScore& score,
          const std::vector<std::uint32_t>& own, const std::vector<std::uint32_t>& other)
      : compiled_(compiled), score_(score), own_(own), other_(other) {}

  // What each feature is owed, in units of the score.
  void add_to(std::vector<Number>& shares) {
    for (const ScoreTerm& term : score_.terms) {
      const auto features = score_.features_of(term);
      if (features.size() == 1) {
        const std::uint32_t f = features.front();
        const model::Points gain =
            score_.values[term.curve + own_[f]] - score_.values[term.curve + other_[f]];
        if (gain != 0) shares[f] += base::from_wide(gain);
      } else {
        walk(term.root, shares);
      }
    }
  }

 private:
  bool yes(const ScoreNode& node, const std::vector<std::uint32_t>& cells) const {
    const std::uint32_t cell = cells[node.feature];
    return compiled_.pool[node.offset + cell / 64] >> cell % 64 & 1;
  }

  void walk(std::int32_t at, std::vector<Number>& shares) {
    if (at < 0) return leaf(base::from_wide(score_.values[static_cast<std::size_t>(~at)]), shares);
    const ScoreNode& node = score_.nodes[static_cast<std::size_t>(at)];
    const bool mine = yes(node, own_), theirs = yes(node, other_);
    if (mine == theirs) return walk(mine ? node.yes : node.no, shares);
    const auto known = follows_.find(node.feature);
    if (known != follows_.end()) {
      return walk((known->second ? mine : theirs) ? node.yes : node.no, shares);
    }
    for (const bool own : {true, false}) {
      follows_[node.feature] = own;
      walk((own ? mine : theirs) ? node.yes : node.no, shares);
    }
    follows_.erase(node.feature);
  }

  void leaf(const Number& value, std::vector<Number>& shares) {
    if (follows_.empty() || value.sign() == 0) return;
    const auto all = follows_.size();
    const auto mine = static_cast<std::size_t>(std::count_if(
        follows_.begin(), follows_.end(), [](const auto& each) { return each.second; }));
    // p! q! / (p+q)! = 1 / C(p+q, p).
    Number ways = 1;
    for (std::size_t i = 0; i < mine; ++i) {
      ways = ways * Number(static_cast<std::int64_t>(all - i)) /
             Number(static_cast<std::int64_t>(i + 1));
    }
    for (const auto& [feature, own] : follows_) {
      const auto among = static_cast<std::int64_t>(own ? mine : all - mine);
      const Number share = value / (ways * Number(among));
      shares[feature] = own ? shares[feature] + share : shares[feature] - share;
    }
  }

  const CompiledModel& compiled_;
  const CompiledScore& score_;
  const std::vector<std::uint32_t>&own_, &other_;
  std::map<std::uint32_t, bool> follows_;  // on the way down: whose value, the person's?
};

}  // namespace

std::vector<Shapley> shapley(const Model& model, const Record& record,
                             const std::vector<Record>& others) {
  model::CutRequest request;
  request.start = &record;
  const CompiledModel compiled = model::compile(model, request);
  const std::vector<std::uint32_t> own = cells_of(compiled, record);
  const Number count(static_cast<std::int64_t>(others.size()));
  std::vector<Shapley> all;
  for (std::uint32_t s = 0; s < model.scores.size(); ++s) {
    if (!model.scores[s].classes.empty()) continue;
    const CompiledScore& score = compiled.scores[s];
    std::vector<Number> shares(model.features.size(), 0);
    Shapley made;
    made.score = model::ScoreId(s);
    made.sum = score_of_cells(compiled, s, own);
    made.mean = 0;
    for (const Record& each : others) {
      const std::vector<std::uint32_t> cells = cells_of(compiled, each);
      Sharing(compiled, score, own, cells).add_to(shares);
      made.mean += score_of_cells(compiled, s, cells) / count;
    }
    for (std::size_t f = 0; f < shares.size(); ++f) {
      if (shares[f].sign() != 0) {
        made.shares.push_back({FeatureId(f), shares[f] * score.unit / count});
      }
    }
    std::stable_sort(made.shares.begin(), made.shares.end(), [](const auto& a, const auto& b) {
      return a.points.absolute() > b.points.absolute();
    });
    all.push_back(std::move(made));
  }
  return all;
}

}  // namespace cogs::explain
