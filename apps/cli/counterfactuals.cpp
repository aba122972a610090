// SPDX-License-Identifier: Apache-2.0
//
// cogs counterfactuals MODEL [INSTANCE]: all goal states, or those that a record can get to.
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/instance.h"
#include "cli/run_options.h"
#include "engine/engine.h"
#include "output/counterfactuals_json.h"
#include "output/counterfactuals_text.h"

namespace cogs::cli {

namespace {

struct Arguments {
  std::string model;
  std::vector<std::string> instance;
  CommonOptions common;
  RunOptions run;
};

ExitCode exit_code(const path::Counterfactuals& found) {
  if (found.exhausted != base::Exhausted::no) return stop_code(found.exhausted);
  return found.regions.empty() ? answered_no : answered;
}

bool restricts(const RunOptions& run) {
  return !run.fix.empty() || !run.allow.empty() || !run.only.empty() || !run.ranges.empty();
}

ExitCode run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  common.keep(input_files(arguments.model, arguments.instance));
  const model::Model model = engine::load_model(arguments.model);
  common.warn(model.warnings);
  const path::Options options = arguments.run.resolve(model);
  std::optional<model::Record> start;
  if (arguments.instance.empty() && restricts(arguments.run)) {
    throw UsageError("--fix, --allow, --only and --range say what a record may change: give one");
  }
  if (!arguments.instance.empty()) {
    Instance instance = read_instance(model, arguments.instance);
    common.warn(instance.warnings);
    start = std::move(instance.record);
  }

  const path::Counterfactuals found =
      engine::find_counterfactuals(model, start, options, common.limits());

  if (common.json) {
    common.deliver(output::to_text(output::counterfactuals_json(model, start, options, found)) +
                   "\n");
  } else {
    common.deliver(
        output::counterfactuals_text(model, start, options, found, common.result_style()));
  }
  return exit_code(found);
}

}  // namespace

void add_counterfactuals(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "counterfactuals", "Every way to the other decision, as regions with exact counts");
  auto arguments = std::make_shared<Arguments>();
  add_model_argument(*command, arguments->model);
  command
      ->add_option("INSTANCE", arguments->instance,
                   "Only what this record can reach: NAME=VALUE ..., a JSON file, -, or "
                   "DATA.csv:ROW")
      ->option_text(" ");
  add_run_options(*command, arguments->run, Ways::one);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs counterfactuals loan.cogs\n"
      "Exit code: 0 there are some, 1 there are none (proved), 4 a limit was reached.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
