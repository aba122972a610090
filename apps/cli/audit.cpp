// SPDX-License-Identifier: Apache-2.0
//
// cogs audit MODEL DATA.csv -o REPORT.html: what recourse looks like for the people in a table.
#include <cogs/decision.h>

#include <memory>
#include <optional>

#include "cli/bad_rows.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/progress_bar.h"
#include "cli/run_options.h"
#include "cli/table_options.h"

namespace cogs::cli {

namespace {

constexpr std::uint32_t usual_ways = 8;

struct AuditArguments {
  std::string model, data, errors, policy, actual, person_seconds;
  std::vector<std::string> by;
  bool cross = false;
  ConstraintColumns columns;
  RunOptions run;
  TableOptions table;
  CommonOptions common;
};

void check(const AuditArguments& arguments) {
  arguments.common.check();
  if (arguments.run.all) {
    throw UsageError("--all makes no sense here: --top says how many ways are looked at");
  }
  if (arguments.cross && arguments.by.size() < 2) {
    throw UsageError("--cross needs two columns or more in --by");
  }
}

AuditOptions audit_options(const AuditArguments& arguments) {
  AuditOptions how;
  how.leave_bad_rows_out = !arguments.errors.empty();
  how.by = arguments.by;
  how.cross = arguments.cross;
  how.actual = arguments.actual;
  if (!arguments.policy.empty()) {
    how.policy = read_input(arguments.policy);
    how.policy_name = arguments.policy;
  }
  how.columns = arguments.columns;
  how.ways = arguments.run.top_given ? arguments.run.top : usual_ways;
  how.person_seconds = person_seconds(arguments.person_seconds);
  return how;
}

ExitCode run(const AuditArguments& arguments) {
  check(arguments);
  const CommonOptions& common = arguments.common;
  common.keep({arguments.model, arguments.data, arguments.policy}, {arguments.errors});
  const Decision decision = load_decision(arguments.model, common);
  const Options options = arguments.run.given();
  AuditOptions how = audit_options(arguments);
  std::optional<BadCellList> errors;
  if (!arguments.errors.empty()) {
    errors.emplace(arguments.errors);
    how.each_bad_cell = [&](const BadCell& cell) { errors->add(cell); };
  }
  Audit done;
  {
    ProgressBar bar("answering " + arguments.data, !common.quiet);
    Control control = common.control();
    control.progress = [&](const Progress& at) { bar.show(at.share); };
    done = decision.audit(arguments.table.table(arguments.data), how, options, control);
  }
  common.warn(done.warnings);
  if (!done.made) {
    refuse_bad_rows(arguments.data, done.bad_cells, done.bad_rows,
                    "--errors FILE lists them and audits the others");
  }
  if (errors) errors->finish();
  if (common.json) {
    common.deliver(done.json({common.timing}));
  } else {
    common.deliver(done.html());
    common.say(done);
  }
  common.note(std::to_string(done.searches) + " searches");
  return exit_code(done);
}

}  // namespace

void add_audit(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("audit", "What recourse looks like for the people in a table");
  auto arguments = std::make_shared<AuditArguments>();
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
      ->add_option("--actual", arguments->actual,
                   "The column that says what was so: error rates, for all and by group")
      ->option_text("COL[=VALUE]");
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
  add_common_options(*command, arguments->common, Limited::by_effort_too);
  command->footer(
      "Example:\n"
      "  cogs audit loan.cogs loans.csv --by sex,race -o report.html\n"
      "Writes a page for the browser, or JSON with --json; a summary goes to standard error.\n"
      "--top says how many ways of each person are looked at, 8 unless given. Exit code: 0 done,\n"
      "3 some rows cannot be read and no --errors FILE was given, 4 a limit.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
