// SPDX-License-Identifier: Apache-2.0
//
// cogs compare MODEL A B: why was A turned down and B not?
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/instance.h"
#include "engine/engine.h"
#include "engine/explain.h"
#include "engine/missing.h"
#include "output/why_json.h"
#include "output/why_text.h"

namespace cogs::cli {

namespace {

struct Arguments {
  std::string model, here, there;
  CommonOptions common;
};

// A record as one word: DATA.csv:17, a JSON file, or assignments with commas between them.
Instance read_word(const model::Model& model, const std::string& word) {
  if (word.find('=') == std::string::npos) return read_instance(model, {word});
  std::vector<std::string> assignments;
  for (std::size_t at = 0; at <= word.size();) {
    const std::size_t end = std::min(word.find(',', at), word.size());
    assignments.push_back(word.substr(at, end - at));
    at = end + 1;
  }
  return read_instance(model, assignments);
}

ExitCode run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  common.keep(input_files(arguments.model, {arguments.here, arguments.there}));
  if (arguments.here == "-" && arguments.there == "-") {
    throw UsageError("only one of A and B can come from standard input");
  }
  const model::Model model = engine::load_model(arguments.model);
  common.warn(model.warnings);
  const Instance here = read_word(model, arguments.here);
  const Instance there = read_word(model, arguments.there);
  for (const Instance* one : {&here, &there}) {
    common.warn(one->warnings);
    common.warn(missing_warnings(
        model, engine::missing_features(model, one->record, {model.undesired}), one->source));
  }
  const explain::Contrast found =
      engine::compare(model, here.record, there.record, common.limits());
  if (common.json) {
    common.deliver(output::to_text(output::compare_json(model, here.record, there.record, found)) +
                   "\n");
  } else {
    common.deliver(output::compare_text(model, found, common.result_style()));
  }
  if (found.exhausted != base::Exhausted::no) {
    return stop_code(found.exhausted);
  }
  return found.here == found.there ? answered_no : answered;
}

}  // namespace

void add_compare(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("compare", "Why was A turned down and B not?");
  auto arguments = std::make_shared<Arguments>();
  add_model_argument(*command, arguments->model);
  const char* words = "DATA.csv:ROW, a JSON file, or NAME=VALUE,NAME=VALUE,...";
  command->add_option("A", arguments->here, words)->option_text(" ")->required();
  command->add_option("B", arguments->there, words)->option_text(" ")->required();
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs compare loan.cogs loans.csv:3 loans.csv:8\n"
      "Exit code: 0 the difference was found, 1 both get the same decision.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
