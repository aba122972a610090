// SPDX-License-Identifier: Apache-2.0
#include "cli/table_options.h"

#include "cli/command.h"

namespace cogs::cli {

table::ReadOptions TableOptions::resolve() const {
  table::ReadOptions options;
  if (delimiter == "tab" || delimiter == "\\t") {
    options.delimiter = '\t';
  } else if (delimiter.size() == 1) {
    options.delimiter = delimiter[0];
  } else if (!delimiter.empty()) {
    throw UsageError("--delimiter takes one character, or `tab`, not '" + delimiter + "'");
  }
  if (header != "auto") options.header = header == "yes";
  options.numeric = numeric;
  options.categorical = categorical;
  options.ignore = ignore;
  options.missing_is_value = missing == "value";
  options.skip_bad_rows = skip_bad_rows;
  return options;
}

void add_table_options(CLI::App& command, TableOptions& options) {
  const char* group = "The table";
  const auto columns = [&](const char* name, std::vector<std::string>& target, const char* words) {
    command.add_option(name, target, words)
        ->option_text("COL,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(group);
  };
  columns("--ignore", options.ignore, "Columns to leave out");
  columns("--numeric", options.numeric, "Columns of numbers, whatever they look like");
  columns("--categorical", options.categorical, "Columns of names, whatever they look like");
  command.add_option("--missing", options.missing, "`?` is missing, or a value like any other")
      ->option_text("missing|value")
      ->check(CLI::IsMember({"missing", "value"}))
      ->group(group);
  command.add_option("--delimiter", options.delimiter, "Between fields; found out otherwise")
      ->option_text("CHAR")
      ->group(group);
  command.add_option("--header", options.header, "Whether the first line names the columns")
      ->option_text("yes|no|auto")
      ->check(CLI::IsMember({"yes", "no", "auto"}))
      ->group(group);
  command
      .add_flag("--skip-bad-rows", options.skip_bad_rows,
                "Leave out rows that cannot be read, with a warning")
      ->group(group);
}

}  // namespace cogs::cli
