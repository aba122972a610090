// SPDX-License-Identifier: Apache-2.0
//
// All stable models of a small program as clingo finds them, run as a process.
#pragma once

#include <vector>

#include "asp/stable_models.h"

namespace cogs::asp {

// Sorted. Throws std::runtime_error if clingo refuses the program.
std::vector<Model> clingo_models(const Program& program);

}  // namespace cogs::asp
