// SPDX-License-Identifier: Apache-2.0
//
// The nodes of a proof about a person, in words and as goals.
#pragma once

#include <string>

#include "explain/proof.h"
#include "model/model.h"
#include "present/words/template_words.h"

namespace cogs::present {

// "reject_loan(x)", "bank_balance(x,40000)", "not ab1(x)": what the node says, as a logic program
// would write it, for the truth that it has.
std::string goal_text(const model::Model& model, const model::Record& record,
                      const explain::ProofNode& node);

// "reject_loan holds", "the rule in line 9 does not apply", "bank_balance is 40000 $; this rule
// applies below 60000 $"; by the model's #pred lines where there are some.
class ProofWords {
 public:
  // `model` and `record` must outlive this.
  ProofWords(const model::Model& model, const model::Record& record)
      : model_(model), record_(record), templates_(model) {}

  std::string operator()(const explain::ProofNode& node) const;
  // What a test of a rule finds, and what it asks for.
  std::string test(const model::FeatureTest& test, bool truth,
                   const std::string& rule = "this rule") const;
  const TemplateWords& templates() const { return templates_; }

 private:
  std::string atom(const explain::ProofNode& node) const;

  const model::Model& model_;
  const model::Record& record_;
  TemplateWords templates_;
};

// What an atom's truth rests on: "2 rules apply", "its only rule does not apply".
std::string support_words(const explain::ProofNode& atom);

// The decision that a proof is about, as a heading: "reject_loan" and "yes", or, where its class
// has words, "Declined" alone; and what it rests on.
struct DecisionHeading {
  std::string name;    // "reject_loan"; empty where the answer says all
  std::string answer;  // "yes", "no", "Declined", "Approved"
  std::string support;
  bool bad = false;  // the undesired one
};
DecisionHeading decision_words(const model::Model& model, const explain::Proof& proof);

}  // namespace cogs::present
