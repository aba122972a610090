// SPDX-License-Identifier: Apache-2.0
//
// The options of a run (semantics.md 5) on the command line.
#pragma once

#include <cogs/decision.h>
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cogs::cli {

struct RunOptions {
  std::vector<std::string> fix, allow, only, ranges, costs;
  bool set_missing = false;
  std::string desired;
  bool certain = false, all = false, first = false;
  std::uint32_t top = 1;
  std::uint32_t max_length = 0;  // 0: any
  bool top_given = false;

  bool any() const;  // whether one of them is given

  // Throws UsageError for options that are malformed or exclude each other. Whether the model has
  // the names is for the library to say.
  Options given() const;
};

enum class Ways { one, many };  // whether --top, --all and --max-length make sense

void add_run_options(CLI::App& command, RunOptions& options, Ways ways);
// --first, where some path may do.
void add_first_option(CLI::App& command, RunOptions& options);

// --fix-column and the like: constraints of each row, in its own cells.
void add_constraint_columns(CLI::App& command, ConstraintColumns& columns);

}  // namespace cogs::cli
