// SPDX-License-Identifier: Apache-2.0
//
// Located messages for people:
//
//   loan.cogs:9:28: error: the model has no feature 'bank_balanse'
//     9 | reject_loan(X) :- bank_balanse(X, B), B #< 60000.
//       |                   ^~~~~~~~~~~~
//   help: did you mean 'bank_balance'?
//
// Whatever the input holds, no control character of it reaches the terminal.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "present/words/safe_text.h"

namespace cogs::present {

std::string diagnostic_text(const base::Diagnostic& diagnostic, const TextStyle& style);

// At most 20 errors, and how many more there are.
std::string diagnostics_text(const std::vector<base::Diagnostic>& diagnostics,
                             const TextStyle& style);

}  // namespace cogs::present
