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
  std::optional<Number> cost = {};  // of a direct change
};

struct Effect : Change {
  ValueSet supported;   // values that the feature's causal rules permit in the new state
  bool certain = true;  // every supported value does as well
  std::vector<model::CausalRuleId> rules;  // the causal rules at work
};

struct Transition {
  std::vector<Change> actions;  // in order of declaration
  std::vector<Effect> effects;  // in causal order, causes first
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
  friend bool operator==(const RangeOption&, const RangeOption&) = default;
};

struct CostOption {
  FeatureId feature;
  model::Price price;
  friend bool operator==(const CostOption&, const CostOption&) = default;
};

// The options of a run (semantics.md 5).
struct Options {
  std::vector<FeatureId> fix;
  std::vector<FeatureId> allow;
  bool set_missing = false;  // features that the record leaves out may be set
  std::optional<std::vector<FeatureId>> only;
  std::vector<RangeOption> ranges;
  std::vector<CostOption> costs;
  std::optional<AtomId> desired;  // overrides the model's
  bool certain = false;
  std::uint32_t top = 1;
  bool all = false;
  bool first = false;  // the first path that is found, proved or not
  std::optional<std::uint32_t> max_length;
  friend bool operator==(const Options&, const Options&) = default;
};

enum class Status { found, already, none, gave_up };

enum class BlockerKind {
  fixed,
  direction,
  caused,
  missing,
  domain,
  causal_rules,
  denial,
  option,
  decision
};

struct Blocker {
  BlockerKind kind;
  std::optional<FeatureId> feature;
  std::optional<model::DenialId> denial;  // for kind denial
  std::string option;                     // "fix", "max_length", ... for kind option
};

// What the start breaks (semantics.md 3).
struct Broken {
  enum class Kind {
    in_vain,      // a causal rule whose body holds there without its effect
    unsupported,  // a causal rule for the value there, none of which has a body that holds
    denial
  };
  Kind kind;
  std::uint32_t rule;                // its place in Model::causal_rules, of a denial in denials
  std::optional<FeatureId> feature;  // nullopt for denials
  friend auto operator<=>(const Broken&, const Broken&) = default;
};

struct Result {
  Status status = Status::none;
  bool undesired = false;                     // the decision at the start
  std::vector<model::RuleId> deciding_rules;  // the undesired atom's rules that hold there
  std::vector<FeatureId> missing;             // missing features that rules mention
  std::vector<Broken> start_breaks;           // by place in the file
  std::vector<Path> paths;
  std::vector<Blocker> blockers;
  bool fewest_blockers = true;  // proved, as far as there are any
  Number lower_bound = 0;
  // Whether it is proved that no other path of the least cost is better (semantics.md 4, criteria
  // 2 to 6). A fixed amount of work may end before that.
  bool ties_proved = true;
  base::Exhausted exhausted = base::Exhausted::no;
  std::uint64_t expanded = 0;
  double seconds = 0;
};

}  // namespace cogs::path
