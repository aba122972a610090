// SPDX-License-Identifier: Apache-2.0
//
// What data and answers say about causal rules under review (model/edit/review.h).
//
//   engine::RuleCheck check = engine::check_rule(model, "c1", table);
//   check.precision();                  // of the rows that meet its conditions
//   engine::RuleEffects effects = engine::rule_effects(model, "c1", table);
//
// A rule is judged by its mode: `if` asks for precision (where the cause is, the effect is),
// only_if for recall (where the effect is, some cause is), `iff` for both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "model/edit/review.h"
#include "model/model.h"
#include "path/path.h"
#include "table/table.h"

namespace cogs::engine {

struct TableRow {
  std::uint64_t number = 0;  // from 1
  model::Record record;
};

// Counted over rows in which the feature is not missing.
struct RuleCheck {
  std::size_t rows = 0;
  std::size_t meets = 0;      // the conditions of the rule
  std::size_t right = 0;      // ... and the feature has a value that the rule gives
  std::size_t has_value = 0;  // the feature has a value that the rule gives
  std::size_t explained = 0;  // ... and the conditions of this rule, or of another one that gives
                              // the value and is not rejected, are met
  std::vector<TableRow> without_effect;  // the first ones against `if`
  std::vector<TableRow> without_cause;   // the first ones against `only_if`

  double precision() const;  // 1 where no row meets the conditions
  double recall() const;
};

// Throws InputError for an id that the model does not have, or a table without the features.
RuleCheck check_rule(const model::Model& model, const std::string& id, const table::Table& table);

// A rule that was approved and that new data do not bear out.
struct FailedRule {
  model::ReviewItem item;
  RuleCheck check;
  std::optional<double> noted_precision, noted_recall;  // in its #rule note
};

struct HoldOptions {
  double lost = 0.05;   // worse than noted by more than this
  double least = 0.85;  // where nothing is noted: below this
};

// Of the approved rules, those that no longer hold on the table, in file order.
std::vector<FailedRule> rules_that_fail(const model::Model& model, const table::Table& table,
                                        const HoldOptions& options = {});

// What the model would answer with the rule in force, and what without.
struct SampleAnswer {
  TableRow row;
  path::Result without, with;
  bool differs = false;
};

struct RuleEffects {
  std::vector<SampleAnswer> answers;  // those that differ first
  std::size_t tried = 0, different = 0;
  std::string impossible;  // why the rule cannot be in force at all; then there are no answers
};

// For the first rows with the undesired decision, at most `most_tried` of them.
RuleEffects rule_effects(const model::Model& model, const std::string& id,
                         const table::Table& table, std::size_t most_shown = 3,
                         std::size_t most_tried = 40, const base::Limits& limits = {});

// What is still to be said about the feature of a causal rule in force: that nobody sets it, or
// that it moves one way. Nothing where that has been said, or where it cannot be meant.
struct Offer {
  bool caused = false;
  bool direction = false;

  bool any() const { return caused || direction; }
};
Offer offer_for(const model::Model& model, model::FeatureId feature);

// The text to save a model as.
std::string model_text(const model::Model& model);

}  // namespace cogs::engine
