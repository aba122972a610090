// SPDX-License-Identifier: Apache-2.0
//
// cogs recourse MODEL INSTANCE: the best path, or why there is none.
#include <memory>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/html_option.h"
#include "cli/instance.h"
#include "cli/record_option.h"
#include "cli/run_options.h"
#include "engine/engine.h"
#include "engine/explain.h"
#include "output/recourse_html.h"
#include "output/recourse_json.h"
#include "output/recourse_text.h"

namespace cogs::cli {

namespace {

struct Arguments {
  std::string model;
  std::vector<std::string> instance;
  std::string html_file, record_file;
  CommonOptions common;
  RunOptions run;
};

ExitCode exit_code(const path::Result& result) {
  switch (result.status) {
    case path::Status::found:
    case path::Status::already: return answered;
    case path::Status::none: return answered_no;
    case path::Status::gave_up: break;
  }
  return stop_code(result.exhausted);
}

// The page says why as well as how to change it.
std::string page(const model::Model& model, const Instance& instance, const path::Options& options,
                 const path::Result& result, const explain::RecourseReasons& reasons,
                 const CommonOptions& common) {
  const engine::Why why = engine::why(model, instance.record, 4, common.limits());
  const std::optional<output::WhyReport::Rather> no_other;
  const output::WhyReport report{model,     instance.record, instance.source,
                                 why.proof, why.reasons,     no_other};
  return output::recourse_html(report, options, result, reasons);
}

void write_record(const std::string& file, const std::string& model_text, const model::Model& model,
                  const Instance& instance, const path::Options& options,
                  const path::Result& result, const CommonOptions& common) {
  constexpr std::size_t most_reasons = 4;
  const engine::Why why = engine::why(model, instance.record, most_reasons, common.limits());
  const std::optional<output::WhyReport::Rather> no_other;
  const output::WhyReport report{model,     instance.record, instance.source,
                                 why.proof, why.reasons,     no_other};
  deliver_record(file, {report, model_text, {}, most_reasons, &options, &result});
}

ExitCode run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  check_html(arguments.html_file, common);
  check_record_option(arguments.record_file, common.output_file);
  common.keep(input_files(arguments.model, arguments.instance),
              {arguments.html_file, arguments.record_file});
  const std::string model_text = base::read_text_file(arguments.model);
  const model::Model model = engine::parse_model(model_text, arguments.model);
  common.warn(model.warnings);
  const path::Options options = arguments.run.resolve(model);
  const Instance instance = read_instance(model, arguments.instance);
  common.warn(instance.warnings);

  const path::Result result =
      engine::find_recourse(model, instance.record, options, common.limits());

  const explain::RecourseReasons reasons =
      engine::explain_recourse(model, instance.record, options, result, common.limits());

  common.warn(missing_warnings(model, result.missing, instance.source));
  common.note("expanded " + std::to_string(result.expanded) + " states in " +
              std::to_string(result.seconds * 1000) + " ms");
  if (!arguments.record_file.empty()) {
    write_record(arguments.record_file, model_text, model, instance, options, result, common);
  }
  if (!arguments.html_file.empty()) {
    deliver_html(arguments.html_file, common,
                 page(model, instance, options, result, reasons, common));
  } else if (common.json) {
    const output::RecourseJsonOptions how{common.timing};
    common.deliver(output::to_text(output::recourse_json(model, instance.record, options, result,
                                                         how, reasons)) +
                   "\n");
  } else {
    common.deliver(output::recourse_text(model, instance.record, options, result,
                                         common.result_style(), reasons));
  }
  return exit_code(result);
}

}  // namespace

void add_recourse(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("recourse", "What would change the decision?");
  auto arguments = std::make_shared<Arguments>();
  add_model_argument(*command, arguments->model);
  add_instance_argument(*command, arguments->instance);
  add_run_options(*command, arguments->run, Ways::many);
  add_html_option(*command, arguments->html_file);
  add_record_option(*command, arguments->record_file);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs recourse loan.cogs age=31 debt=5000 bank_balance=40000 credit_score=599\n"
      "Exit code: 0 a way was found or none is needed, 1 there is none (proved), 4 a limit.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
