// SPDX-License-Identifier: Apache-2.0
//
// Model + Table -> causal rules that the data suggest, as rules of the model.
//
// rules/propose_causes.h searches; this says what the model knows about it. Features that are
// fixed, that move one way, or whose name says that nobody can change them (age, sex) are never
// effects. Features with causal rules in force have been decided about. Numbers are cut where rules
// cut them: a decision that asks whether the score is below 600 makes "600 or more" an effect. What
// is in force counts where circles are looked for, and the label takes no part at all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/edit/feature_table.h"
#include "model/edit/review.h"
#include "model/model.h"
#include "rules/propose_causes.h"

namespace cogs::model {

struct FindCausesOptions {
  rules::CauseOptions search;
  std::vector<FeatureId> effects;     // these may be effects, whatever their name or options say
  std::vector<FeatureId> no_effects;  // these may not
  std::size_t most_counter_examples = 5;
};

struct SuggestedRule {
  CausalRule rule;
  std::string text;                     // one clause
  std::size_t covers = 0, correct = 0;  // rows with the body; those that have the head's value too
  std::string id;                       // in the model's document, once it is there
  ReviewStatus status = ReviewStatus::none;
};

// The rules for one value, or range of values, of a feature.
struct SuggestedCause {
  FeatureId feature;
  std::optional<CausalMode> mode;  // none: too weak to be proposed
  std::vector<SuggestedRule> rules;
  rules::CauseCounts counts;       // of all of them together
  rules::CounterExamples against;  // rows, from 1
};

struct SuggestedAlternative {
  rules::CauseAlternative::Why why = rules::CauseAlternative::Why::circle;
  SuggestedCause cause;
};

struct SuggestedFeature {
  FeatureId feature;
  CausalMode mode = CausalMode::iff;
  bool decisive = false;  // the decision depends on it, directly or through what it causes
  std::vector<SuggestedCause> causes;
  std::vector<SuggestedAlternative> alternatives;
  // Of so many people with the undesired decision, so many would get another answer with these
  // rules in force (engine/causes.h counts them).
  std::size_t tried = 0, different = 0;
};

struct PassedOver {
  enum class Why {
    fixed,
    direction,
    given_by_name,
    not_wanted,
    in_force,
    no_column,
    identifier,
    mirrors_label,
    no_cut
  };
  FeatureId feature;
  Why why = Why::fixed;
};

struct Causes {
  std::size_t rows = 0;
  std::vector<SuggestedFeature> features;  // the best first
  std::vector<SuggestedCause> weak;        // the best of features that have no clear rules
  std::vector<PassedOver> passed_over;     // features that were not looked at as effects
  std::vector<SuggestedFeature> left;      // clear, but beyond the number that was asked for
};

// Throws base::Stopped at a limit.
Causes find_causes(const Model& model, const FeatureTable& data,
                   const FindCausesOptions& options = {});

// What add_proposals takes. The evidence of a rule: the rows that it covers and those of them with
// the effect (precision is their ratio); recall and lift are those of all rules for the effect.
std::vector<Proposal> proposals(const Causes& causes);

// Fills in the ids that the rules have in this model, and what has been said about them.
void find_ids(Causes& causes, const Model& model);

}  // namespace cogs::model
