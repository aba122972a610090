// SPDX-License-Identifier: Apache-2.0
//
// Paths as data (semantics.md 4 and 5): what `search` returns, `verify` checks and `output`
// prints. A path is a list of transitions: what is set, what follows from it by causal rules,
// and the consistent state after both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/budget.h"
#include "base/number.h"
#include "model/model.h"
#include "model/value.h"

namespace cogs::path {

using base::Number;
using model::AtomId;
using model::FeatureId;
using model::Record;
using model::Value;

// A set of values of one feature: intervals in ascending order, or values in declared order.
using ValueSet = std::variant<std::vector<model::Interval>, std::vector<Value>>;

struct Change {
  FeatureId feature;
  std::optional<Value> from;  // nullopt: was missing
  Value to;
  ValueSet range;  // values that do as well, everything else as on the path; numeric:
                   // the one interval around `to`
};

struct Effect : Change {
  ValueSet supported;   // values that the feature's causal rules permit in the new state
  bool certain = true;  // every supported value does as well
  std::vector<std::uint32_t> rules;  // lines of the causal rules at work
};

struct Transition {
  std::vector<Change> actions;  // in order of declaration
  std::vector<Effect> effects;  // in order of declaration
  Record state;                 // after the transition
};

struct Path {
  Number cost;
  bool optimal = false;  // proved: nothing is cheaper
  bool certain = true;
  bool checked = false;  // `verify` has passed it
  std::vector<Transition> transitions;
};

struct RangeOption {
  FeatureId feature;
  std::optional<Number> low, high;
};

struct CostOption {
  FeatureId feature;
  Number cost;
};

// The options of a run (semantics.md 5).
struct Options {
  std::vector<FeatureId> fix;
  std::vector<FeatureId> allow;
  std::optional<std::vector<FeatureId>> only;
  std::vector<RangeOption> ranges;
  std::vector<CostOption> costs;
  std::optional<AtomId> desired;  // overrides the model's
  bool certain = false;
  std::uint32_t top = 1;
  bool all = false;
  std::optional<std::uint32_t> max_length;
};

enum class Status { found, already, none, gave_up };

enum class BlockerKind { fixed, direction, caused, domain, causal_rules, denial, option, decision };

struct Blocker {
  BlockerKind kind;
  std::optional<FeatureId> feature;
  std::vector<std::uint32_t> lines;  // of the model file; empty for options and `decision`
  std::string option;                // "--fix", "--only", ... for kind option
};

struct Result {
  Status status = Status::none;
  bool undesired = false;                     // the decision at the start
  std::vector<std::uint32_t> deciding_rules;  // lines of the undesired atom's rules that hold there
  std::vector<FeatureId> missing;             // missing features that rules mention
  std::vector<std::uint32_t> start_breaks;  // lines of causal rules and denials broken at the start
  std::vector<Path> paths;
  std::vector<Blocker> blockers;
  Number lower_bound = 0;
  base::Exhausted exhausted = base::Exhausted::no;
  std::uint64_t expanded = 0;
  double seconds = 0;
};

}  // namespace cogs::path
