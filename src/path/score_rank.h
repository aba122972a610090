// SPDX-License-Identifier: Apache-2.0
//
// How good is a set of direct changes that disturb nobody (score_plan.h)? By cost, number of
// changes, sum of normalised changes, and the list of changes (semantics.md 4, criteria 1, 3, 5 and
// 6; the second and the fourth do not tell such sets apart).
//
// Sums of changes are compared in floating-point numbers where these tell beyond doubt, exactly
// otherwise.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "path/score_leaves.h"

namespace cogs::path {

struct ScoreChanges {
  Cost cost = no_cost_bound;
  double change = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> cells;  // local feature and cell, ascending

  bool found() const { return !cells.empty(); }
};

class ScoreRank {
 public:
  ScoreRank(const ScorePlan& plan, const Problem& problem);

  Cost price(std::uint32_t f, std::uint32_t cell) const {
    return problem_.prices.to(plan_.features[f].id, cell);
  }
  Cost least_price(std::uint32_t f) const { return problem_.prices.least(plan_.features[f].id); }
  // The normalised change from the start, about.
  double change(std::uint32_t f, std::uint32_t cell) const;
  // May changes of this cost and sum, so many, be better than the best so far? Doubts are hopes.
  bool hopeful(Cost cost, std::size_t count, double change, const ScoreChanges& best) const {
    if (cost != best.cost) return cost < best.cost;
    if (count != best.cells.size()) return count < best.cells.size();
    return change <= best.change + doubt_;
  }
  bool better(const ScoreChanges& a, const ScoreChanges& b) const;

 private:
  Number exact_change(const ScoreChanges& changes) const;

  const ScorePlan& plan_;
  const Problem& problem_;
  struct Line {
    double start = 0, width = 1;
    std::uint32_t cell = 0;
  };
  std::vector<Line> lines_;                  // of numbers
  std::vector<std::vector<double>> places_;  // of ordered sets: by cell
  double doubt_ = 1e-12;
};

}  // namespace cogs::path
