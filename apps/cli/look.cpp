// SPDX-License-Identifier: Apache-2.0
//
// cogs look DATA.csv: what is in this table? Before anything is learned.
#include <cogs/table.h>

#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/html_option.h"
#include "cli/progress_bar.h"
#include "cli/table_options.h"

namespace cogs::cli {

namespace {

struct LookArguments {
  std::string data, html;
  TableOptions table;
  CommonOptions common;
};

ExitCode run(const LookArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  check_html(arguments.html, common);
  common.keep({arguments.data}, {arguments.html});
  Answer found;
  {
    ProgressBar bar("reading " + arguments.data, !common.quiet);
    Control control = common.control();
    control.progress = [&](const Progress& at) { bar.show(at.share); };
    found = look(arguments.table.table(arguments.data), control);
  }
  common.warn(found.warnings);
  return deliver_answer(found, arguments.html, common, {});
}

}  // namespace

void add_look(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("look", "What is in this table?");
  auto arguments = std::make_shared<LookArguments>();
  command->add_option("DATA", arguments->data, "A CSV file, may be gzipped; - is standard input")
      ->option_text(" ")
      ->required();
  add_html_option(*command, arguments->html);
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs look loans.csv --html loans.html\n"
      "Shows what each column holds: its kind, range, missing cells, a small histogram, and what\n"
      "is odd about it, with the option that would read it otherwise.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
