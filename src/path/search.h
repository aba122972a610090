// SPDX-License-Identifier: Apache-2.0
//
// Record -> Result: the least-cost, causally consistent paths (semantics.md 4 and 5).
#pragma once

#include "base/budget.h"
#include "path/path.h"

namespace cogs::path {

// The paths are proved best but not yet checked: `verify` does that (engine runs it on each).
// Throws base::InputError where the start or an option does not fit the model.
Result search(const model::Model& model, const Record& start, const Options& options,
              base::Budget& budget);

}  // namespace cogs::path
