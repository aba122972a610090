// SPDX-License-Identifier: Apache-2.0
//
// cogs audit MODEL DATA.csv -o REPORT.html: what recourse looks like for the people in a table.
#include "engine/audit.h"

#include <unistd.h>

#include <memory>

#include "base/text_file.h"
#include "cli/bad_rows.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/progress_bar.h"
#include "cli/run_options.h"
#include "cli/table_options.h"
#include "engine/engine.h"
#include "output/audit_html.h"
#include "output/audit_json.h"
#include "output/audit_text.h"

namespace cogs::cli {

namespace {

constexpr std::uint32_t usual_ways = 8;

struct Arguments {
  std::string model, data, errors, policy, person_seconds;
  std::vector<std::string> by;
  bool cross = false;
  engine::ConstraintColumns columns;
  RunOptions run;
  TableOptions table;
  CommonOptions common;
};

void check(const Arguments& arguments) {
  arguments.common.check();
  if (arguments.run.all) {
    throw UsageError("--all makes no sense here: --top says how many ways are looked at");
  }
  if (arguments.cross && arguments.by.size() < 2) {
    throw UsageError("--cross needs two columns or more in --by");
  }
}

engine::AuditRun audit_run(const Arguments& arguments, const path::Options& run) {
  const CommonOptions& common = arguments.common;
  engine::AuditRun options;
  options.read = arguments.table.resolve();
  options.read.limits = common.limits();
  options.read.threads = common.threads;
  options.leave_bad_rows_out = !arguments.errors.empty();
  options.audit.by = arguments.by;
  options.audit.cross = arguments.cross;
  if (!arguments.policy.empty()) {
    options.audit.policy = base::read_text_file(arguments.policy);
    options.audit.policy_file = arguments.policy;
  }
  batch::OutcomeQuestion& question = options.audit.question;
  question.run = run;
  question.columns = arguments.columns;
  question.ways = arguments.run.top_given ? arguments.run.top : usual_ways;
  question.threads = common.threads;
  question.limits = common.limits();
  question.person_limits = common.person_limits(arguments.person_seconds);
  return options;
}

engine::Audit make(const Arguments& arguments, const model::Model& model,
                   engine::AuditRun options) {
  ProgressBar bar("answering " + arguments.data, !arguments.common.quiet);
  options.audit.question.progress = [&](std::size_t done, std::size_t all) {
    bar.show(static_cast<double>(done) / static_cast<double>(all));
  };
  return engine::audit(model, arguments.data, options);
}

ExitCode run(const Arguments& arguments) {
  check(arguments);
  const CommonOptions& common = arguments.common;
  common.keep({arguments.model, arguments.data, arguments.policy}, {arguments.errors});
  const model::Model model = engine::load_model(arguments.model);
  common.warn(model.warnings);
  const path::Options asked = arguments.run.resolve(model);
  const engine::Audit done = make(arguments, model, audit_run(arguments, asked));
  common.warn(done.warnings);
  if (!done.made) {
    refuse_bad_rows(arguments.data, done.bad_cells, done.report.bad,
                    "--errors FILE lists them and audits the others");
  }
  if (!arguments.errors.empty()) {
    base::write_text_file(arguments.errors, errors_csv(done.bad_cells));
  }
  const output::AuditQuestion question{model, arguments.data, arguments.policy, asked,
                                       arguments.columns};
  if (common.json) {
    common.deliver(output::to_text(output::audit_json(question, done.report, common.timing)) +
                   "\n");
  } else {
    common.deliver(output::audit_html(question, done.report));
    if (!common.quiet) {
      base::write_all(STDERR_FILENO,
                      output::audit_text(question, done.report, common.message_style()));
    }
  }
  common.note(std::to_string(done.report.searches) + " searches");
  if (done.report.exhausted != base::Exhausted::no) return stop_code(done.report.exhausted);
  return answered;
}

}  // namespace

void add_audit(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("audit", "What recourse looks like for the people in a table");
  auto arguments = std::make_shared<Arguments>();
  add_model_argument(*command, arguments->model);
  command->add_option("DATA", arguments->data, "A CSV file, may be gzipped; - is standard input")
      ->option_text(" ")
      ->required();
  command->add_option("--by", arguments->by, "Figures for the groups of these columns")
      ->option_text("COL,...")
      ->allow_extra_args(false)
      ->delimiter(',');
  command->add_flag("--cross", arguments->cross, "Also for combinations of the columns of --by");
  command
      ->add_option("--policy", arguments->policy,
                   "A file with lines `protected FEATURE` and `proxy FEATURE`")
      ->option_text("FILE");
  command
      ->add_option("--errors", arguments->errors,
                   "List rows with values that the model cannot take here, and go on")
      ->option_text("FILE");
  add_person_time_limit(*command, arguments->person_seconds);
  add_constraint_columns(*command, arguments->columns);
  add_run_options(*command, arguments->run, Ways::many);
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs audit loan.cogs loans.csv --by sex,race -o report.html\n"
      "Writes a page for the browser, or JSON with --json; a summary goes to standard error.\n"
      "--top says how many ways of each person are looked at, 8 unless given. Exit code: 0 done,\n"
      "3 some rows cannot be read and no --errors FILE was given, 4 a limit.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
