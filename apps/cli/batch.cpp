// SPDX-License-Identifier: Apache-2.0
//
// cogs batch MODEL DATA -o OUT: recourse for every row of a file.
#include "engine/batch.h"

#include <unistd.h>

#include <algorithm>
#include <memory>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/progress_bar.h"
#include "cli/run_options.h"
#include "cli/table_options.h"
#include "engine/engine.h"
#include "engine/predict.h"
#include "output/batch_rows.h"
#include "output/diagnostic_text.h"

namespace cogs::cli {

namespace {

struct Arguments {
  std::string model, data, errors, shard, input_format, person_seconds;
  engine::ConstraintColumns columns;
  std::size_t reasons = 0;
  bool jsonl = false, resume = false;
  RunOptions run;
  TableOptions table;
  CommonOptions common;
};

engine::RowKind input_kind(const Arguments& arguments) {
  if (arguments.input_format == "jsonl") return engine::RowKind::json_lines;
  if (arguments.input_format == "csv" || !engine::names_json_lines(arguments.data)) {
    return engine::RowKind::csv;
  }
  return engine::RowKind::json_lines;
}

batch::Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto number = [&](const std::string& digits) -> std::uint64_t {
    if (digits.empty() || digits.size() > 9) return 0;
    if (digits.find_first_not_of("0123456789") != std::string::npos) return 0;
    return std::stoull(digits);
  };
  if (slash != std::string::npos) {
    const batch::Shard shard{number(text.substr(0, slash)), number(text.substr(slash + 1))};
    if (shard.part >= 1 && shard.part <= shard.of) return shard;
  }
  throw UsageError("--shard takes I/N with I from 1 to N, such as 2/7, not '" + text + "'");
}

// Everything on the command line that the output depends on.
std::string signature(const Arguments& arguments, bool json_lines) {
  std::string text = std::string("cogs ") + COGS_VERSION;
  const auto add = [&](const std::string& name, const std::string& value) {
    text += "\n" + name + " " + std::to_string(value.size()) + " " + value;
  };
  const auto add_all = [&](const std::string& name, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(name, value);
  };
  const RunOptions& run = arguments.run;
  add_all("fix", run.fix);
  add_all("allow", run.allow);
  add_all("only", run.only);
  add_all("range", run.ranges);
  add_all("cost", run.costs);
  add("desired", run.desired);
  add("ways", std::to_string(run.certain) + " " + std::to_string(run.all) + " " +
                  std::to_string(run.top) + " " + std::to_string(run.max_length));
  add_all("fix-column", arguments.columns.fix);
  add_all("allow-column", arguments.columns.allow);
  add_all("only-column", arguments.columns.only);
  add_all("range-column", arguments.columns.range);
  add_all("cost-column", arguments.columns.cost);
  add("reasons", std::to_string(arguments.reasons));
  add("person", arguments.person_seconds);
  add("form", json_lines ? "json lines" : "csv");
  add("errors", arguments.errors.empty() ? "no" : "yes");
  add("delimiter", arguments.table.delimiter);
  add("header", arguments.table.header);
  add("input", input_kind(arguments) == engine::RowKind::json_lines ? "json lines" : "csv");
  add("missing", arguments.table.missing);
  add_all("ignore", arguments.table.ignore);
  return text;
}

engine::BatchOptions batch_options(const Arguments& arguments, const model::Model& model) {
  const CommonOptions& common = arguments.common;
  engine::BatchOptions options;
  options.run = arguments.run.resolve(model);
  options.columns = arguments.columns;
  options.reasons = arguments.reasons;
  options.input = input_kind(arguments);
  options.read = engine::read_options_for(model, arguments.table.resolve());
  options.output = common.output_file;
  options.errors = arguments.errors;
  options.resume = arguments.resume;
  if (!arguments.shard.empty()) options.shard = parse_shard(arguments.shard);
  options.threads = common.threads;
  options.limits = common.limits();
  options.person_limits = common.person_limits(arguments.person_seconds);
  return options;
}

void check(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  if (common.output_file.empty()) {
    if (arguments.resume)
      throw UsageError("--resume needs -o FILE: there is nothing to go on with");
    if (common.json) throw UsageError("--json prints a summary; rows then need -o FILE");
  }
  if (arguments.resume && arguments.data == "-") {
    throw UsageError("--resume cannot go back in standard input; give a file");
  }
}

ExitCode run(const Arguments& arguments) {
  check(arguments);
  const CommonOptions& common = arguments.common;
  const model::Model model = engine::load_model(arguments.model);
  common.warn(model.warnings);
  engine::BatchOptions options = batch_options(arguments, model);
  const bool json_lines = arguments.jsonl || engine::names_json_lines(options.output) ||
                          (options.output.empty() && options.input == engine::RowKind::json_lines);
  options.signature = signature(arguments, json_lines);
  const auto format = json_lines ? output::batch_json_lines(model, options.reasons > 0)
                                 : output::batch_csv(model, options.reasons > 0,
                                                     options.input == engine::RowKind::json_lines);
  engine::BatchResult result;
  {
    ProgressBar bar("answering " + arguments.data, !common.quiet);
    options.progress = [&](std::uint64_t rows, std::size_t done, std::size_t all) {
      bar.show(all == 0 ? -1 : static_cast<double>(done) / static_cast<double>(all), rows, "rows");
    };
    result = engine::run_batch(model, arguments.data, *format, options);
  }
  common.warn(result.warnings);
  if (result.resumed_at > 0) {
    common.note("went on after " + std::to_string(result.resumed_at) + " rows");
  }
  common.note(std::to_string(result.searches) + " searches, " + std::to_string(result.personal) +
              " of them for one row alone, in " + std::to_string(result.seconds) + " s");
  if (result.reader_gone) return answered;
  if (common.json) {
    common.print(output::to_text(output::batch_json(result, common.timing)) + "\n");
  } else if (!common.quiet) {
    base::write_all(STDERR_FILENO,
                    output::batch_text(result, options.output, common.message_style()));
  }
  if (result.exhausted != base::Exhausted::no) return stop_code(result.exhausted);
  if (result.counts.bad == 0 || !arguments.errors.empty()) return answered;
  base::write_all(STDERR_FILENO, output::diagnostics_text(result.problems, common.message_style()));
  base::Diagnostic d = base::error_about(
      arguments.data,
      std::to_string(result.counts.bad) + (result.counts.bad == 1 ? " row" : " rows") +
          " could not be answered; they are marked as errors in the output",
      "--errors FILE lists them all");
  base::write_all(STDERR_FILENO, output::diagnostic_text(d, common.message_style()));
  return bad_input;
}

}  // namespace

