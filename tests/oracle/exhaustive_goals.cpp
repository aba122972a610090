// SPDX-License-Identifier: Apache-2.0
//
// The goal set, by enumeration (contract.md, "JSON of counterfactuals").
#include <set>

#include "oracle/enumerate.h"
#include "oracle/exhaustive.h"

namespace cogs::oracle {

namespace {

bool sampled(const model::Feature& feature) {
  return feature.numeric() &&
         (!feature.numbers().integer || !feature.numbers().low || !feature.numbers().high);
}

}  // namespace

OracleGoals goals(const model::Model& model, const std::optional<Record>& start,
                  const path::Options& options) {
  const Meaning meaning(model);
  const Restrictions restrictions = Restrictions::of(model, options);
  Space space(meaning, restrictions, start, Fill::every_value);
  std::set<StateNumber> found;
  if (start) {
    Enumeration enumeration(space, restrictions, Targets::every);
    for (StateNumber state : enumeration.reachable_goals()) found.insert(state);
  } else {
    Enumeration enumeration(space, restrictions, Targets::every);
    for (StateNumber state = 0; state < space.state_count(); ++state) {
      if (enumeration.goal(state)) found.insert(state);
    }
  }

  OracleGoals result;
  std::vector<Cells> cells;  // of the model alone
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    cells.emplace_back(meaning, f, std::nullopt, std::nullopt, model.features[f].price);
    result.continuous = result.continuous || sampled(model.features[f]);
  }
  std::set<std::vector<std::size_t>> seen;
  for (StateNumber state = 0; state < space.state_count(); ++state) {
    Record record = space.record(state);
    bool whole = true, outside = false;
    std::vector<std::size_t> cell;
    for (std::size_t f = 0; f < model.features.size(); ++f) {
      whole = whole && record[f].has_value();
      if (!record[f]) continue;
      outside = outside || !in_domain(model.features[f], *record[f]);
      cell.push_back(model.features[f].numeric() ? cells[f].cell_of(*record[f])
                                                 : space.digit(state, f));
    }
    if (!whole) continue;  // states with missing values do not count
    const bool goal = found.count(state) != 0;
    if (goal) {
      ++result.states;
      seen.insert(cell);
      result.goal_outside = result.goal_outside || outside;
    }
    result.tried.push_back(std::move(record));
    result.is_goal.push_back(goal);
  }
  result.cells = seen.size();
  return result;
}

}  // namespace cogs::oracle
