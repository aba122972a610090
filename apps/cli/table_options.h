// SPDX-License-Identifier: Apache-2.0
//
// How a CSV file is read, for the commands that take a table.
#pragma once

#include <cogs/table.h>
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace cogs::cli {

struct TableOptions {
  std::string delimiter, header = "auto", missing = "missing";
  std::vector<std::string> numeric, categorical, ignore;
  std::vector<std::string> missing_values, date_formats, decimals;
  std::string encoding;
  bool skip_bad_rows = false;

  // Throw UsageError.
  cogs::TableOptions given() const;
  Table table(const std::string& file) const;  // "-": standard input
};

void add_table_options(CLI::App& command, TableOptions& options);

}  // namespace cogs::cli
