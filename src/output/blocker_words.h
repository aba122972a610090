// SPDX-License-Identifier: Apache-2.0
//
// What stands in the way of every path, in words.
#pragma once

#include <string>

#include "model/model.h"
#include "path/path.h"

namespace cogs::output {

// "debt is fixed (line 3): it never changes (--allow debt asks what if)".
std::string blocker_words(const model::Model& model, const path::Blocker& blocker);

}  // namespace cogs::output
