// SPDX-License-Identifier: Apache-2.0
//
// Causal rules under review: what a model proposes, and what people said about it.
//
//   std::vector<ReviewItem> items = review_items(model);
//   model = apply_verdicts(model, {{.id = "c1", .status = ReviewStatus::approved, .by = "risk
//   office"}}); base::write_text_file("loan.cogs", write_model(model));
//
// A causal rule with a `#rule` note is an item. As long as it is proposed, and when it is
// rejected, it stays in the document and nothing else: no answer depends on it. How the rules of a
// feature would bind is the note's entry `mode`; approving a rule turns it into the #causal line of
// the feature, which all its rules share.
//
// Always holds: a model that comes out was read anew from its own text, so document and resolved
// parts agree; whatever does not concern the items named is kept byte for byte.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"

namespace cogs::model {

struct ReviewItem {
  std::string id;
  ReviewStatus status = ReviewStatus::none;
  FeatureId feature;
  CausalMode mode = CausalMode::iff;
  std::string rule;                                           // its text, on one line
  std::vector<std::pair<std::string, std::string>> evidence;  // what else the note has
  std::string by, on, reason;                                 // empty where not given
  base::Place place;                                          // of the rule
};

// In file order.
std::vector<ReviewItem> review_items(const Model& model);

struct Verdict {
  std::string id;
  std::optional<ReviewStatus> status = {};
  std::optional<CausalMode> mode = {};
  // The text of another rule in its place: it loses the evidence of the old one, and is proposed
  // again, unless `status` says otherwise.
  std::optional<std::string> rule = {};
  std::string by = {}, on = {}, reason = {};  // empty: as before
};

// Later verdicts on an item win. Throws InputError for an id that no item has (with a
// did-you-mean), a rule that cannot be read, or an approval that would close a causal cycle; then
// nothing is changed at all.
Model apply_verdicts(const Model& model, const std::vector<Verdict>& verdicts);

// The model with this item in force and no other causal rule, so that what a rule says can be
// looked at whatever its status, and whatever the others say.
Model with_this_rule_alone(const Model& model, const std::string& id);

struct Proposal {
  std::string rule;  // one clause, with its full stop
  CausalMode mode = CausalMode::iff;
  std::vector<std::pair<std::string, std::string>> evidence;  // values as they are to be written
};

// Appends the rules as proposed, with ids c1, c2, ... that are not in use. A rule that the model
// has, whatever its status and its layout, is not added again; while it is still proposed it gets
// the new mode and evidence.
Model add_proposals(const Model& model, const std::vector<Proposal>& proposals);

const char* mode_name(CausalMode mode);  // "if"
std::optional<CausalMode> mode_named(const std::string& name);
const char* status_name(ReviewStatus status);  // "proposed"; "" for none

}  // namespace cogs::model
