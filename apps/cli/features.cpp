// SPDX-License-Identifier: Apache-2.0
//
// cogs features MODEL: what may happen to each feature, as a table for a spreadsheet; with --apply
// the way back, into MODEL.
#include <cogs/learn.h>

#include <memory>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"

namespace cogs::cli {

namespace {

struct FeaturesArguments {
  std::string model, apply;
  bool dry_run = false;
  CommonOptions common;
};

ExitCode write_sheet(const FeaturesArguments& arguments) {
  const CommonOptions& common = arguments.common;
  if (arguments.dry_run) throw UsageError("--dry-run goes with --apply");
  common.keep({arguments.model});
  const Decision decision = load_decision(arguments.model, common);
  common.deliver(common.json ? describe_features(decision).json() : feature_sheet(decision));
  return answered;
}

ExitCode apply_sheet(const FeaturesArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.need_file_for_model();
  const std::string& target = common.output_file.empty() ? arguments.model : common.output_file;
  base::refuse_same_file(target, arguments.apply, "the output would overwrite an input");
  const Decision decision = Decision::parse(read_input(arguments.model), arguments.model);
  FeatureEdits edits;
  edits.sheet = read_input(arguments.apply);
  edits.sheet_name = name_of_input(arguments.apply);
  Edited now = change_features(decision, edits);
  common.warn(now.warnings);
  common.warn(now.decision->warnings());
  const bool write = now.changed || !common.output_file.empty();
  if (write && !arguments.dry_run) save(now, arguments.model, common);
  CommonOptions to_screen = common;
  to_screen.output_file.clear();
  to_screen.deliver(to_screen.written(now));
  return answered;
}

ExitCode run(const FeaturesArguments& arguments) {
  arguments.common.check();
  return arguments.apply.empty() ? write_sheet(arguments) : apply_sheet(arguments);
}

}  // namespace

void add_features(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("features", "What may happen to each feature, for a spreadsheet and back");
  auto arguments = std::make_shared<FeaturesArguments>();
  add_model_argument(*command, arguments->model);
  command
      ->add_option("--apply", arguments->apply,
                   "Declare features as this table says; all else of MODEL is kept")
      ->option_text("FEATURES.csv");
  command->add_flag("--dry-run", arguments->dry_run,
                    "With --apply: say what would change, change no file");
  add_common_options(*command, arguments->common, Limited::no);
  command->get_option("--output")
      ->description("Write the table to this file; with --apply the model, not to MODEL");
  command->footer(
      "Example:\n"
      "  cogs features loan.cogs -o features.csv\n"
      "  cogs features loan.cogs --apply features.csv\n"
      "One row a feature. An empty cell: the feature does not have that option. Columns and rows\n"
      "may be left out; what they would say stays as it is.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
