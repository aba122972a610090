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

}  // namespace cogs::engine
