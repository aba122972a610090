// SPDX-License-Identifier: Apache-2.0
//
// The goal set of a situation as a decision diagram over points: decision rules, causal rules in
// their modes, denials, and, from a start, what one transition can reach.
#pragma once

#include <optional>
#include <vector>

#include "path/diagram.h"
#include "path/problem.h"

namespace cogs::path {

class GoalDiagram {
 public:
  using Id = Diagrams::Id;

  // Levels are the features in order of declaration; the values of a level are its points in
  // ascending order, missing not among them. `from_start`: what the start breaks does not
  // bind, and its own values count; otherwise the situation's start is all missing.
  GoalDiagram(const Problem& problem, bool from_start, base::Budget& budget);

  Diagrams& diagrams() { return diagrams_; }
  const std::vector<state::Point>& points(std::uint32_t f) const { return points_[f]; }

  // Consistent states without the undesired decision, and with the desired one if there is one.
  Id goals();
  // States that one transition reaches from the start as far as features and forced effects go.
  Id reached_at_once();
  // States with effects that an earlier transition may have left over; a superset of those that
  // longer paths reach and one transition does not.
  Id maybe_left_over();

 private:
  Id test(const model::CellTest& test);
  Id body(const model::CompiledBody& body);
  Id atom(std::uint32_t atom);
  std::vector<std::uint32_t> components_below(std::uint32_t atom) const;
  void settle(std::uint32_t component);
  Id obeys(std::uint32_t f);
  Id breaks_at_start_value(std::uint32_t f);
  Id at_start(std::uint32_t f);
  Id meets_most(std::uint32_t f, const std::vector<Id>& bodies);
  Id head(std::uint32_t f, std::uint32_t offset);
  std::uint32_t start_index(std::uint32_t f) const;

  const Problem& problem_;
  const state::Situation& situation_;
  const model::CompiledModel& compiled_;
  std::vector<std::vector<state::Point>> points_;
  Diagrams diagrams_;
  std::optional<state::Evaluator> start_;  // what the start breaks
  std::vector<std::optional<Id>> atoms_;
};

}  // namespace cogs::path
