// SPDX-License-Identifier: Apache-2.0
//
// cogs recourse MODEL INSTANCE: the best path, or why there is none.
#include <cogs/decision.h>

#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/html_option.h"
#include "cli/instance.h"
#include "cli/reader_options.h"
#include "cli/record_option.h"
#include "cli/run_options.h"
#include "cli/search_line.h"

namespace cogs::cli {

namespace {

struct RecourseArguments {
  std::string model;
  std::vector<std::string> instance;
  std::string encoding;
  std::string html_file;
  RecordOptions record;
  CommonOptions common;
  RunOptions run;
  ReaderOptions reader;
};

std::vector<std::string> changed_features(const Recourse& found) {
  std::vector<std::string> names;
  for (const Path& path : found.paths) {
    for (const Step& step : path.steps) {
      for (const Change& change : step.actions) names.push_back(change.feature);
      for (const Effect& effect : step.effects) names.push_back(effect.feature);
    }
  }
  return names;
}

ExitCode run(const RecourseArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  check_html(arguments.html_file, common);
  arguments.reader.check(common);
  arguments.record.check(common);
  common.keep(input_files(arguments.model, arguments.instance),
              {arguments.html_file, arguments.record.file});
  const Decision decision = load_decision(arguments.model, common);
  const Options options = arguments.run.given();
  decision.prepare(options);
  const Person person = read_instance(decision, arguments.instance, common, arguments.encoding);

  Recourse found;
  {
    SearchLine line(!common.quiet);
    Control control = common.control();
    control.progress = line.hook();
    found = decision.recourse(person, options, control);
  }
  common.warn(found.warnings);
  arguments.reader.warn(decision, common);
  if (arguments.reader.audience != "analyst") {
    warn_of_protected(decision, common, changed_features(found));
  }
  common.note("expanded " + std::to_string(found.expanded) + " states in " +
              std::to_string(found.seconds * 1000) + " ms");
  constexpr const char* statuses[] = {"found", "already", "none", "gave_up"};
  arguments.record.deliver(
      common, {found, decision, arguments.model, "recourse", found.undesired,
               found.stopped == Stop::no, statuses[static_cast<std::size_t>(found.status)],
               found.paths.empty() ? "" : found.paths[0].cost.text});
  return deliver_answer(found, arguments.html_file, common, arguments.reader.given());
}

}  // namespace

void add_recourse(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("recourse", "What would change the decision?");
  auto arguments = std::make_shared<RecourseArguments>();
  add_model_argument(*command, arguments->model);
  add_instance_argument(*command, arguments->instance);
  add_encoding_option(*command, arguments->encoding);
  add_run_options(*command, arguments->run, Ways::many);
  add_first_option(*command, arguments->run);
  add_reader_options(*command, arguments->reader);
  add_html_option(*command, arguments->html_file);
  add_record_options(*command, arguments->record);
  add_common_options(*command, arguments->common, Limited::by_effort_too);
  command->footer(
      "Example:\n"
      "  cogs recourse loan.cogs age=31 debt=5000 bank_balance=40000 credit_score=599\n"
      "Exit code: 0 a way was found or none is needed, 1 there is none (proved), 4 a limit.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
