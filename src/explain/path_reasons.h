// SPDX-License-Identifier: Apache-2.0
//
// Why each step of a path is there: what the decision is after it, and what would go wrong
// without it.
//
// Nothing is guessed: the path is walked once more without the step, on concrete values. Later
// actions are taken as they were; effects happen where causal rules still force them, and not
// where the step was what forced them. Then either the end is no goal state (a rule of the decision
// applies, a causal rule or denial is broken), or a later step could not be taken. The states are
// read by the checker's own rules (path/check_state.h), which share nothing with the search.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explain/proof.h"
#include "explain/score_limit.h"
#include "model/compile.h"
#include "path/check_state.h"
#include "path/path.h"

namespace cogs::explain {

// What would be wrong without a step.
struct Need {
  enum class Kind {
    decision,      // `rules` of the undesired decision would apply at the end
    not_desired,   // the desired atom would not hold at the end
    causal_rules,  // `feature` would break its causal rules, those in `causes`
    denial,        // the one in `denials` would be broken
    later_step     // step `step` could not be taken; if its state would break causal rules or
                   // denials, those in `causes` and `denials`
  };
  Kind kind = Kind::decision;
  std::vector<model::RuleId> rules = {};
  std::vector<model::CausalRuleId> causes = {};
  std::vector<model::DenialId> denials = {};
  std::optional<FeatureId> feature = {};
  std::size_t step = 0;  // counted from 1
};

struct StepReasons {
  bool undesired = false, goal = false;  // after the step
  std::vector<model::RuleId> rules;      // the undesired atom's rules that apply then
  Record without;                        // the end of the path without this step
  // Empty only if the path without the step is a path too: a best path has no such step, unless
  // `--certain` asks for it.
  std::vector<Need> needed;
  // Why the undesired decision holds in `without`, if it does.
  std::optional<Proof> still_decided;
};

// One entry a transition. `path` must be a path of the model from `start` (path/verify.h).
std::vector<StepReasons> path_reasons(const Model& model, const Record& start,
                                      const path::Options& options, const path::Path& path);
// The same with what is at hand already: the cells without cuts of a run, the checker's rules.
std::vector<StepReasons> path_reasons(const model::CompiledModel& compiled,
                                      const path::check::StateRules& rules, const Record& start,
                                      const path::Options& options, const path::Path& path);

// What goes with the answer of a search.
struct RecourseReasons {
  std::vector<std::vector<StepReasons>> paths;  // beside Result::paths
  // Where there is no path: the answer if all blockers were lifted together.
  std::optional<path::Result> lifted;
  // ... and scores that nothing can bring far enough.
  std::vector<ScoreLimit> limits;
};

}  // namespace cogs::explain
