// SPDX-License-Identifier: Apache-2.0
//
// What was learned, with its figures, for people and as JSON ("cogs.learn/1", contract.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json/value.h"
#include "model/edit/assume.h"
#include "model/model.h"
#include "present/words/safe_text.h"
#include "rules/inspect.h"
#include "rules/measure.h"
#include "rules/rule_set.h"
#include "rules/tune.h"

namespace cogs::present {

struct LearnReport {
  std::string data;  // the file that was learned from
  const model::Model& model;
  const rules::RuleSet& rules;
  std::string undesired;
  std::size_t rows = 0, features = 0;
  const rules::Measures& train;
  const std::optional<rules::Measures>& test;
  const std::optional<rules::CrossValidation>& validation;
  const std::vector<model::Assumption>& assumed;
  struct LeftOut {
    std::string column, why;
  };
  std::vector<LeftOut> left_out;  // columns, in order
  const std::optional<rules::Tuned>& tuned;
  double read_seconds = 0, fit_seconds = 0, predict_seconds = 0;
};

// Why a column was not learned from: "it counts through the rows".
std::string sign_words(rules::IdentifierSign sign, std::size_t values, const std::string& word);

std::string learn_text(const LearnReport& report, const TextStyle& style);
json::Value learn_json(const LearnReport& report, bool timing);

// Also of imports.
json::Value assumed_json(const std::vector<model::Assumption>& assumed);
// Also what `predict` says where the labels are known.
json::Value measures_json(const rules::Measures& measures);
// Rows are what is, columns what was predicted.
std::string confusion_text(const rules::Confusion& confusion, const TextStyle& style);

// A share as "84.5 %".
std::string percent_words(double share);

}  // namespace cogs::present
