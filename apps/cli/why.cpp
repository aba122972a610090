// SPDX-License-Identifier: Apache-2.0
//
// cogs why MODEL INSTANCE: why this decision, and why not the other?
#include <memory>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/html_option.h"
#include "cli/instance.h"
#include "cli/record_option.h"
#include "engine/engine.h"
#include "engine/explain.h"
#include "engine/missing.h"
#include "engine/reason_codes.h"
#include "output/why_html.h"
#include "output/why_json.h"
#include "output/why_text.h"

namespace cogs::cli {

namespace {

struct Arguments {
  std::string model;
  std::vector<std::string> instance;
  std::size_t reasons = 4;
  std::string rather_than, html_file, record_file, codes_file;
  bool tree = false, brief = false, human = false;
  CommonOptions common;
};

model::AtomId find_atom(const model::Model& model, const std::string& text) {
  if (const auto atom = model.find_atom(text)) return *atom;
  std::vector<std::string> names;
  for (const model::Atom& atom : model.atoms) names.push_back(atom.text);
  const std::string near = base::nearest_name(text, names);
  throw UsageError("no rule of the model speaks of '" + text + "'" +
                   (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

ExitCode run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  if (arguments.tree + arguments.brief + arguments.human > 1) {
    throw UsageError("--tree, --short and --human exclude each other");
  }
  check_html(arguments.html_file, common);
  if (!arguments.html_file.empty() && (arguments.tree || arguments.brief)) {
    throw UsageError("--html excludes --tree and --short");
  }
  check_record_option(arguments.record_file, common.output_file);
  std::vector<std::string> inputs = input_files(arguments.model, arguments.instance);
  inputs.push_back(arguments.codes_file);
  common.keep(inputs, {arguments.html_file, arguments.record_file});
  const std::string model_text = base::read_text_file(arguments.model);
  const model::Model model = engine::parse_model(model_text, arguments.model);
  common.warn(model.warnings);
  std::optional<model::AtomId> other;
  if (!arguments.rather_than.empty()) other = find_atom(model, arguments.rather_than);
  explain::ReasonCodes codes;
  if (!arguments.codes_file.empty()) {
    codes = engine::read_reason_codes(model, arguments.codes_file);
  }
  const Instance instance = read_instance(model, arguments.instance);
  common.warn(instance.warnings);
  std::vector<model::AtomId> atoms = {model.undesired};
  if (other) atoms.push_back(*other);
  common.warn(missing_warnings(model, engine::missing_features(model, instance.record, atoms),
                               instance.source));

  const base::Limits limits = common.limits();
  const engine::Why why = engine::why(model, instance.record, arguments.reasons, limits);
  std::optional<output::WhyReport::Rather> rather;
  if (other) {
    engine::WhyNot found = engine::why_not(model, instance.record, *other, limits);
    rather =
        output::WhyReport::Rather{*other, std::move(found.proof), std::move(found.alternative)};
  }
  const output::WhyReport report{model,
                                 instance.record,
                                 instance.source,
                                 why.proof,
                                 why.reasons,
                                 rather,
                                 arguments.codes_file.empty() ? nullptr : &codes};
  deliver_record(arguments.record_file, {report, model_text, {}, arguments.reasons});
  if (!arguments.html_file.empty()) {
    deliver_html(arguments.html_file, common, output::why_html(report));
  } else if (common.json) {
    common.deliver(output::to_text(output::why_json(report)) + "\n");
  } else {
    const output::WhyForm form = arguments.tree    ? output::WhyForm::tree
                                 : arguments.brief ? output::WhyForm::reasons
                                                   : output::WhyForm::prose;
    common.deliver(output::why_text(report, form, common.result_style()));
  }
  if (why.reasons.exhausted != base::Exhausted::no) return stop_code(why.reasons.exhausted);
  if (rather && rather->alternative.exhausted != base::Exhausted::no) {
    return stop_code(rather->alternative.exhausted);
  }
  return answered;
}

}  // namespace

void add_why(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("why", "Why this decision?");
  auto arguments = std::make_shared<Arguments>();
  add_model_argument(*command, arguments->model);
  add_instance_argument(*command, arguments->instance);
  command->add_option("--reasons", arguments->reasons, "At most so many principal reasons (4)")
      ->option_text("K")
      ->check(CLI::Range(std::uint32_t{0}, std::uint32_t{1000000}));
  command
      ->add_option("--rather-than", arguments->rather_than,
                   "Why not this one? An atom, such as \"label(X,good)\"")
      ->option_text("ATOM");
  command
      ->add_option("--codes", arguments->codes_file,
                   "Reason codes beside the reasons, by a CSV file: feature,when,code,text")
      ->option_text("FILE");
  command->add_flag("--human", arguments->human, "In words (the default)");
  command->add_flag("--tree", arguments->tree, "The proof as a tree");
  command->add_flag("--short", arguments->brief, "The reasons only");
  add_html_option(*command, arguments->html_file);
  add_record_option(*command, arguments->record_file);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs why loan.cogs age=31 debt=5000 bank_balance=40000 credit_score=599");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
