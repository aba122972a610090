// SPDX-License-Identifier: Apache-2.0
//
// The rows of `cogs batch` (contract.md): as CSV the input's columns followed by cogs_status,
// cogs_cost, cogs_certain, cogs_changes and cogs_path, and cogs_reasons where they are asked for;
// as JSON Lines the object of `cogs recourse` with the row's number.
#pragma once

#include <memory>
#include <string>

#include "batch/batch.h"
#include "batch/merge.h"
#include "batch/row_format.h"
#include "explain/reason_codes.h"
#include "json/value.h"
#include "present/words/safe_text.h"

namespace cogs::present {

// Both keep a reference to the model. `reasons`: whether rows have them. `feature_columns`: each
// row begins with the values of all features, for input that is no table.
// `codes`: what reasons are called, or null; it must outlive the format.
std::unique_ptr<batch::RowFormat> batch_csv(const model::Model& model, bool reasons,
                                            bool feature_columns,
                                            const explain::ReasonCodes* codes = nullptr);
std::unique_ptr<batch::RowFormat> batch_json_lines(const model::Model& model, bool reasons,
                                                   const explain::ReasonCodes* codes = nullptr);

// What a run came to, for people, and as "cogs.batch/1".
std::string batch_text(const batch::BatchResult& result, const std::string& output,
                       const TextStyle& style);
json::Value batch_json(const batch::BatchResult& result, bool timing);
json::Value merge_json(const batch::Merged& merged);

}  // namespace cogs::present
