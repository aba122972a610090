// SPDX-License-Identifier: Apache-2.0
//
// What a search has found -> what the checker has seen of it: no other path is ever shown.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "path/path.h"

namespace cogs::path {

using Verify = std::function<std::vector<std::string>(const Path& path)>;  // faults

// Marks the paths as checked. Where the budget ends meanwhile, at least the best one is checked,
// and those that are not go away: the result is then one that a limit has cut short. Throws
// std::logic_error for a path that the checker refuses.
void keep_checked(Result& result, const Verify& verify, base::Budget& budget);

}  // namespace cogs::path
