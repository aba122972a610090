// SPDX-License-Identifier: Apache-2.0
//
// cogs check MODEL ANSWER.json: a verdict on an answer. The checker judges every path; what
// else the answer claims (status, least cost, bound) is compared with a new search. Explanation
// records are judged in check_record.cpp.
#include <memory>

#include "base/text_file.h"
#include "cli/check_record.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "engine/engine.h"
#include "output/check_report.h"
#include "output/record_json.h"

namespace cogs::cli {

namespace {

struct Arguments {
  std::string model, answer;
  CommonOptions common;
};

// What the answer says beside its paths, and the new search contradicts.
std::vector<std::string> contradicted(const output::RecourseAnswer& answer,
                                      const path::Result& now) {
  std::vector<std::string> claims;
  if (answer.undesired && *answer.undesired != now.undesired) {
    claims.push_back(now.undesired ? "the undesired decision holds at the start"
                                   : "the undesired decision does not hold at the start");
  }
  if (answer.start_consistent && *answer.start_consistent != now.start_breaks.empty()) {
    claims.push_back(now.start_breaks.empty() ? "the start breaks no rule"
                                              : "the start breaks causal rules or denials");
  }
  if (answer.status && *answer.status != path::Status::gave_up && *answer.status != now.status) {
    if (now.status == path::Status::found) claims.push_back("there is a path");
    if (now.status == path::Status::already) claims.push_back("the start is a goal state already");
    if (now.status == path::Status::none) claims.push_back("there is no path");
  }
  if (now.status == path::Status::found && !now.paths.empty()) {
    const model::Number& least = now.paths.front().cost;
    if (!answer.paths.empty() && answer.paths.front().optimal &&
        answer.paths.front().cost > least) {
      claims.push_back("path 1 is not the cheapest: a path of cost " + least.text() + " exists");
    }
    if (answer.lower_bound && *answer.lower_bound > least) {
      claims.push_back("the lower bound " + answer.lower_bound->text() +
                       " is too high: a path of cost " + least.text() + " exists");
    }
  }
  if (answer.status == path::Status::found && answer.paths.empty()) {
    claims.push_back("the answer says that a path was found, and has none");
  }
  return claims;
}

ExitCode run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  common.keep({arguments.model, arguments.answer});
  const model::Model model = engine::load_model(arguments.model);
  common.warn(model.warnings);
  const std::string text = base::read_text_file(arguments.answer);
  const std::string source = arguments.answer == "-" ? "standard input" : arguments.answer;
  output::JsonValue json = output::parse_json(text, source, output::deepest_json);
  if (output::is_record(json)) return check_record(model, std::move(json), source, text, common);
  const output::RecourseAnswer answer = output::read_recourse_json(model, json, source, text);
  common.warn(answer.warnings);
  if (answer.model_sha256 && *answer.model_sha256 != model.sha256) {
    base::Diagnostic d;
    d.severity = base::Severity::warning;
    d.file = source;
    d.message = "the answer was made with another version of the model";
    common.warn({d});
  }

  output::CheckReport report;
  for (const path::Path& path : answer.paths) {
    report.paths.push_back(engine::check_path(model, answer.start, answer.options, path));
  }
  path::Options least = answer.options;  // one best path tells what is to be compared
  least.top = 1;
  least.all = false;
  const path::Result now = engine::find_recourse(model, answer.start, least, common.limits());
  report.compared = now.status != path::Status::gave_up;
  if (report.compared) report.claims = contradicted(answer, now);

  common.deliver(common.json ? output::to_text(output::check_json(report)) + "\n"
                             : output::check_text(report, common.result_style()));
  if (!report.right()) return answered_no;
  if (now.exhausted == base::Exhausted::cancelled) return interrupted;
  return report.compared ? answered : limit_reached;
}

}  // namespace

void add_check(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("check", "Is this answer right? (an independent checker)");
  auto arguments = std::make_shared<Arguments>();
  add_model_argument(*command, arguments->model);
  command
      ->add_option("ANSWER", arguments->answer,
                   "What recourse --json or --record wrote, in a file or - for standard input")
      ->option_text(" ")
      ->required();
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs recourse loan.cogs john.json --json -o answer.json\n"
      "  cogs check loan.cogs answer.json\n"
      "  cogs why loan.cogs john.json --record john.record.json\n"
      "  cogs check loan.cogs john.record.json\n"
      "Exit code: 0 it is right, 1 it is not.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
