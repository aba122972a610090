// SPDX-License-Identifier: Apache-2.0
//
// The question that would have been asked without what blocks it (semantics.md 5): the model and
// the options with these restrictions taken away. An ordinary search answers it, and an ordinary
// check judges that answer.
#pragma once

#include <vector>

#include "path/path.h"

namespace cogs::path {

struct Unblocked {
  model::Model model;  // the same features, atoms and rules, less restricted
  Options options;     // with `top` and `all` as by default: the best path
  // What its causal rules and denials are in the model before.
  std::vector<model::CausalRuleId> causal_rules;
  std::vector<model::DenialId> denials;
};

// `blockers` are those of an answer for this model, this start and these options.
Unblocked lift_blockers(const model::Model& model, const model::Record& start,
                        const Options& options, const std::vector<Blocker>& blockers);

// What a search in `question.model` found, with the ids that rules have in the model before.
Result with_rules_of_before(const Unblocked& question, Result result);

}  // namespace cogs::path
