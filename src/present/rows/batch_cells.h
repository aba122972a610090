// SPDX-License-Identifier: Apache-2.0
//
// Answers as further columns of a table in memory: those of batch_rows.h, as texts or with numbers
// and truths as such; or the whole answer as JSON.
#pragma once

#include <memory>

#include "batch/row_format.h"
#include "model/model.h"

namespace cogs::present {

// Both keep a reference to the model. `typed`: cogs_cost is a number, cogs_certain a truth.
std::unique_ptr<batch::CellFormat> batch_cells(const model::Model& model, bool reasons, bool typed);
// cogs_status, and cogs_answer with the line of `cogs batch --jsonl`.
std::unique_ptr<batch::CellFormat> batch_json_cells(const model::Model& model, bool reasons);

}  // namespace cogs::present
