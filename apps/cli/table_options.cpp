// SPDX-License-Identifier: Apache-2.0
#include "cli/table_options.h"

#include <algorithm>
#include <utility>

#include "base/date.h"

#include "cli/command.h"

namespace cogs::cli {

namespace {

// COL=TEXT, or TEXT for all columns. A mark such as =NA() has no column before it.
std::pair<std::string, std::string> of_column(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0) return {"", word};
  return {word.substr(0, equals), word.substr(equals + 1)};
}

// COL=-7,-8: both are for COL.
void add_marks(const std::string& word, cogs::TableOptions::OfColumns& marks) {
  std::string column;
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    auto [name, mark] = of_column(word.substr(begin, end - begin));
    if (!name.empty()) column = name;
    if (mark.empty()) {
      throw UsageError("--missing-value takes values such as -9, or COL=-9, not '" + word + "'");
    }
    marks.emplace_back(column, std::move(mark));
    begin = end + 1;
  }
}

}  // namespace

Table TableOptions::table(const std::string& file) const {
  return file == "-" ? Table::standard_input(given()) : Table::file(file, given());
}

cogs::TableOptions TableOptions::given() const {
  cogs::TableOptions options;
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
  for (const std::string& word : missing_values) add_marks(word, options.missing_values);
  for (const std::string& word : date_formats) {
    options.date_formats.push_back(of_column(word));
    const std::string fault = base::fault_of_date_format(options.date_formats.back().second);
    if (!fault.empty()) {
      throw UsageError("--date-format '" + word + "': this is no format of dates: " + fault);
    }
  }
  for (const std::string& word : decimals) {
    options.decimals.push_back(of_column(word));
    const std::string& mark = options.decimals.back().second;
    if (mark != "," && mark != ".") {
      throw UsageError("--decimal takes , or . and before it may stand COL=, not '" + word + "'");
    }
  }
  options.encoding = encoding;
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
  const auto texts = [&](const char* name, std::vector<std::string>& target, const char* form,
                         const char* words) {
    command.add_option(name, target, words)
        ->option_text(form)
        ->allow_extra_args(false)
        ->group(group);
  };
  texts("--missing-value", options.missing_values, "[COL=]VALUE,...",
        "Cells with these values are missing, in all columns or in one");
  texts("--decimal", options.decimals, "[COL=]CHAR",
        "The decimal mark, . or , (found out otherwise, column by column)");
  texts("--date-format", options.date_formats, "[COL=]FORMAT",
        "How dates are written, such as %d/%m/%Y (ISO dates are found out)");
  command
      .add_option("--encoding", options.encoding, "Of the file, such as latin1 or cp1252 (UTF-8)")
      ->option_text("NAME")
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
