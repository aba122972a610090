// SPDX-License-Identifier: Apache-2.0
//
// The independent checker: is this path a solution by semantics.md? It shares no code with
// `search`: it evaluates the model's rules on concrete values, one state after the other, and
// tests the five properties of the paper's soundness theorem.
#pragma once

#include <string>
#include <vector>

#include "path/path.h"

namespace cogs::path {

// What is wrong with the path, one sentence each; empty: the path is right. Checks the
// transitions, states, cost, `certain` flags, and that `range` and `supported` are true
// (on their ends and on sample values). Whether it is the cheapest is not checked.
std::vector<std::string> verify(const model::Model& model, const Record& start,
                                const Options& options, const Path& path);

}  // namespace cogs::path
