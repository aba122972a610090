// SPDX-License-Identifier: Apache-2.0
//
// A program's text -> what clingo prints for all of its answer sets, run as a process.
#pragma once

#include <string>

namespace cogs::asp {

bool clingo_installed();

// Without warnings, 20 seconds at most. Throws std::runtime_error if it cannot be run.
std::string run_clingo(const std::string& program, const std::string& options = "");

}  // namespace cogs::asp
