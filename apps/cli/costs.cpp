// SPDX-License-Identifier: Apache-2.0
//
// cogs costs MODEL DATA.csv: what do changes cost? Writes percentile prices into MODEL.
#include <cogs/learn.h>

#include <memory>

#include "base/number.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/edit_by_table.h"
#include "cli/table_options.h"

namespace cogs::cli {

namespace {

struct CostsArguments {
  std::string model, data, by = "percentile", fixed_part;
  std::vector<std::string> only, except;
  std::size_t points = 20;
  bool replace = false, dry_run = false;
  TableOptions table;
  CommonOptions common;
};

CostsOptions costs_options(const CostsArguments& arguments) {
  CostsOptions options;
  options.log_percentile = arguments.by != "percentile";
  options.points = arguments.points;
  options.replace = arguments.replace;
  options.fixed_part = arguments.fixed_part;
  if (!arguments.fixed_part.empty()) {
    const auto number = base::Number::parse(arguments.fixed_part);
    if (!number || number->sign() < 0) {
      throw UsageError("--fixed-part takes a number from 0, such as 0.05, not '" +
                       arguments.fixed_part + "'");
    }
  }
  if (!arguments.only.empty()) options.only = arguments.only;
  options.except = arguments.except;
  if (options.only && !options.except.empty()) {
    throw UsageError("--only and --except exclude each other");
  }
  return options;
}

ExitCode run(const CostsArguments& arguments) {
  arguments.common.check();
  arguments.common.need_file_for_model();
  arguments.common.keep({arguments.data});
  const CostsOptions options = costs_options(arguments);
  return edit_by_table(arguments,
                       [&](const Decision& decision, const Table& table, const Control& control) {
                         return scale_costs(decision, table, options, control);
                       });
}

}  // namespace

void add_costs(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("costs", "What do changes cost? Prices from a table");
  auto arguments = std::make_shared<CostsArguments>();
  command->add_option("MODEL", arguments->model, "The model, a .cogs file; prices go into it")
      ->option_text(" ")
      ->required();
  command->add_option("DATA", arguments->data, "A CSV file with columns for its features")
      ->option_text(" ")
      ->required();
  command
      ->add_option("--by", arguments->by,
                   "percentile: the share of people passed; log-percentile: dearer where few are")
      ->option_text("SCALE (percentile)")
      ->check(CLI::IsMember({"percentile", "log-percentile"}));
  command->add_option("--only", arguments->only, "Prices of these features and no others")
      ->option_text("FEATURE,...")
      ->delimiter(',');
  command->add_option("--except", arguments->except, "Prices of all but these")
      ->option_text("FEATURE,...")
      ->delimiter(',');
  command
      ->add_option("--fixed-part", arguments->fixed_part,
                   "What every change costs beside the way that it goes")
      ->option_text("N");
  command->add_option("--points", arguments->points, "So many points of a scale, at most")
      ->option_text("N (20)")
      ->check(CLI::Range(2, 200));
  command->add_flag("--replace", arguments->replace,
                    "Also where a price by amount stands that is no scale");
  command->add_flag("--dry-run", arguments->dry_run, "Change no file");
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->get_option("--output")->description("Write the model to this file, not to MODEL");
  command->footer(
      "Example:\n"
      "  cogs costs loan.cogs loans.csv -o priced.cogs\n"
      "Only #feature lines change: numeric features that can be set get `cost 1 on {...}`. A flat\n"
      "price that a feature has, such as cost 3, becomes the weight of its scale.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
