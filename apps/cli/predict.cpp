// SPDX-License-Identifier: Apache-2.0
//
// cogs predict MODEL DATA.csv: the decision for each row, with metrics if the label is there.
#include "engine/predict.h"

#include <unistd.h>

#include <algorithm>
#include <memory>

#include "base/text_file.h"
#include "cli/bad_rows.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/progress_bar.h"
#include "cli/table_options.h"
#include "engine/engine.h"
#include "output/predict_report.h"

namespace cogs::cli {

namespace {

struct Arguments {
  std::string model, data, label, errors;
  bool jsonl = false;
  TableOptions table;
  CommonOptions common;
};

ExitCode run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  if (common.json && arguments.jsonl) throw UsageError("--json and --jsonl exclude each other");
  common.keep({arguments.model, arguments.data}, {arguments.errors});
  const model::Model model = engine::load_model(arguments.model);
  common.warn(model.warnings);

  engine::PredictOptions options;
  if (!arguments.label.empty()) options.label = arguments.label;
  options.read = arguments.table.resolve();
  options.read.limits = common.limits();
  options.read.threads = options.threads = common.threads;
  engine::Prediction found;
  {
    ProgressBar bar("reading " + arguments.data, !common.quiet);
    options.read.progress = [&](std::size_t done, std::size_t all) {
      bar.show(all == 0 ? -1 : static_cast<double>(done) / static_cast<double>(all));
    };
    found = engine::predict(model, arguments.data, options);
  }
  common.warn(found.warnings);
  const auto bad_rows =
      static_cast<std::size_t>(std::count(found.bad.begin(), found.bad.end(), true));
  if (bad_rows > 0 && arguments.errors.empty()) {
    refuse_bad_rows(arguments.data, found.bad_cells, bad_rows,
                    "--errors FILE lists them and decides about the others");
  }

  const output::PredictReport report{.model = model,
                                     .data = arguments.data,
                                     .classes = found.classes.names,
                                     .of_row = found.of_row,
                                     .bad = found.bad,
                                     .label = found.label,
                                     .measures = found.measures,
                                     .bad_rows = bad_rows,
                                     .missing_features = found.missing_features,
                                     .read_seconds = found.read_seconds,
                                     .predict_seconds = found.predict_seconds};
  if (!arguments.errors.empty())
    base::write_text_file(arguments.errors, errors_csv(found.bad_cells));
  if (common.json) {
    common.deliver(output::to_text(output::predict_json(report, common.timing)) + "\n");
  } else {
    common.deliver(arguments.jsonl ? output::predict_jsonl(report) : output::predict_csv(report));
    if (!common.quiet) {
      base::write_all(STDERR_FILENO, output::predict_text(report, common.message_style()));
    }
  }
  common.note("read in " + std::to_string(found.read_seconds * 1000) + " ms, decided in " +
              std::to_string(found.predict_seconds * 1000) + " ms");
  return answered;
}

}  // namespace

void add_predict(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("predict", "The decision for each row of a table");
  auto arguments = std::make_shared<Arguments>();
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