void add_batch(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("batch", "Recourse for every row of a file");
  auto arguments = std::make_shared<Arguments>();
  add_model_argument(*command, arguments->model);
  command
      ->add_option("DATA", arguments->data,
                   "CSV or JSON Lines (.jsonl), may be gzipped; - is standard input")
      ->option_text(" ")
      ->required();
  command->add_flag("--jsonl", arguments->jsonl, "Write JSON Lines: an answer in full each");
  command
      ->add_option("--input-format", arguments->input_format,
                   "csv or jsonl, where the name does not tell")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"csv", "jsonl"}));
  command->add_option("--errors", arguments->errors, "List rows that cannot be answered here")
      ->option_text("FILE");
  command->add_flag("--resume", arguments->resume, "Go on where an interrupted run stopped");
  command
      ->add_option("--shard", arguments->shard,
                   "Only part I of N of the rows; cogs merge joins the parts")
      ->option_text("I/N");
  command->add_option("--reasons", arguments->reasons, "Add at most so many principal reasons")
      ->option_text("K")
      ->check(CLI::Range(std::uint32_t{0}, std::uint32_t{1000000}));
  add_person_time_limit(*command, arguments->person_seconds);
  add_constraint_columns(*command, arguments->columns);
  add_run_options(*command, arguments->run, Ways::many);
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs batch loan.cogs loans.csv -o answers.csv --errors bad.csv\n"
      "Writes the input's columns followed by cogs_status, cogs_cost, cogs_certain, cogs_changes\n"
      "and cogs_path. Exit code: 0 finished, whatever the rows say; 3 some rows could not be\n"
      "answered and no --errors FILE was given; 4 a limit (--resume goes on).");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
