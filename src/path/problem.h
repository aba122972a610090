// SPDX-License-Identifier: Apache-2.0
//
// One question to the search: a situation, what counts as a goal, and what changes cost.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "path/feature_set.h"
#include "path/path.h"
#include "path/prices.h"
#include "state/evaluate.h"
#include "state/situation.h"

namespace cogs::path {

// Restrictions that are taken away to see what blocks (semantics.md 5), by feature or denial.
struct Lifted {
  std::vector<std::uint32_t> fixed, direction, caused, missing, domain, causal_rules, denials;
  bool only = false, certain = false, max_length = false, desired = false;
  std::vector<std::uint32_t> fix_options, range_options;  // indices into Options
};

state::Permissions permissions(const model::Model& model, const Options& options,
                               const Lifted& lifted = {});
// The price of --cost, or the model's.
const model::Price& price_in_force(const model::Model& model, const Options& options,
                                   std::size_t feature);
// Throws base::InputError where the run lets something be set that is missing, and its price
// depends on a distance that its domain does not have (semantics.md 4).
void refuse_unpriced(const model::CompiledModel& compiled, const Record& start,
                     const Options& options);
// The cuts that the run adds: the ends of --range.
model::CutRequest cut_request(const Options& options);

struct Goal {
  std::uint32_t undesired;
  std::optional<std::uint32_t> desired;
};

// Joins what every part of the search reads; built once a question.
struct Problem {
  const state::Situation& situation;
  Goal goal;
  Prices prices;
  bool certain_only = false;
  std::optional<std::uint32_t> max_length;
  // For a feature that effects may move: the settable features whose change can bring that
  // about. Empty for others.
  std::vector<FeatureSet> movers;
  // Features with the same number are tied by causal rules or denials, directly or in a chain:
  // the order of changes can matter among them, and not beyond.
  std::vector<std::uint32_t> tied;

  Problem(const state::Situation& situation_in, Goal goal_in, Prices prices_in);
  std::uint32_t feature_count() const { return situation.feature_count(); }
  bool settable(std::uint32_t f) const { return situation.settable(f); }
  bool movable(std::uint32_t f) const { return situation.movable(f); }
  // May a further change make a set cheaper? An effect of it can bring something nearer to where it
  // is set, or take it where setting it would be dear.
  bool detours_pay() const { return detours_pay_; }

 private:
  bool detours_pay_ = false;
};

}  // namespace cogs::path
