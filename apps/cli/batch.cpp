// SPDX-License-Identifier: Apache-2.0
//
// cogs batch MODEL DATA -o OUT: recourse for every row of a file.
#include <cogs/decision.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <tuple>
#include <utility>

#include "base/diagnostic.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/progress_bar.h"
#include "cli/reader_options.h"
#include "cli/run_options.h"
#include "cli/table_options.h"

namespace cogs::cli {

namespace {

struct BatchArguments {
  std::string model, data, errors, shard, input_format, person_seconds;
  ConstraintColumns columns;
  std::size_t reasons = 0;
  std::string codes;
  bool jsonl = false, resume = false;
  RunOptions run;
  TableOptions table;
  CommonOptions common;
};

bool reads_json_lines(const BatchArguments& arguments) {
  if (arguments.input_format == "jsonl") return true;
  return arguments.input_format != "csv" && names_json_lines(arguments.data);
}

std::pair<std::uint64_t, std::uint64_t> parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto number = [&](const std::string& digits) -> std::uint64_t {
    if (digits.empty() || digits.size() > 9) return 0;
    if (digits.find_first_not_of("0123456789") != std::string::npos) return 0;
    return std::stoull(digits);
  };
  if (slash != std::string::npos) {
    const std::uint64_t part = number(text.substr(0, slash)), of = number(text.substr(slash + 1));
    if (part >= 1 && part <= of) return {part, of};
  }
  throw UsageError("--shard takes I/N with I from 1 to N, such as 2/7, not '" + text + "'");
}

// Everything on the command line that the output depends on.
std::string signature(const BatchArguments& arguments, bool json_lines) {
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
  if (!arguments.codes.empty()) add("codes", read_input(arguments.codes));
  add("person", arguments.person_seconds);
  if (arguments.common.effort) add("effort", std::to_string(*arguments.common.effort));
  add("form", json_lines ? "json lines" : "csv");
  add("errors", arguments.errors.empty() ? "no" : "yes");
  add("delimiter", arguments.table.delimiter);
  add("header", arguments.table.header);
  add("input", reads_json_lines(arguments) ? "json lines" : "csv");
  add("missing", arguments.table.missing);
  add_all("ignore", arguments.table.ignore);
  return text;
}

BatchOptions batch_options(const BatchArguments& arguments) {
  const CommonOptions& common = arguments.common;
  BatchOptions how;
  how.columns = arguments.columns;
  how.reasons = arguments.reasons;
  if (!arguments.codes.empty()) {
    how.codes = read_input(arguments.codes);
    how.codes_name = name_of_input(arguments.codes);
  }
  how.input_json_lines = reads_json_lines(arguments);
  how.json_lines = arguments.jsonl || names_json_lines(common.output_file) ||
                   (common.output_file.empty() && how.input_json_lines);
  how.person_seconds = person_seconds(arguments.person_seconds);
  how.errors = arguments.errors;
  how.resume = arguments.resume;
  if (!arguments.shard.empty()) std::tie(how.shard, how.shards) = parse_shard(arguments.shard);
  how.signature = signature(arguments, how.json_lines);
  return how;
}

bool to_standard_output(std::string_view rows) {
  const int error = base::write_all(STDOUT_FILENO, rows);
  if (error != 0 && error != EPIPE) {
    throw base::InputError(base::error_about(
        "standard output", "cannot write to it: " + base::file_error_words(error)));
  }
  return error == 0;
}

void check(const BatchArguments& arguments) {
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

ExitCode run(const BatchArguments& arguments) {
  check(arguments);
  const CommonOptions& common = arguments.common;
  // The run itself looks after the data, the model and what it writes (batch/run.cpp).
  for (const std::string& output : {common.output_file, arguments.errors}) {
    base::refuse_same_file(output, arguments.codes, "the output would overwrite an input");
  }
  const Decision decision = load_decision(arguments.model, common);
  warn_of_protected(decision, common, std::nullopt, arguments.run.fix);
  const Options options = arguments.run.given();
  const BatchOptions how = batch_options(arguments);
  BatchDone result;
  {
    ProgressBar bar("answering " + arguments.data, !common.quiet);
    Control control = common.control();
    control.progress = [&](const Progress& at) { bar.show(at.share, at.rows, "rows"); };
    const Table table = arguments.table.table(arguments.data);
    result = common.output_file.empty()
                 ? decision.batch(table, to_standard_output, how, options, control)
                 : decision.batch_file(table, common.output_file, how, options, control);
  }
  common.warn(result.warnings);
  if (result.resumed_at > 0) {
    common.note("went on after " + std::to_string(result.resumed_at) + " rows");
  }
  common.note(std::to_string(result.searches) + " searches, " + std::to_string(result.personal) +
              " of them for one row alone, in " + std::to_string(result.seconds) + " s");
  if (result.reader_gone) return answered;
  if (common.json) {
    common.print(result.json({common.timing}));
  } else {
    common.say(result);
  }
  if (result.stopped != Stop::no) return exit_code(result);
  if (result.bad == 0 || !arguments.errors.empty()) return answered;
  const present::TextStyle style = common.message_style();
  Diagnostic marked;
  marked.file = arguments.data;
  marked.message = std::to_string(result.bad) + (result.bad == 1 ? " row" : " rows") +
                   " could not be answered; they are marked as errors in the output";
  marked.help = "--errors FILE lists them all";
  base::write_all(STDERR_FILENO, to_text(result.problems, {style.width, style.color}));
  base::write_all(STDERR_FILENO, to_text({marked}, {style.width, style.color}));
  return bad_input;
}

}  // namespace

void add_batch(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("batch", "Recourse for every row of a file");
  auto arguments = std::make_shared<BatchArguments>();
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
  command
      ->add_option("--codes", arguments->codes,
                   "Reason codes beside them (4 unless --reasons says otherwise), by a CSV file: "
                   "feature,when,code,text")
      ->option_text("FILE");
  add_person_time_limit(*command, arguments->person_seconds);
  add_constraint_columns(*command, arguments->columns);
  add_run_options(*command, arguments->run, Ways::many);
  add_first_option(*command, arguments->run);
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::by_effort_too);
  command->footer(
      "Example:\n"
      "  cogs batch loan.cogs loans.csv -o answers.csv --errors bad.csv\n"
      "Writes the input's columns followed by cogs_status, cogs_cost, cogs_certain, cogs_changes\n"
      "and cogs_path. Exit code: 0 finished, whatever the rows say; 3 some rows could not be\n"
      "answered and no --errors FILE was given; 4 a limit (--resume goes on).");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
