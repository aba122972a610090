// SPDX-License-Identifier: Apache-2.0
//
// cogs why MODEL INSTANCE: why this decision, and why not the other?
#include <cogs/decision.h>

#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/html_option.h"
#include "cli/instance.h"
#include "cli/reader_options.h"
#include "cli/record_option.h"

namespace cogs::cli {

namespace {

struct WhyArguments {
  std::string model;
  std::vector<std::string> instance;
  std::string encoding;
  std::size_t reasons = 4;
  std::string rather_than, html_file, codes_file, against = "best", shapley;
  RecordOptions record;
  bool tree = false, brief = false, human = false, sufficient = false;
  ReaderOptions reader;
  CommonOptions common;
};

ExitCode run(const WhyArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  if (arguments.tree + arguments.brief + arguments.human > 1) {
    throw UsageError("--tree, --short and --human exclude each other");
  }
  check_html(arguments.html_file, common);
  arguments.reader.check(common);
  if (arguments.reader.audience != "analyst" && (arguments.tree || arguments.brief)) {
    throw UsageError("--tree and --short are for analysts");
  }
  if (!arguments.html_file.empty() && (arguments.tree || arguments.brief)) {
    throw UsageError("--html excludes --tree and --short");
  }
  arguments.record.check(common);
  std::vector<std::string> inputs = input_files(arguments.model, arguments.instance);
  inputs.push_back(arguments.codes_file);
  inputs.push_back(arguments.shapley);
  const bool against_file = arguments.against != "best" && arguments.against != "neutral";
  if (against_file) inputs.push_back(arguments.against);
  common.keep(inputs, {arguments.html_file, arguments.record.file});
  const Decision decision = load_decision(arguments.model, common);
  WhyOptions options;
  options.reasons = arguments.reasons;
  options.rather_than = arguments.rather_than;
  options.codes_file = arguments.codes_file;
  options.against = arguments.against;
  options.sufficient = arguments.sufficient;
  if (against_file) options.against_people = Table::file(arguments.against);
  if (!arguments.shapley.empty()) options.shapley = Table::file(arguments.shapley);
  const Person person = read_instance(decision, arguments.instance, common, arguments.encoding);
  const Why why = decision.why(person, options, common.control());
  common.warn(why.warnings);
  arguments.reader.warn(decision, common);
  if (arguments.reader.audience != "analyst") {
    warn_of_protected(decision, common, std::vector<std::string>());  // there are no ways
  }
  arguments.record.deliver(
      common, {why, decision, arguments.model, "why", why.undesired, why.stopped == Stop::no});
  return deliver_answer(why, arguments.html_file, common, arguments.reader.given(),
                        arguments.tree    ? TextOptions::Form::tree
                        : arguments.brief ? TextOptions::Form::brief
                                          : TextOptions::Form::prose);
}

}  // namespace

void add_why(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("why", "Why this decision?");
  auto arguments = std::make_shared<WhyArguments>();
  add_model_argument(*command, arguments->model);
  add_instance_argument(*command, arguments->instance);
  add_encoding_option(*command, arguments->encoding);
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
  command
      ->add_option(
          "--against", arguments->against,
          "What points of scores are lost against: the best value (default), neutral (parts "
          "that add nothing), or the people of a table, on average")
      ->option_text("best|neutral|DATA.csv");
  command->add_flag("--sufficient", arguments->sufficient,
                    "Also features whose values alone force the decision");
  command
      ->add_option("--shapley", arguments->shapley,
                   "Also Shapley values of scores, exact, against the people of this table")
      ->option_text("DATA.csv");
  command->add_flag("--human", arguments->human, "In words (the default)");
  command->add_flag("--tree", arguments->tree, "The proof as a tree");
  command->add_flag("--short", arguments->brief, "The reasons only");
  add_reader_options(*command, arguments->reader);
  add_html_option(*command, arguments->html_file);
  add_record_options(*command, arguments->record);
  add_common_options(*command, arguments->common, Limited::by_effort_too);
  command->footer(
      "Example:\n"
      "  cogs why loan.cogs age=31 debt=5000 bank_balance=40000 credit_score=599");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
