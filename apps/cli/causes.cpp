// SPDX-License-Identifier: Apache-2.0
//
// cogs causes MODEL DATA.csv: which features depend on which? Proposes causal rules, into MODEL.
#include "engine/causes.h"

#include <memory>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/progress_bar.h"
#include "cli/table_options.h"
#include "engine/engine.h"
#include "output/causes_json.h"
#include "output/causes_text.h"

namespace cogs::cli {

namespace {

struct Arguments {
  std::string model, data, label;
  std::vector<std::string> effects, no_effects;
  double precision = 0.9, recall = 0.9;
  std::size_t longest_body = 3;
  bool all = false, dry_run = false;
  TableOptions table;
  CommonOptions common;
};

engine::CausesOptions causes_options(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  const auto check_share = [](const char* option, double share) {
    if (!(share > 0.5 && share <= 1)) {
      throw UsageError(std::string(option) + " takes a share above 0.5, such as 0.9");
    }
  };
  check_share("--precision", arguments.precision);
  check_share("--recall", arguments.recall);
  engine::CausesOptions options;
  options.search.search.precision = arguments.precision;
  options.search.search.recall = arguments.recall;
  options.search.search.longest_body = arguments.longest_body;
  options.search.threads = common.threads;
  options.read = arguments.table.resolve();
  options.read.threads = common.threads;
  options.read.limits = options.search.limits = common.limits();
  if (!arguments.label.empty()) options.label = arguments.label;
  options.effects = arguments.effects;
  options.no_effects = arguments.no_effects;
  return options;
}

ExitCode run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  common.need_file_for_model();
  common.keep({arguments.data});
  engine::CausesOptions options = causes_options(arguments);
  const model::Model model = engine::load_model(arguments.model);
  common.warn(model.warnings);
  engine::CausesResult found;
  {
    ProgressBar bar("reading " + arguments.data, !common.quiet);
    options.read.progress = [&](std::size_t done, std::size_t all) {
      bar.show(all == 0 ? -1 : static_cast<double>(done) / static_cast<double>(all));
    };
    found = engine::propose_causes(model, arguments.data, options);
  }
  common.warn(found.warnings);
  const engine::ModelText more = engine::add_proposals(model, found);

  std::string written;
  if (!arguments.dry_run) {
    written = common.output_file.empty() ? arguments.model : common.output_file;
    if (more.changed || !common.output_file.empty()) base::write_text_file(written, more.text);
  }
  CommonOptions to_screen = common;
  to_screen.output_file.clear();
  if (common.json) {
    output::CausesJsonOptions how{arguments.all, {}, {}};
    if (common.timing) {
      how.read_seconds = found.read_seconds;
      how.search_seconds = found.search_seconds;
    }
    to_screen.deliver(
        output::to_text(output::causes_json(model, arguments.data, found.causes, written, how)) +
        "\n");
    return answered;
  }
  std::string out =
      output::causes_text(model, found.causes, {arguments.all}, to_screen.result_style());
  if (!written.empty() && !found.causes.features.empty()) {
    out += "\nThey are in " + output::safe_text(written) + ". Next: cogs review " +
           output::safe_text(written) + "\n";
  }
  to_screen.deliver(out);
  return answered;
}

}  // namespace

void add_causes(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("causes", "Which features depend on which?");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "The model, a .cogs file; proposals go into it")
      ->option_text(" ")
      ->required();
  command->add_option("DATA", arguments->data, "A CSV file with columns for its features")
      ->option_text(" ")
      ->required();
  command->add_flag("--dry-run", arguments->dry_run, "Change no file");
  command->add_flag("--all", arguments->all,
                    "Also show what is too weak to be proposed, and what was not looked at");
  command
      ->add_option("--label", arguments->label,
                   "The column of decisions, which takes no part; found by its name otherwise")
      ->option_text("COL");
  command
      ->add_option("--effect", arguments->effects,
                   "These may be effects although they look as if nobody could change them")
      ->option_text("FEATURE,...")
      ->delimiter(',');
  command->add_option("--no-effect", arguments->no_effects, "These are causes at most")
      ->option_text("FEATURE,...")
      ->delimiter(',');
  command
      ->add_option("--precision", arguments->precision,
                   "With so many effects among the rows with a cause, rules bind as `if`")
      ->option_text("SHARE (0.9)");
  command
      ->add_option("--recall", arguments->recall,
                   "With so many causes among the rows with an effect, as `only_if`; both: `iff`")
      ->option_text("SHARE (0.9)");
  command->add_option("--max-body", arguments->longest_body, "So many literals in a rule")
      ->option_text("N (3)")
      ->check(CLI::Range(1, 4));
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->get_option("--output")->description("Write the model to this file, not to MODEL");
  command->footer(
      "Example:\n"
      "  cogs causes loan.cogs loans.csv\n"
      "Nothing that is proposed has any effect: cogs review loan.cogs approves or rejects it.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
