// SPDX-License-Identifier: Apache-2.0
//
// What the checker knows of single states: Model + concrete values -> which atoms hold, whether
// a feature obeys its causal rules, whether a denial is broken (semantics.md 2 and 3).
//
// Written apart from src/state and model/compile on purpose: `verify` is worth something only
// while the search uses none of its code, and it none of the search's. There are no cells here,
// only values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fraction.h"
#include "model/model.h"
#include "path/path.h"

namespace cogs::path::check {

// A state seen from outside: one value a feature, null where it is missing. Numeric features
// are read by `number` alone, so the text of a numeric value may be empty.
using StateView = std::vector<const Value*>;
// The perfect model of the auxiliary rules in one state, indexed by AtomId.
using Truth = std::vector<char>;

// Does the value of a feature satisfy the condition?
bool satisfies(const model::Feature& feature, const Value& value,
               const model::Condition& condition);
// Where a value of an ordered set stands; nullopt for others, and where there is no order.
std::optional<std::size_t> place_in(const model::Feature& feature, const Value& value);

// A bit for each causal rule of one feature.
using RuleSet = std::vector<std::uint64_t>;

// What a record breaks from the start, and is excused from (semantics.md 3). By feature or denial;
// what is empty excuses from nothing.
struct Excuses {
  std::vector<RuleSet> in_vain;           // rules that are never owed; empty: none
  std::vector<const Value*> unsupported;  // the start value, where it lacks support
  std::vector<char> void_denial;
};

// Atoms that depend on each other in a circle, evaluated together after all below them.
struct Component {
  std::vector<std::uint32_t> rules;
  bool recursive = false;
  std::optional<AtomId> scored = {};  // an atom that a score decides; it has no rules
};

// All that can come out differently when one feature has another value.
struct Dependents {
  std::vector<AtomId> atoms;
  std::vector<Component> rules;            // those that test the feature or one of the atoms
  std::vector<std::uint32_t> other_rules;  // of these atoms, but blind to the feature
  std::vector<FeatureId> causal_features;  // whose causal rules look at it
  std::vector<std::size_t> denials;        // that look at it
};

// What is known of the trees of scores in a state, so that another value of one feature costs no
// more than the trees that look at it.
struct ScoreMemo {
  struct Trees {
    std::vector<signed char> passed;  // by test; -1: not asked
    std::vector<std::uint32_t> leaf;  // by tree: its value
    Number sum = 0;
    base::WideInteger parts = 0;         // the sum, where values have a common part
    bool filled = false, fresh = false;  // fresh: of this very state
  };
  std::optional<FeatureId> varies;  // all other features stay as they are
  std::vector<Trees> scores;
};

class StateRules {
 public:
  // `model` must outlive this object.
  explicit StateRules(const model::Model& model);

  const model::Model& model() const { return *model_; }

  // Stratum after stratum, each to its fixpoint.
  void evaluate(const StateView& state, Truth& truth) const;
  // The same for some of the rules: adds to `truth` what they give.
  void apply(const std::vector<Component>& components, const StateView& state, Truth& truth,
             ScoreMemo& memo) const;
  // For states that differ in one feature.
  ScoreMemo memo(FeatureId varies) const;
  Dependents dependents(FeatureId feature) const;
  // What the score comes to, added up value by value.
  Number score(model::ScoreId score, const StateView& state, const Truth& truth,
               ScoreMemo& memo) const;
  // What is wrong if imported scores are added up as their libraries do it, every rounding
  // included;
  // "" if nothing is.
  std::string deployed_fault(const StateView& state, const Truth& truth) const;
  bool body_holds(const std::vector<model::Literal>& body, const StateView& state,
                  const Truth& truth) const;

  bool same(FeatureId feature, const Value* a, const Value* b) const;
  bool in_domain(FeatureId feature, const Value& value) const;
  // Is the value in the rule's head set? Values outside the domain are in none.
  bool in_head(const model::CausalRule& rule, const Value& value) const;

  // Does `value` of the feature fit its causal rules, less what is excused, all else as in `state`?
  // The bodies never depend on the feature itself, so `truth` of `state` serves for every value.
  bool fits(FeatureId feature, const Value* value, const StateView& state, const Truth& truth,
            const Excuses& excuses) const;
  // Is the denial not broken, or void?
  bool respects(std::size_t denial, const StateView& state, const Truth& truth,
                const Excuses& excuses) const;
  // Of a record with these values, which must outlive the result.
  Excuses excuses(const StateView& start, const Truth& truth) const;
  // The same as a list, by line.
  std::vector<Broken> breaks(const StateView& start, const Truth& truth) const;

  const std::vector<const model::CausalRule*>& causal_rules(FeatureId feature) const {
    return causal_[feature.index()];
  }
  // The features that the causal rules look at, auxiliary rules followed.
  const std::vector<FeatureId>& mentioned_by_rules(FeatureId feature) const {
    return rule_mentions_[feature.index()];
  }
  // Features with causal rules: always the first declared whose causes with such rules are there.
  const std::vector<FeatureId>& causal_order() const { return causal_order_; }
  // The sets of head sets that some value of the domain lies in, each once.
  const std::vector<RuleSet>& head_classes(FeatureId feature) const {
    return head_classes_[feature.index()];
  }
  // Every number that a condition compares the feature with, ascending; numeric features only.
  const std::vector<Number>& thresholds(FeatureId feature) const {
    return thresholds_[feature.index()];
  }

 private:
  bool literal_holds(const model::Literal& literal, const StateView& state,
                     const Truth& truth) const;
  bool test_holds(const model::FeatureTest& test, const StateView& state) const;
  bool score_holds(AtomId atom, const StateView& state, const Truth& truth, ScoreMemo& memo) const;
  Number trees(std::size_t score, const StateView& state, ScoreMemo& memo) const;
  void order_rules();
  void list_score_uses();
  void find_parts();
  void order_causes();
  void classify_values();
  RuleSet heads(FeatureId feature, const Value& value) const;
  // Of the rules in `owed`, does the value meet as many as can be met together?
  bool meets(FeatureId feature, const Value& value, const RuleSet& owed) const;
  void collect_thresholds();
  std::vector<FeatureId> features_below(
      const std::vector<const std::vector<model::Literal>*>& bodies) const;

  const model::Model* model_;
  std::vector<Component> components_;                         // dependencies first
  std::vector<std::vector<std::uint32_t>> rules_of_atom_;     // with the atom as their head
  std::vector<std::vector<std::uint32_t>> rules_on_atom_;     // that test the atom
  std::vector<std::vector<std::uint32_t>> rules_on_feature_;  // that test the feature
  // Atoms of scores that test the feature, or the atom, themselves.
  std::vector<std::vector<AtomId>> scores_on_feature_, scores_on_atom_;
  // By score: the tests of its trees that look at a feature, and the trees that have a test.
  std::vector<std::vector<std::vector<std::uint32_t>>> tests_on_, trees_with_;
  // Values of trees as whole multiples of a common part, so that sums are quick; empty: there is
  // none that fits.
  struct Parts {
    Number part = 1;
    std::vector<base::WideInteger> values;
  };
  std::vector<Parts> parts_;  // by score
  std::vector<std::vector<const model::CausalRule*>> causal_;
  std::vector<std::vector<FeatureId>> rule_mentions_, denial_mentions_;
  std::vector<std::vector<Number>> thresholds_;
  std::vector<FeatureId> causal_order_;
  std::vector<std::vector<RuleSet>> head_classes_;  // by feature
};

}  // namespace cogs::path::check
