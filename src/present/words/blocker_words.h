// SPDX-License-Identifier: Apache-2.0
//
// What stands in the way of every path, in words.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "path/path.h"

namespace cogs::present {

// "debt is fixed (line 3): it never changes (--allow debt asks what if)".
std::string blocker_words(const model::Model& model, const path::Blocker& blocker);

// "--max-length": the option of a blocker of that kind, as on the command line.
std::string option_words(const path::Blocker& blocker);

// "if debt could change": what would have to be otherwise; "only if ... and ..., together".
std::string lifted_words(const model::Model& model, const std::vector<path::Blocker>& blockers);

}  // namespace cogs::present
