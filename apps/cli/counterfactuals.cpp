// SPDX-License-Identifier: Apache-2.0
//
// cogs counterfactuals MODEL [INSTANCE]: all goal states, or those that a record can get to.
#include <cogs/decision.h>

#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/instance.h"
#include "cli/run_options.h"

namespace cogs::cli {

namespace {

struct CounterfactualsArguments {
  std::string model;
  std::vector<std::string> instance;
  std::string encoding;
  CommonOptions common;
  RunOptions run;
};

bool restricts(const RunOptions& run) {
  return !run.fix.empty() || !run.allow.empty() || !run.only.empty() || !run.ranges.empty();
}

ExitCode run(const CounterfactualsArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  common.keep(input_files(arguments.model, arguments.instance));
  const Decision decision = load_decision(arguments.model, common);
  const Options options = arguments.run.given();
  if (arguments.instance.empty() && restricts(arguments.run)) {
    throw UsageError("--fix, --allow, --only and --range say what a record may change: give one");
  }
  std::optional<Person> person;
  if (!arguments.instance.empty())
    person = read_instance(decision, arguments.instance, common, arguments.encoding);
  const Regions found = decision.counterfactuals(person, options, common.control());
  common.deliver(common.written(found));
  return exit_code(found);
}

}  // namespace

void add_counterfactuals(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "counterfactuals", "Every way to the other decision, as regions with exact counts");
  auto arguments = std::make_shared<CounterfactualsArguments>();
  add_model_argument(*command, arguments->model);
  command
      ->add_option("INSTANCE", arguments->instance,
                   "Only what this record can reach: NAME=VALUE ..., a JSON file, -, or "
                   "DATA.csv:ROW")
      ->option_text(" ");
  add_encoding_option(*command, arguments->encoding);
  add_run_options(*command, arguments->run, Ways::one);
  add_common_options(*command, arguments->common, Limited::by_effort_too);
  command->footer(
      "Example:\n"
      "  cogs counterfactuals loan.cogs\n"
      "Exit code: 0 there are some, 1 there are none (proved), 4 a limit was reached.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
