// SPDX-License-Identifier: Apache-2.0
//
// A file of reason codes -> ReasonCodes (explain/reason_codes.h). The file is a CSV table:
//
//   feature,when,code,text
//   bank_balance,low,12,Bank balance too low
//   credit_score,missing,31,No credit score on file
//   employment,unemployed,08,No current employment
//   employment,,09,Employment
//
// `when` is empty (any case), `low` or `high` (of a numeric feature), `missing`, or a value of a
// set domain. The first line that fits counts.
#pragma once

#include <string>

#include "explain/reason_codes.h"

namespace cogs::engine {

// Throws InputError with all that is wrong: other columns, a feature or value that the model does
// not have, a line that says what an earlier one said, or that never comes to be asked.
explain::ReasonCodes read_reason_codes(const model::Model& model, const std::string& file);
// The same for a text at hand; `name` stands for its file in messages.
explain::ReasonCodes parse_reason_codes(const model::Model& model, const std::string& text,
                                        const std::string& name);

// Batches answer people of the same cells together (semantics.md 2). Throws InputError for codes of
// values that these do not tell apart: values of a set that is not ordered and that no rule names.
void refuse_codes_beside_cells(const model::Model& model, const explain::ReasonCodes& codes,
                               const std::string& name);

}  // namespace cogs::engine
