// SPDX-License-Identifier: Apache-2.0
#include "path/score_rank.h"

#include <algorithm>
#include <cmath>

namespace cogs::path {

ScoreRank::ScoreRank(const ScorePlan& plan, const Problem& problem)
    : plan_(plan), problem_(problem), lines_(plan.features.size()), places_(plan.features.size()) {
  const state::Situation& situation = problem.situation;
  for (std::uint32_t f = 0; f < lines_.size(); ++f) {
    const ScorePlan::Feature& feature = plan.features[f];
    const std::optional<Value>& start = situation.start()[feature.id];
    if (!start || !situation.settable(feature.id)) continue;
    if (feature.numeric) {
      const std::optional<Number> width = situation.width(feature.id);
      lines_[f] = {start->number->approximate(), width ? width->approximate() : 1,
                   situation.start_point(feature.id)};
      double largest = std::fabs(lines_[f].start);
      for (const double value : {feature.from_below.front(), feature.from_below.back(),
                                 feature.from_above.front(), feature.from_above.back()}) {
        largest = std::max(largest, std::fabs(value));
      }
      doubt_ += 1e-14 * (1 + largest / lines_[f].width);  // some fifty roundings
    } else if (situation.compiled().model->features[feature.id].set().ordered) {
      for (std::uint32_t cell = 0; cell < feature.cells; ++cell) {
        const bool there = cell == situation.start_point(feature.id);
        places_[f].push_back(
            there
                ? 0
                : situation.distance(feature.id, start, situation.nearest(feature.id, start, cell))
                      .approximate());
      }
    }
  }
}

double ScoreRank::change(std::uint32_t f, std::uint32_t cell) const {
  const ScorePlan::Feature& feature = plan_.features[f];
  if (!feature.numeric) return places_[f].empty() ? 1 : places_[f][cell];
  const Line& line = lines_[f];
  return std::fabs((cell > line.cell ? feature.from_below : feature.from_above)[cell] -
                   line.start) /
         line.width;
}

Number ScoreRank::exact_change(const ScoreChanges& changes) const {
  const state::Situation& situation = problem_.situation;
  Number sum = 0;
  for (const auto& [f, cell] : changes.cells) {
    const std::uint32_t id = plan_.features[f].id;
    const std::optional<Value>& start = situation.start()[id];
    sum += situation.distance(id, start, situation.nearest(id, start, cell)).value();
  }
  return sum;
}

bool ScoreRank::better(const ScoreChanges& a, const ScoreChanges& b) const {
  if (a.cost != b.cost) return a.cost < b.cost;
  if (a.cells.size() != b.cells.size()) return a.cells.size() < b.cells.size();
  if (a.change < b.change - doubt_) return true;
  if (a.change > b.change + doubt_) return false;
  if (const auto order = exact_change(a) <=> exact_change(b); order != 0) return order < 0;
  return a.cells < b.cells;
}

}  // namespace cogs::path
