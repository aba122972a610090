// SPDX-License-Identifier: Apache-2.0
//
// cogs causes MODEL DATA.csv: which features depend on which? Proposes causal rules, into MODEL.
#include <cogs/learn.h>

#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/edit_by_table.h"
#include "cli/table_options.h"

namespace cogs::cli {

namespace {

struct CausesArguments {
  std::string model, data, label;
  std::vector<std::string> effects, no_effects;
  double precision = 0.9, recall = 0.9;
  std::size_t longest_body = 3, most = 8;
  bool all = false, dry_run = false;
  TableOptions table;
  CommonOptions common;
};

CausesOptions causes_options(const CausesArguments& arguments) {
  const auto check_share = [](const char* option, double share) {
    if (!(share > 0.5 && share <= 1)) {
      throw UsageError(std::string(option) + " takes a share above 0.5, such as 0.9");
    }
  };
  check_share("--precision", arguments.precision);
  check_share("--recall", arguments.recall);
  CausesOptions options;
  options.precision = arguments.precision;
  options.recall = arguments.recall;
  options.longest_body = arguments.longest_body;
  options.label = arguments.label;
  options.effects = arguments.effects;
  options.no_effects = arguments.no_effects;
  options.all = arguments.all;
  options.most_features = arguments.most;
  return options;
}

ExitCode run(const CausesArguments& arguments) {
  arguments.common.check();
  arguments.common.need_file_for_model();
  arguments.common.keep({arguments.data});
  const CausesOptions options = causes_options(arguments);
  return edit_by_table(arguments,
                       [&](const Decision& decision, const Table& table, const Control& control) {
                         return propose_causes(decision, table, options, control);
                       });
}

}  // namespace

void add_causes(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("causes", "Which features depend on which?");
  auto arguments = std::make_shared<CausesArguments>();
  command->add_option("MODEL", arguments->model, "The model, a .cogs file; proposals go into it")
      ->option_text(" ")
      ->required();
  command->add_option("DATA", arguments->data, "A CSV file with columns for its features")
      ->option_text(" ")
      ->required();
  command->add_flag("--dry-run", arguments->dry_run, "Change no file");
  command->add_flag("--all", arguments->all,
                    "Also show what is too weak to be proposed, and what was not looked at");
  command
      ->add_option("--label", arguments->label,
                   "The column of decisions, which takes no part; found by its name otherwise")
      ->option_text("COL");
  command
      ->add_option("--effect", arguments->effects,
                   "These may be effects although they look as if nobody could change them")
      ->option_text("FEATURE,...")
      ->delimiter(',');
  command->add_option("--no-effect", arguments->no_effects, "These are causes at most")
      ->option_text("FEATURE,...")
      ->delimiter(',');
  command
      ->add_option("--precision", arguments->precision,
                   "With so many effects among the rows with a cause, rules bind as `if`")
      ->option_text("SHARE (0.9)");
  command
      ->add_option("--recall", arguments->recall,
                   "With so many causes among the rows with an effect, as `only_if`; both: `iff`")
      ->option_text("SHARE (0.9)");
  command
      ->add_option("--most", arguments->most,
                   "Rules for so many features, those first that change most answers; 0: all")
      ->option_text("N (8)");
  command->add_option("--max-body", arguments->longest_body, "So many literals in a rule")
      ->option_text("N (3)")
      ->check(CLI::Range(1, 4));
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->get_option("--output")->description("Write the model to this file, not to MODEL");
  command->footer(
      "Example:\n"
      "  cogs causes loan.cogs loans.csv\n"
      "Nothing that is proposed has any effect: cogs review loan.cogs approves or rejects it.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
