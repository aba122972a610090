// SPDX-License-Identifier: Apache-2.0
//
// The usual measures of counterfactuals, ours or another tool's (batch/evaluate/evaluate.h).
//
//   engine::Evaluations found =
//       engine::evaluate(loan, "loans.csv", "", {{"dice", "dice.csv"}}, {});
//   found.tools[0].summary.valid;
#pragma once

#include <string>
#include <vector>

#include "batch/evaluate/evaluate.h"
#include "table/read_table.h"

namespace cogs::engine {

using batch::AnsweredRow;
using batch::CounterfactualSource;
using batch::EvaluateOptions;
using batch::Evaluation;
using batch::Evaluations;

// `data`: where distances take their measure from; "": the rows themselves.
Evaluations evaluate(const model::Model& model, const std::string& rows, const std::string& data,
                     const std::vector<CounterfactualSource>& sources,
                     const EvaluateOptions& options, const table::ReadOptions& read = {});
// The same for rows at hand.
Evaluations evaluate(const model::Model& model, const table::Table& rows, const std::string& data,
                     const std::vector<CounterfactualSource>& sources,
                     const EvaluateOptions& options, const table::ReadOptions& read = {});

}  // namespace cogs::engine
