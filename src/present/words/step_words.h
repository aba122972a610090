// SPDX-License-Identifier: Apache-2.0
//
// The steps of a path in words: what to do and by how much, what follows and by which rule, why
// the step is needed, and what the decision is after it. For terminals and pages alike; a style
// with colour marks what matters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explain/path_reasons.h"
#include "model/model.h"
#include "path/path.h"
#include "present/words/safe_text.h"
#include "present/words/template_words.h"

namespace cogs::present {

// Do values further from the old one than the one named do as well?
bool may_go_further(const path::Change& change, bool up);

// The number that must be passed, where no least change exists: any number beyond it does. A step
// makes the value that is named the nearest one.
std::optional<model::Number> number_to_pass(const model::Feature& feature,
                                            const path::Change& change, bool up);

class StepWords {
 public:
  // All must outlive this.
  StepWords(const model::Model& model, const path::Options& options, const path::Result& result,
            const TextStyle& style, const std::vector<std::string>* written = nullptr)
      : model_(model),
        options_(options),
        result_(result),
        style_(style),
        templates_(model),
        written_(written) {}

  // "raise bank_balance by at least 20000 $, to 60000 $ or more", "change job from clerk to boss",
  // "set debt, which is not known, to 0 $".
  std::string action(const path::Change& change) const;
  // "costs 0.35"; "" where all changes of the feature cost the same.
  std::string price(const path::Change& change) const;
  // "credit_score follows: 599 -> 600 or more, because where debt is 0 $, credit_score is at least
  // 600 (line 12)".
  std::string effect(const path::Effect& effect) const;
  // The rules alone: "where debt is 0 $, credit_score is at least 600 (line 12)".
  std::string causes(const path::Effect& effect) const;
  // "line 10 would still apply (credit_score is 599; this rule applies below 600)", one a need.
  std::vector<std::string> needed(const path::Path& path, const explain::StepReasons& step) const;
  // "still reject_loan, because of line 9"; the decision itself where it is the other one.
  std::string after(const explain::StepReasons& step) const;

  // Of a single path: "The cheapest way to change that", or the first one for --first.
  std::string heading(const path::Path& path) const;
  // What is not known about the paths although nothing stopped the run; "" if all is.
  std::string what_is_proved() const;

  std::string undesired() const { return templates_.atom(model_.undesired); }
  std::string desired() const;  // empty where none is named
  // "not label good yet", for " yet"; only where one is named.
  std::string not_desired(const std::string& as_well) const;
  // The decision that a path leads to.
  std::string goal() const;
  // What stands between a phrase and these: a colon where they are sentences.
  std::string undesired_lead() const { return templates_.lead(model_.undesired); }
  std::string goal_lead() const;

 private:
  std::string need(const explain::Need& need, const path::Path& path,
                   const explain::StepReasons& step) const;
  std::string rule_that_applies(model::RuleId rule, const path::Path& path,
                                const explain::StepReasons& step) const;
  std::string rule_words(model::CausalRuleId rule) const;
  std::optional<model::AtomId> desired_atom() const;
  std::string from_words(const path::Change& change) const;

  const model::Model& model_;
  const path::Options& options_;
  const path::Result& result_;
  const TextStyle& style_;
  TemplateWords templates_;
  const std::vector<std::string>* written_;  // of open sets (model/record.h)
};

}  // namespace cogs::present
