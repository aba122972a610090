// SPDX-License-Identifier: Apache-2.0
//
// An answer in the few words that a row of a table has for it (docs/batch.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/row_format.h"
#include "model/model.h"

namespace cogs::present {

struct AnswerWords {
  std::string status;
  std::optional<std::string> cost;     // of the best path, if there is one
  std::optional<std::string> certain;  // "true" or "false"
  std::string changes, way, reasons;
};

AnswerWords answer_words(const model::Model& model, const batch::AnswerRow& row);
// What is wrong with a row, in one line.
std::string problem_words(const std::vector<base::Diagnostic>& problems);

}  // namespace cogs::present
