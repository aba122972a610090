// SPDX-License-Identifier: Apache-2.0
//
// cogs export MODEL --to FORMAT [INSTANCE]: the model for other tools.
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/instance.h"
#include "cli/run_options.h"
#include "engine/engine.h"
#include "output/export_clingo.h"
#include "output/export_scasp.h"
#include "output/model_json.h"

namespace cogs::cli {

namespace {

struct Arguments {
  std::string model, format;
  std::vector<std::string> instance;
  std::uint32_t steps = 0;  // 0: the complete horizon
  CommonOptions common;
  RunOptions run;
};

void refuse_what_does_not_fit(const Arguments& arguments, bool record_given) {
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

ExitCode run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  common.keep(input_files(arguments.model, arguments.instance));
  refuse_what_does_not_fit(arguments, !arguments.instance.empty());
  const model::Model model = engine::load_model(arguments.model);
  common.warn(model.warnings);
  const path::Options options = arguments.run.resolve(model);
  std::optional<model::Record> record;
  if (!arguments.instance.empty()) {
    Instance instance = read_instance(model, arguments.instance);
    common.warn(instance.warnings);
    record = std::move(instance.record);
  }
  if (arguments.format == "json") {
    common.deliver(output::to_text(output::model_json(model)) + "\n");
  } else if (arguments.format == "scasp") {
    common.deliver(output::export_scasp(model, record));
  } else {
    std::optional<std::uint32_t> steps;
    if (arguments.steps > 0) steps = arguments.steps;
    common.deliver(output::export_clingo(model, record, options, steps));
  }
  return answered;
}

}  // namespace

void add_export(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("export", "The model for other tools");
  auto arguments = std::make_shared<Arguments>();
  add_model_argument(*command, arguments->model);
  command
      ->add_option("INSTANCE", arguments->instance,
                   "With this record: NAME=VALUE ..., a JSON file, -, or DATA.csv:ROW")
      ->option_text(" ");
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
