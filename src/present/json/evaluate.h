// SPDX-License-Identifier: Apache-2.0
//
// Measures of counterfactuals: a table for people, "cogs.evaluate/1" for programs; and the lines
// of `cogs batch --jsonl`, read back to be measured.
#pragma once

#include <string>
#include <string_view>

#include "batch/evaluate/evaluate.h"
#include "json/value.h"
#include "model/model.h"
#include "present/words/safe_text.h"

namespace cogs::present {

struct EvaluateReport {
  const model::Model& model;
  std::string rows, data;  // files; data "": the rows themselves
  const batch::Evaluations& result;
  const batch::EvaluateOptions& options;
};

std::string evaluate_text(const EvaluateReport& report, const TextStyle& style);
// `each`: with the figures of every counterfactual.
json::Value evaluate_json(const EvaluateReport& report, bool each);

// Throws base::InputError, located in the line.
batch::AnsweredRow read_answered_row(const model::Model& model, std::string_view line);

}  // namespace cogs::present
