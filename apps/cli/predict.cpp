// SPDX-License-Identifier: Apache-2.0
//
// cogs predict MODEL DATA.csv: the decision for each row, with metrics if the label is there.
#include <cogs/decision.h>

#include <memory>
#include <optional>

#include "cli/bad_rows.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/progress_bar.h"
#include "cli/table_options.h"

namespace cogs::cli {

namespace {

struct PredictArguments {
  std::string model, data, label, errors;
  bool jsonl = false;
  TableOptions table;
  CommonOptions common;
};

ExitCode run(const PredictArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  if (common.json && arguments.jsonl) throw UsageError("--json and --jsonl exclude each other");
  common.keep({arguments.model, arguments.data}, {arguments.errors});
  const Decision decision = load_decision(arguments.model, common);
  PredictOptions options;
  options.label = arguments.label;
  std::optional<BadCellList> errors;
  if (!arguments.errors.empty()) {
    errors.emplace(arguments.errors);
    options.each_bad_cell = [&](const BadCell& cell) { errors->add(cell); };
  }
  const Table table = arguments.table.table(arguments.data);
  Predictions found;
  {
    ProgressBar bar("reading " + arguments.data, !common.quiet);
    Control control = common.control();
    control.progress = [&](const Progress& at) { bar.show(at.share); };
    found = decision.predict(table, options, control);
  }
  common.warn(found.warnings);
  if (found.bad_rows > 0 && arguments.errors.empty()) {
    refuse_bad_rows(arguments.data, found.bad_cells, found.bad_rows,
                    "--errors FILE lists them and decides about the others");
  }
  if (errors) errors->finish();
  if (common.json) {
    common.deliver(found.json({common.timing}));
  } else {
    common.deliver_pieces([&](const CommonOptions::Write& write) {
      arguments.jsonl ? found.rows_json_lines(write) : found.rows_csv(write);
    });
    common.say(found);
  }
  common.note("read in " + std::to_string(found.read_seconds * 1000) + " ms, decided in " +
              std::to_string(found.predict_seconds * 1000) + " ms");
  return answered;
}

}  // namespace

void add_predict(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("predict", "The decision for each row of a table");
  auto arguments = std::make_shared<PredictArguments>();
  add_model_argument(*command, arguments->model);
  command->add_option("DATA", arguments->data, "A CSV file, may be gzipped; - is standard input")
      ->option_text(" ")
      ->required();
  command
      ->add_option("--label", arguments->label,
                   "The column with the decisions that were made, to compare with")
      ->option_text("COL");
  command
      ->add_option("--errors", arguments->errors,
                   "List rows with values that the model cannot take here, and go on")
      ->option_text("FILE");
  command->add_flag("--jsonl", arguments->jsonl, "One JSON object for each row");
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs predict loan.cogs loans.csv -o decisions.csv\n"
      "Writes CSV, the row and its decision; figures go to standard error. Exit code: 0 done,\n"
      "3 some rows cannot be decided about and no --errors FILE was given.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
