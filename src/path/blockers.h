// SPDX-License-Identifier: Apache-2.0
//
// Why is there no path? As few restrictions as possible without which there would be one
// (semantics.md 5).
//
// Every failed try to find a path leaves the features that its dead ends were about; something
// about one of these has to be lifted. So a set of restrictions is worth a try only if it meets
// what every failed try has left (an implicit hitting set), which leaves few to be tried.
#pragma once

#include <vector>

#include "base/budget.h"
#include "path/path.h"
#include "path/problem.h"

namespace cogs::path {

struct Blockers {
  std::vector<Blocker> list;
  bool fewest = true;  // proved; otherwise none of them can stay, but fewer might do
};

// There must be no path from the start. Empty only if the budget ran out.
Blockers find_blockers(const model::CompiledModel& compiled, const Record& start,
                       const Options& options, base::Budget& budget);

}  // namespace cogs::path
