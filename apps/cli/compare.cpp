// SPDX-License-Identifier: Apache-2.0
//
// cogs compare MODEL A B: why was A turned down and B not?
#include <cogs/decision.h>

#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/html_option.h"
#include "cli/instance.h"
#include "cli/reader_options.h"

namespace cogs::cli {

namespace {

struct CompareArguments {
  std::string model, here, there, encoding, html_file;
  ReaderOptions reader;
  CommonOptions common;
};

// A record as one word: DATA.csv:17, a JSON file, or assignments with commas between them.
Person read_word(const Decision& decision, const std::string& word, const CompareArguments& given) {
  const CommonOptions& common = given.common;
  if (word.find('=') == std::string::npos) {
    return read_instance(decision, {word}, common, given.encoding);
  }
  std::vector<std::string> assignments;
  for (std::size_t at = 0; at <= word.size();) {
    const std::size_t end = std::min(word.find(',', at), word.size());
    assignments.push_back(word.substr(at, end - at));
    at = end + 1;
  }
  return read_instance(decision, assignments, common, given.encoding);
}

ExitCode run(const CompareArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  check_html(arguments.html_file, common);
  arguments.reader.check(common);
  common.keep(input_files(arguments.model, {arguments.here, arguments.there}),
              {arguments.html_file});
  if (arguments.here == "-" && arguments.there == "-") {
    throw UsageError("only one of A and B can come from standard input");
  }
  const Decision decision = load_decision(arguments.model, common);
  const Person here = read_word(decision, arguments.here, arguments);
  const Person there = read_word(decision, arguments.there, arguments);
  const Comparison found = decision.compare(here, there, common.control());
  common.warn(found.warnings);
  arguments.reader.warn(decision, common);
  return deliver_answer(found, arguments.html_file, common, arguments.reader.given());
}

}  // namespace

void add_compare(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("compare", "Why was A turned down and B not?");
  auto arguments = std::make_shared<CompareArguments>();
  add_model_argument(*command, arguments->model);
  const char* words = "DATA.csv:ROW, a JSON file, or NAME=VALUE,NAME=VALUE,...";
  command->add_option("A", arguments->here, words)->option_text(" ")->required();
  command->add_option("B", arguments->there, words)->option_text(" ")->required();
  add_encoding_option(*command, arguments->encoding);
  add_reader_options(*command, arguments->reader);
  add_html_option(*command, arguments->html_file);
  add_common_options(*command, arguments->common, Limited::by_effort_too);
  command->footer(
      "Example:\n"
      "  cogs compare loan.cogs loans.csv:3 loans.csv:8\n"
      "Exit code: 0 the difference was found, 1 both get the same decision.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
