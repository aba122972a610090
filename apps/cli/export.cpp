// SPDX-License-Identifier: Apache-2.0
//
// cogs export MODEL --to FORMAT [INSTANCE]: the model for other tools.
#include <cogs/decision.h>

#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/instance.h"
#include "cli/run_options.h"

namespace cogs::cli {

namespace {

struct ExportArguments {
  std::string model, format;
  std::vector<std::string> instance;
  std::string encoding;
  std::uint32_t steps = 0;  // 0: the complete horizon
  CommonOptions common;
  RunOptions run;
};

void refuse_what_does_not_fit(const ExportArguments& arguments, bool record_given) {
  const std::string to = "--to " + arguments.format;
  if (arguments.format == "pmml") {
    throw UsageError("--to pmml is not available: PMML has no causal rules; use --to json");
  }
  if (arguments.steps > 0 && (arguments.format != "clingo" || !record_given)) {
    throw UsageError("--steps needs --to clingo and a record");
  }
  if (arguments.format == "json" && record_given) throw UsageError(to + " takes no record");
  if (arguments.format != "clingo" && arguments.run.any()) {
    throw UsageError("options of a run go with --to clingo, not with " + to);
  }
}

ExitCode run(const ExportArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  common.keep(input_files(arguments.model, arguments.instance));
  refuse_what_does_not_fit(arguments, !arguments.instance.empty());
  const Decision decision = load_decision(arguments.model, common);
  const Options options = arguments.run.given();
  std::optional<Person> person;
  if (!arguments.instance.empty())
    person = read_instance(decision, arguments.instance, common, arguments.encoding);
  std::optional<std::uint32_t> steps;
  if (arguments.steps > 0) steps = arguments.steps;
  const ExportFormat format = arguments.format == "json"    ? ExportFormat::json
                              : arguments.format == "scasp" ? ExportFormat::scasp
                                                            : ExportFormat::clingo;
  common.deliver(decision.export_to(format, person, options, steps));
  return answered;
}

}  // namespace

void add_export(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("export", "The model for other tools");
  auto arguments = std::make_shared<ExportArguments>();
  add_model_argument(*command, arguments->model);
  command
      ->add_option("INSTANCE", arguments->instance,
                   "With this record: NAME=VALUE ..., a JSON file, -, or DATA.csv:ROW")
      ->option_text(" ");
  add_encoding_option(*command, arguments->encoding);
  command->add_option("--to", arguments->format, "clingo, scasp or json")
      ->option_text("FORMAT")
      ->required()
      ->check(CLI::IsMember({"clingo", "scasp", "json", "pmml"}));
  command
      ->add_option("--steps", arguments->steps,
                   "Horizon of the clingo program; without it, it is complete")
      ->option_text("N")
      ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1000000}));
  add_run_options(*command, arguments->run, Ways::many);
  add_common_options(*command, arguments->common, Limited::no);
  command->footer(
      "Example:\n"
      "  cogs export loan.cogs john.json --to clingo | clingo -");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
