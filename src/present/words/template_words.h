// SPDX-License-Identifier: Apache-2.0
//
// Words of the model's own, by its #pred lines (model/read/word_templates.h).
//
//   #pred credit_score(X, C) :: 'the credit score of @(X) is @(C)'.
//       the credit score of the person is 599
//
// The person is "the person", or "the applicant" for @(X:applicant). What has no template is left
// to the words that everything has (words.h). All that is returned is safe for a terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/read/word_templates.h"

namespace cogs::present {

class TemplateWords {
 public:
  // `model` must outlive this.
  explicit TemplateWords(const model::Model& model);

  // That the feature has this value, or with `negated` that it has not; nullopt: no template.
  std::optional<std::string> value(model::FeatureId feature, const model::Value& value,
                                   bool negated = false) const;
  // That the feature has this value or none, in the model's words or else "debt is 5 $".
  std::string state(model::FeatureId feature, const std::optional<model::Value>& value) const;
  // "Declined" by the #classes line, else "the loan of the person is refused"; without either
  // "reject_loan".
  std::string atom(model::AtomId atom) const;
  // That the atom does not hold: "Approved" by the #classes line, else by a template for its
  // negation, else "it is not the case that" and its words, else "not reject_loan".
  std::string not_atom(model::AtomId atom) const;
  // The words of the #classes line for the atom's class; "" where it has none.
  std::string label(model::AtomId atom) const;
  // What stands between a phrase and atom(): a colon where that is a sentence or a label.
  std::string lead(model::AtomId atom) const;
  // "reject_loan would hold", "it would be the case that the loan is refused", for "would hold"
  // and "would be the case".
  std::string clause(model::AtomId atom, const std::string& holds, const std::string& is) const;
  // Has the atom words of its own?
  bool knows(model::AtomId atom) const;

 private:
  std::optional<std::string> by_template(model::AtomId atom, bool negated) const;

  const model::Model& model_;
  std::vector<model::WordTemplate> templates_;
};

}  // namespace cogs::present
