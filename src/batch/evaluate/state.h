// SPDX-License-Identifier: Apache-2.0
//
// One counterfactual -> what it changes and costs, and which restrictions and causal rules it
// breaks. The rules are evaluated by the independent checker (path/check_walk.h), on values.
#pragma once

#include "batch/evaluate/evaluate.h"
#include "path/check_state.h"
#include "path/check_walk.h"

namespace cogs::batch {

class Judge {
 public:
  // Model and options must outlive this object. `limits`: of each search for a path to a state.
  Judge(const model::Model& model, const path::Options& options, const base::Limits& limits = {})
      : rules_(model), options_(options), limits_(limits) {}

  // Fills in valid, changed, direct, faults and cost. `state` may have values outside of domains,
  // but numbers where they belong.
  void judge(const model::Record& start, const model::Record& state, Figures& figures) const;

 private:
  // Where the row leaves it out.
  bool may_be_set(model::FeatureId feature) const;
  void judge_change(const path::check::Walk& walk, model::FeatureId feature,
                    Figures& figures) const;
  // Takes back what a path of several transitions explains, where there is one.
  void allow_detour(const path::check::Walk& walk, const model::Record& start,
                    const model::Record& state, Figures& figures) const;

  path::check::StateRules rules_;
  const path::Options& options_;
  base::Limits limits_;
};

}  // namespace cogs::batch
