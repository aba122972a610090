// SPDX-License-Identifier: Apache-2.0
//
// A sequence of concrete states with the features set and moved on the way, and the questions
// that semantics.md 3 and 4 ask of it: consistent, less what the record is excused from? a
// transition? a goal?
// Part of the independent checker; see verify.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "path/check_state.h"

namespace cogs::path::check {

enum class Role : std::uint8_t { kept, set, effect };

// What the model and the options of the run permit for one feature.
struct Permission {
  bool fixed = false;         // neither set nor moved by an effect
  bool caused = false;        // not set directly
  bool named = true;          // --only names it, or is not given
  bool from_missing = false;  // may be set where it is missing
  model::Direction direction = model::Direction::any;
  std::optional<Number> low, high;  // --range
  const model::Price* price = nullptr;
};

// States are numbered from 0, the start; transition i leads from state i - 1 to state i.
class Walk {
 public:
  using Faults = std::vector<std::string>;

  Walk(const StateRules& rules, const Record& start, const Options& options);

  // `state` must outlive this object and have one value a feature, numbers where they belong.
  void add(const Record& state, std::vector<Role> roles);

  std::size_t last() const { return states_.size() - 1; }
  const StateView& state(std::size_t i) const { return states_[i]; }
  const Truth& truth(std::size_t i) const { return truths_[i]; }
  const Permission& permission(FeatureId feature) const { return permissions_[feature.index()]; }

  bool goal(std::size_t i) const;
  // Does a change between these values go against the direction of the feature?
  bool against(FeatureId feature, const Value& from, const Value& to) const;
  // The feature's own causal rules in state i with `value` for it.
  bool fits(std::size_t i, FeatureId feature, const Value* value) const {
    return rules_.fits(feature, value, states_[i], truths_[i], excuses_);
  }
  // Did this causal rule of the feature fire in vain at the start?
  bool in_vain(FeatureId feature, std::size_t rule) const {
    const RuleSet& in_vain = excuses_.in_vain[feature.index()];
    return !in_vain.empty() && (in_vain[rule / 64] >> rule % 64 & 1) != 0;
  }
  bool denial_kept(std::size_t i, std::size_t denial) const {
    return rules_.respects(denial, states_[i], truths_[i], excuses_);
  }

  // Each of these appends what is wrong: is state i consistent, transition i one, and state i
  // not like any other of the walk?
  void check_consistent(std::size_t i, Faults& faults) const;
  void check_transition(std::size_t i, Faults& faults) const;
  void check_distinct(std::size_t i, Faults& faults) const;

 private:
  friend class Variation;

  // Why the feature may not move so, if it may not.
  enum class Refusal { none, domain, range, direction };
  Refusal refusal(FeatureId feature, const Value* from, const Value& to) const;
  std::string broken_lines(FeatureId feature) const;

  const StateRules& rules_;
  std::vector<Permission> permissions_;
  std::optional<AtomId> desired_;
  std::vector<StateView> states_;
  std::vector<Truth> truths_;
  std::vector<std::vector<Role>> roles_;  // of the transition into state i; [0] is empty
  std::vector<FeatureId> moved_;          // features that change on the walk, each once
  Excuses excuses_;                       // of the start
};

}  // namespace cogs::path::check
