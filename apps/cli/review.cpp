// SPDX-License-Identifier: Apache-2.0
//
// cogs review MODEL: is each proposed rule a cause? One at a time, or by options from a script.
#include "engine/review.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <set>

#include "api/edits.h"
#include "api/tables.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/feature_options.h"
#include "cli/review_dialogue.h"
#include "cli/table_options.h"
#include "engine/engine.h"
#include "engine/features.h"
#include "engine/predict.h"
#include "json/write.h"
#include "present/rows/feature_sheet.h"

namespace cogs::cli {

namespace {

using model::ReviewStatus;

struct ReviewArguments {
  std::string model, data, reason, on;
  std::optional<std::string> by;
  std::vector<std::string> approve, reject, modes, edits;
  FeatureOptions features;
  bool list = false, all = false;
  TableOptions table;
  CommonOptions common;
};

// Who decides: a verdict that nobody stands for is none.
std::string decided_by(const ReviewArguments& arguments) {
  if (arguments.by) {
    if (arguments.by->find_first_not_of(" \t") != std::string::npos) return *arguments.by;
    throw UsageError("--by takes the name of who decides");
  }
  for (const char* variable : {"LOGNAME", "USER"}) {
    const char* name = std::getenv(variable);
    if (name != nullptr && *name != '\0') return name;
  }
  const char* name = ::getlogin();
  if (name != nullptr && *name != '\0') return name;
  throw UsageError("there is no login name here: say who decides with --by NAME");
}

// Whether a feature follows or grows is no question where nobody can change it: `fixed` stays until
// somebody takes it out.
void refuse_to_free(const model::Model& model, const FeatureOptions& options) {
  std::vector<base::Diagnostic> problems;
  const auto look_at = [&](const std::vector<std::string>& names, const std::string& option) {
    for (const std::string& name : names) {
      const auto id = model.find_feature_meant(name);
      if (!id || !model.feature(*id).fixed) continue;
      base::Diagnostic d = base::error_about(
          model.path,
          "'" + model.feature(*id).name + "' is fixed, and " + option + " would lift that",
          "if people can change it, delete `fixed` there first");
      d.place = model.feature(*id).fixed_place;
      problems.push_back(std::move(d));
    }
  };
  look_at(options.caused, "--caused");
  look_at(options.increase, "--may-increase");
  look_at(options.decrease, "--may-decrease");
  if (!problems.empty()) throw base::InputError(std::move(problems));
}

// What the options say, as verdicts in the order in which they count.
std::vector<model::Verdict> read_verdicts(const ReviewArguments& arguments,
                                          const model::Model& model) {
  std::vector<model::Verdict> verdicts;
  const auto verdict_on = [&](const std::string& id) -> model::Verdict& {
    for (model::Verdict& verdict : verdicts) {
      if (verdict.id == id) return verdict;
    }
    return verdicts.emplace_back(model::Verdict{.id = id});
  };
  const auto decide = [&](const std::vector<std::string>& ids, ReviewStatus status) {
    for (const std::string& id : ids) {
      std::vector<std::string> meant{id};
      if (id == "all") {
        meant.clear();
        for (const model::ReviewItem& item : model::review_items(model)) {
          if (item.status == ReviewStatus::proposed) meant.push_back(item.id);
        }
      }
      for (const std::string& one : meant) {
        model::Verdict& verdict = verdict_on(one);
        if (verdict.status && *verdict.status != status) {
          throw UsageError("'" + one + "' is both approved and rejected");
        }
        verdict.status = status;
      }
    }
  };
  decide(arguments.approve, ReviewStatus::approved);
  decide(arguments.reject, ReviewStatus::rejected);
  for (const std::string& word : arguments.modes) {
    const auto [id, name] = split_at_equals("--mode", word, "ID=MODE, such as c1=only_if");
    const auto mode = model::mode_named(name);
    if (!mode) throw UsageError("'" + name + "' is not a mode: they are if, only_if and iff");
    verdict_on(id).mode = mode;
  }
  for (const std::string& word : arguments.edits) {
    const auto [id, rule] = split_at_equals("--edit", word, "ID=RULE");
    verdict_on(id).rule = rule;
  }
  for (model::Verdict& verdict : verdicts) {
    verdict.by = decided_by(arguments);
    verdict.on = arguments.on.empty() ? today() : arguments.on;
    verdict.reason = arguments.reason;
  }
  return verdicts;
}

// The rules that were decided about, and what could now be said about their features.
std::string verdicts_text(const model::Model& model, const std::vector<model::Verdict>& verdicts,
                          const std::string& target, const present::TextStyle& style) {
  std::string out, offers;
  std::set<std::string> offered;
  for (const model::ReviewItem& item : model::review_items(model)) {
    for (const model::Verdict& verdict : verdicts) {
      if (verdict.id != item.id) continue;
      out += present::review_text(model, look_at(model, item, {}), style);
      const model::Feature& feature = model.feature(item.feature);
      const engine::Offer offer = engine::offer_for(model, item.feature);
      const bool approved = item.status == ReviewStatus::approved;
      if (!approved || !offer.any() || !offered.insert(feature.name).second) continue;
      offers += present::offer_text(feature, offer.caused, offer.direction, target, style);
    }
  }
  return out + offers;
}

ExitCode run(const ReviewArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  if (!arguments.list) common.need_file_for_model();
  if (!arguments.on.empty()) check_date("--on", arguments.on);
  common.keep({arguments.data});
  model::Model model = engine::load_model(arguments.model);
  common.warn(model.warnings);
  std::optional<table::Table> table;
  if (!arguments.data.empty()) {
    table::ReadOptions read = api::hidden(arguments.table.given());
    read.threads = common.threads;
    read.limits = common.limits();
    table = engine::load_table(model, arguments.data, read);
    common.warn(table->warnings);
  }
  refuse_to_free(model, arguments.features);
  const ReviewLooks looks{table ? &*table : nullptr, common.limits_of_each()};
  const std::vector<model::Verdict> verdicts = read_verdicts(arguments, model);
  const std::string& target =
      common.output_file.empty() || arguments.list ? arguments.model : common.output_file;
  CommonOptions to_screen = common;
  if (!arguments.list) to_screen.output_file.clear();

  std::vector<base::Diagnostic> about_features;
  const std::vector<model::FeatureRow> said =
      api::rows_of(arguments.features.edits(), about_features);
  common.warn(about_features);
  std::vector<model::FeatureId> changed;
  if (!verdicts.empty() || !said.empty()) {
    if (!verdicts.empty()) model = model::apply_verdicts(model, verdicts);
    model::ChangedFeatures now = engine::change_features(model, said);
    changed = std::move(now.changed);
    model = std::move(now.model);
    base::write_text_file(target, engine::model_text(model));
    model = engine::load_model(target);
  }
  if (arguments.list || common.json) {
    std::vector<present::ReviewedRule> rules;
    ReviewLooks all{looks.table, common.limits()};
    base::Budget budget(all.limits);
    for (const model::ReviewItem& item : model::review_items(model)) {
      if (all.table && budget.exhausted_now()) all.table = nullptr;  // the rules themselves remain
      rules.push_back(look_at(model, item, all));
    }
    to_screen.deliver(common.json
                          ? json::to_text(present::review_json(model, rules)) + "\n"
                          : present::review_list_text(model, rules, to_screen.result_style()));
    if (budget.reason() != base::Exhausted::no) return stop_code(budget.reason());
    return answered;
  }
  if (!verdicts.empty() || !said.empty()) {
    std::string out = verdicts_text(model, verdicts, target, to_screen.result_style());
    if (!said.empty()) {
      out +=
          present::features_text({.model = model, .sheet = "The command line", .changed = changed},
                                 to_screen.result_style());
    }
    to_screen.deliver(out);
    return answered;
  }
  if (!arguments.approve.empty() || !arguments.reject.empty()) {  // `all`, and there is none
    to_screen.deliver("No causal rule is proposed: nothing was changed.\n");
    return answered;
  }
  DialogueOptions options{.looks = looks,
                          .by = decided_by(arguments),
                          .on = arguments.on.empty() ? today() : arguments.on,
                          .reason = arguments.reason,
                          .target = target,
                          .all = arguments.all,
                          .style = to_screen.result_style()};
  return ReviewDialogue(std::move(model), std::move(options), std::cin, std::cout).run();
}

}  // namespace

void add_review(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("review", "Is each proposed rule a cause? Approve or reject it");
  auto arguments = std::make_shared<ReviewArguments>();
  add_model_argument(*command, arguments->model);
  command
      ->add_option("--data", arguments->data,
                   "Show what this table says, and which answers would change")
      ->option_text("FILE");
  command->add_flag("--list", arguments->list, "Print all rules with their review, ask nothing");
  command->add_flag("--all", arguments->all, "Ask about rules that were reviewed already, too");
  const auto list = [&](const std::string& name, std::vector<std::string>& target,
                        const std::string& form, const std::string& help) {
    return command->add_option(name, target, help)->option_text(form);
  };
  list("--approve", arguments->approve, "ID ...", "Approve these rules; `all`: every proposed one")
      ->delimiter(',');
  list("--reject", arguments->reject, "ID ...", "Reject these rules")->delimiter(',');
  list("--mode", arguments->modes, "ID=MODE ...", "How a rule binds: if, only_if or iff")
      ->delimiter(',');
  list("--edit", arguments->edits, "ID=RULE", "Another text for a rule")->allow_extra_args(false);
  add_direction_options(*command, arguments->features);
  command->add_option("--reason", arguments->reason, "Why")->option_text("TEXT");
  command
      ->add_option_function<std::string>(
          "--by", [arguments](const std::string& name) { arguments->by = name; },
          "Who decides; the login name if not given")
      ->option_text("NAME");
  command->add_option("--on", arguments->on, "When; today if not given")->option_text("DATE");
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs review loan.cogs --data loans.csv\n"
      "  cogs review loan.cogs --approve c1 c3 --reject c2 --by \"risk office\"\n"
      "  cogs review loan.cogs --approve c1 --caused credit_score\n"
      "Answers are read from standard input, a line each. The model is saved after each verdict;\n"
      "with -o FILE in that file. Rules that nobody approved have no effect.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
