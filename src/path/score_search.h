// SPDX-License-Identifier: Apache-2.0
//
// The best path of a person whom one score turns down (score_plan.h), by sets of changes of growing
// cost.
//
// Single changes first: what each feature brings by itself is a curve over its cells. Then sets,
// depth first. The leaves that a set can reach bound what it brings; what more features can bring
// at most is bounded by their weights: in each tree a leaf's gain is shared evenly by the features
// that it asks for, and a feature's weight is the most that it gets, added up over the trees. So a
// set is given up when the best that its budget buys, in parts if need be, is too little. Sets that
// are left are looked at exactly (score_boxes.h).
#pragma once

#include <functional>
#include <optional>

#include "base/budget.h"
#include "path/score_plan.h"
#include "path/walk.h"

namespace cogs::path {

struct ScoreAnswer {
  std::optional<Path> path;
  bool cost_proved = false;  // also: proved that there is none
  bool ties_proved = true;
  Cost proved = 0;  // nothing costs less
  std::uint64_t expanded = 0;
};

// Nullopt where this person's question is of another kind: the general search answers it.
// `at_start`: an evaluator that looks at the start. `tell`: called when a cost is proved.
std::optional<ScoreAnswer> search_score(const ScorePlan& plan, const Problem& problem,
                                        const state::Evaluator& at_start, base::Budget& budget,
                                        const std::function<void(Cost)>& tell);

}  // namespace cogs::path
