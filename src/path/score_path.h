// SPDX-License-Identifier: Apache-2.0
//
// States of a question that one score decides (score_plan.h): which are goals, which are ruled out;
// and a set of changes as a path.
#pragma once

#include <optional>
#include <vector>

#include "path/score_leaves.h"
#include "path/score_rank.h"
#include "path/walk.h"

namespace cogs::path {

template <class Amount>
class ScoreStates {
 public:
  // `at_start`: an evaluator that looks at the start.
  ScoreStates(const ScoreLeaves<Amount>& leaves, const Problem& problem,
              const state::Evaluator& at_start);

  // False: something that the search by leaves does not serve.
  bool usable() const { return usable_; }
  // The least amount of a goal.
  Amount need() const { return need_; }
  bool any_nogoods() const { return !nogoods_.empty(); }
  FeatureMask in_nogoods() const { return in_nogoods_; }

  // Of the first rule or denial without the score that these changes run into: the features.
  FeatureMask guilty(const ScoreChanges& changes) const;

  // One change after the other, in the order of declaration; that is the best path of these
  // changes. Nullopt where a denial stands in the way of it: another order may do.
  std::optional<Path> path(const ScoreChanges& changes) const;

 private:
  using Cells = std::vector<std::uint32_t>;  // a state, by local feature
  bool holds(const ScorePlan::Nogood& nogood, const Cells& cells) const;
  bool consistent(const Cells& cells, Amount score) const;
  bool goal(const Cells& cells, Amount score) const;
  bool alone(const Cells& state, std::uint32_t feature) const;
  ValueSet range(std::uint32_t feature, std::uint32_t cell, const std::vector<Cells>& states) const;

  const ScorePlan& plan_;
  const ScoreLeaves<Amount>& leaves_;
  const Problem& problem_;
  const model::CompiledModel& compiled_;
  bool usable_ = true;
  Amount need_ = 0;
  std::vector<ScorePlan::Band> bands_;             // in force
  std::vector<const ScorePlan::Nogood*> nogoods_;  // in force
  FeatureMask in_nogoods_ = 0;
  Cells start_;
};

extern template class ScoreStates<std::int64_t>;
extern template class ScoreStates<model::Points>;

}  // namespace cogs::path
