// SPDX-License-Identifier: Apache-2.0
//
// cogs evaluate MODEL ROWS COUNTERFACTUALS: the usual measures of counterfactuals of any tool.
#include <cogs/decision.h>

#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/run_options.h"
#include "cli/table_options.h"

namespace cogs::cli {

namespace {

struct EvaluateArguments {
  std::string model, rows, counterfactuals, data, row_column, time_column;
  std::vector<std::string> against;
  std::uint64_t sample = 50000;
  bool each = false, no_search = false;
  RunOptions run;
  ConstraintColumns columns;
  TableOptions table;
  CommonOptions common;
};

// NAME=FILE, or FILE, which is then called like the file without folder and ending.
CounterfactualSource source_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && equals > 0 && equals < text.find('/')) {
    return {text.substr(0, equals), text.substr(equals + 1)};
  }
  std::string name = text.substr(text.find_last_of('/') + 1);
  const std::size_t dot = name.find('.');
  if (dot != std::string::npos && dot > 0) name.resize(dot);
  return {name, text};
}

std::vector<CounterfactualSource> sources_of(const EvaluateArguments& arguments) {
  std::vector<CounterfactualSource> sources{source_of(arguments.counterfactuals)};
  for (const std::string& text : arguments.against) sources.push_back(source_of(text));
  for (std::size_t i = 0; i < sources.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (sources[i].name == sources[j].name) {
        throw UsageError("two files are called '" + sources[i].name + "'; give them as NAME=FILE");
      }
    }
  }
  return sources;
}

ExitCode run(const EvaluateArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  if (arguments.each && !common.json) throw UsageError("--rows needs --json");
  if (arguments.table.skip_bad_rows) {
    throw UsageError("--skip-bad-rows would change the numbers of rows");
  }
  const std::vector<CounterfactualSource> sources = sources_of(arguments);
  std::vector<std::string> inputs{arguments.model, arguments.rows, arguments.data};
  for (const CounterfactualSource& source : sources) inputs.push_back(source.file);
  common.keep(inputs);
  const Decision decision = load_decision(arguments.model, common);
  EvaluateOptions how;
  how.columns = arguments.columns;
  how.row_column = arguments.row_column;
  how.time_column = arguments.time_column;
  how.sample = arguments.sample;
  how.seed = common.seed;
  how.search = !arguments.no_search;
  how.each = arguments.each;
  how.data = arguments.data;
  const Evaluation found = decision.evaluate(arguments.table.table(arguments.rows), sources, how,
                                             arguments.run.given(), common.control());
  common.warn(found.warnings);
  common.deliver(common.written(found));
  return answered;
}

}  // namespace

void add_evaluate(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("evaluate", "The usual measures of counterfactuals, ours or another's");
  auto arguments = std::make_shared<EvaluateArguments>();
  add_model_argument(*command, arguments->model);
  command->add_option("ROWS", arguments->rows, "A CSV file with the people, may be gzipped")
      ->option_text(" ")
      ->required();
  command
      ->add_option("COUNTERFACTUALS", arguments->counterfactuals,
                   "CSV with columns named like the features, or an output of cogs batch;\n"
                   "NAME=FILE gives it a name")
      ->option_text(" ")
      ->required();
  command->add_option("--against", arguments->against, "Another file, to put beside it")
      ->option_text("[NAME=]FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--row-column", arguments->row_column,
                   "The column with the number of the row (default: row)")
      ->option_text("COL");
  command->add_option("--time-column", arguments->time_column, "The column with seconds")
      ->option_text("COL");
  command
      ->add_option("--data", arguments->data, "Measure distances by this CSV file (default: ROWS)")
      ->option_text("FILE");
  command
      ->add_option("--sample", arguments->sample,
                   "Draw at most N rows for nearest rows; 0 takes all (default: 50000)")
      ->option_text("N");
  command->add_flag("--no-search", arguments->no_search, "No best cost to compare with");
  command->add_flag("--rows", arguments->each, "With --json: the figures of each");
  add_constraint_columns(*command, arguments->columns);
  add_run_options(*command, arguments->run, Ways::many);
  // These are about which paths are listed; here are states, and the one best cost.
  for (const char* name : {"--certain", "--top", "--all", "--max-length"}) {
    command->remove_option(command->get_option(name));
  }
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::by_effort_too);
  command->footer(
      "Example:\n"
      "  cogs batch loan.cogs loans.csv -o ours.csv\n"
      "  cogs evaluate loan.cogs loans.csv ours.csv --against dice=dice.csv\n"
      "A column `row` says which row of ROWS a counterfactual belongs to, from 1; without one,\n"
      "line i belongs to row i. Exit code: 0 measured, whatever the figures say.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
