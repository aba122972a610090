// SPDX-License-Identifier: Apache-2.0
//
// What was learned, with its figures, for people and as JSON ("cogs.learn/1", contract.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "output/json_value.h"
#include "output/safe_text.h"
#include "rules/measure.h"
#include "rules/rule_set.h"

namespace cogs::output {

struct LearnReport {
  std::string data;  // the file that was learned from
  const model::Model& model;
  const rules::RuleSet& rules;
  std::string undesired;
  std::size_t rows = 0, features = 0;
  const rules::Measures& train;
  const std::optional<rules::Measures>& test;
  const std::optional<rules::CrossValidation>& validation;
  double read_seconds = 0, fit_seconds = 0, predict_seconds = 0;
};

std::string learn_text(const LearnReport& report, const TextStyle& style);
JsonValue learn_json(const LearnReport& report, bool timing);

// Also what `predict` says where the labels are known.
JsonValue measures_json(const rules::Measures& measures);
// Rows are what is, columns what was predicted.
std::string confusion_text(const rules::Confusion& confusion, const TextStyle& style);

// A share as "84.5 %".
std::string percent_words(double share);

}  // namespace cogs::output
