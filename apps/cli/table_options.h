// SPDX-License-Identifier: Apache-2.0
//
// How a CSV file is read, for the commands that take a table.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "engine/learn.h"

namespace cogs::cli {

struct TableOptions {
  std::string delimiter, header = "auto", missing = "missing";
  std::vector<std::string> numeric, categorical, ignore;
  bool skip_bad_rows = false;

  table::ReadOptions resolve() const;  // throws UsageError
};

void add_table_options(CLI::App& command, TableOptions& options);

}  // namespace cogs::cli
