// SPDX-License-Identifier: Apache-2.0
//
// cogs learn DATA.csv --label COL --undesired VALUE -o MODEL: which rules make this decision?
#include <cogs/learn.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/number.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/feature_options.h"
#include "cli/progress_bar.h"
#include "cli/table_options.h"
#include "present/text/learn.h"

namespace cogs::cli {

namespace {

struct LearnArguments {
  std::string data;
  std::string label, undesired, desired;
  std::vector<std::string> class_labels;
  TableOptions table;
  double ratio = 0.5, tail = 0.005;
  std::string prune = "default";
  std::vector<std::string> weights;
  std::optional<double> holdout;
  std::optional<std::string> test;
  std::optional<std::size_t> folds;
  bool against_rest = false, fresh = false, tune = false;
  std::optional<double> tune_time;
  std::vector<std::string> use;
  std::string counted;
  std::string values = "shared";
  FeatureOptions features;
  CommonOptions common;
};

std::vector<std::pair<std::string, double>> read_weights(const std::vector<std::string>& words) {
  std::vector<std::pair<std::string, double>> weights;
  for (const std::string& word : words) {
    const std::size_t equals = word.rfind('=');
    const auto number = equals == std::string::npos
                            ? std::nullopt
                            : base::Number::parse(std::string_view(word).substr(equals + 1));
    if (!number || number->sign() <= 0) {
      throw UsageError("--weight takes CLASS=NUMBER, such as reject=2, not '" + word + "'");
    }
    weights.emplace_back(word.substr(0, equals), number->approximate());
  }
  return weights;
}

LearnOptions learn_options(const LearnArguments& arguments) {
  if (arguments.holdout && arguments.test)
    throw UsageError("--holdout and --test exclude each other");
  if (arguments.ratio < 0) throw UsageError("--ratio takes a number that is not negative");
  if (arguments.tail < 0 || arguments.tail >= 1) {
    throw UsageError("--tail takes a share of the rows, from 0 to below 1");
  }
  if (arguments.holdout && (*arguments.holdout <= 0 || *arguments.holdout >= 1)) {
    throw UsageError("--holdout takes a share of the rows, between 0 and 1");
  }
  if (arguments.folds && *arguments.folds < 2) throw UsageError("--cv takes 2 folds or more");
  LearnOptions options;
  options.label = arguments.label;
  options.undesired = arguments.undesired;
  if (!arguments.desired.empty()) options.desired = arguments.desired;
  for (const std::string& text : arguments.class_labels) {
    const auto equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw UsageError("--class-label takes VALUE=TEXT, not '" + text + "'");
    }
    options.class_labels.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  options.against_rest = arguments.against_rest;
  options.ratio = arguments.ratio;
  options.tail = arguments.tail;
  options.prune = arguments.prune != "none";
  options.weights = read_weights(arguments.weights);
  options.seed = arguments.common.seed;
  options.holdout = arguments.holdout;
  options.test = arguments.test;
  options.folds = arguments.folds;
  options.use = arguments.use;
  options.counted = arguments.counted;
  options.listed = arguments.values == "all"     ? LearnOptions::Listed::all
                   : arguments.values == "named" ? LearnOptions::Listed::named
                                                 : LearnOptions::Listed::shared;
  if (arguments.tune_time && *arguments.tune_time <= 0) {
    throw UsageError("--tune-time takes seconds, more than 0");
  }
  if (arguments.tune || arguments.tune_time) {
    options.tune_seconds = arguments.tune_time.value_or(60);
    // Half of the time is left for learning with what was chosen.
    const auto limit = arguments.common.time_limit;
    if (limit && !arguments.tune_time) {
      options.tune_seconds = std::min(*options.tune_seconds, *limit / 2);
    }
  }
  return options;
}

// The model that is to be learned again, if there is one.
std::optional<Decision> earlier_model(const LearnArguments& arguments) {
  const std::string& file = arguments.common.output_file;
  if (file.empty() || arguments.fresh || ::access(file.c_str(), F_OK) != 0) return std::nullopt;
  try {
    return Decision::load(file);
  } catch (const InputError& error) {
    std::vector<Diagnostic> all = error.diagnostics();
    Diagnostic d;
    d.file = file;
    d.message = "this file is in the way: it is no model whose reviewed rules could be kept";
    d.help = "--fresh replaces it";
    all.push_back(std::move(d));
    throw InputError(std::move(all));
  }
}

void warn_of_failed_causes(const Learned& learned, const CommonOptions& common) {
  std::vector<Diagnostic> warnings;
  for (const Learned::FailedCause& cause : learned.failed) {
    Diagnostic d;
    d.severity = Diagnostic::Severity::warning;
    d.file = common.output_file;
    d.message = "the approved rule " + cause.id + " no longer holds (precision " +
                present::percent_words(cause.precision) + ", recall " +
                present::percent_words(cause.recall) + "): " + cause.rule;
    d.help = "it is kept; cogs review " + common.output_file + " can reject it";
    warnings.push_back(std::move(d));
  }
  common.warn(warnings);
}

ExitCode run(const LearnArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  common.keep({arguments.data, arguments.test.value_or(""), arguments.features.sheet});
  LearnOptions options = learn_options(arguments);
  options.features = arguments.features.edits();
  options.earlier = earlier_model(arguments);

  Learned learned;
  {
    std::optional<ProgressBar> bar(std::in_place, "reading " + arguments.data, !common.quiet);
    bool reading = true;
    Control control = common.control();
    control.progress = [&](const Progress& at) {
      const bool learns = at.stage == Progress::Stage::learning;
      if (learns && std::exchange(reading, false)) bar.emplace("learning", !common.quiet);
      bar->show(at.share);
    };
    learned = learn(arguments.table.table(arguments.data), options, control);
  }
  common.warn(learned.warnings);
  warn_of_failed_causes(learned, common);

  // The model goes to its file, or to standard output if nothing else wants that.
  CommonOptions to_screen = common;
  to_screen.output_file.clear();
  const std::string& model = learned.decision->text();
  if (!common.output_file.empty()) base::write_text_file(common.output_file, model);
  if (common.json) {
    to_screen.deliver(learned.json({common.timing}));
  } else if (common.output_file.empty()) {
    common.say(learned);
    to_screen.deliver(model);
  } else {
    to_screen.deliver(to_screen.written(learned) + "\nThe model is in " +
                      present::safe_text(common.output_file) + ".\n");
  }
  if (learned.stopped == Stop::no) return answered;
  base::write_all(STDERR_FILENO,
                  "A limit ended the learning: these are the rules found by then, not pruned.\n");
  return exit_code(learned);
}

}  // namespace

void add_learn(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("learn", "Which rules make this decision? (FOLD-SE)");
  auto arguments = std::make_shared<LearnArguments>();
  command->add_option("DATA", arguments->data, "A CSV file, may be gzipped; - is standard input")
      ->option_text(" ")
      ->required();
  command->add_option("--label", arguments->label, "The column with the decision")
      ->option_text("COL")
      ->required();
  command->add_option("--undesired", arguments->undesired, "The decision to get away from")
      ->option_text("VALUE")
      ->required();
  command
      ->add_option("--class-label", arguments->class_labels,
                   "What people call a decision, such as bad=Declined")
      ->option_text("VALUE=TEXT")
      ->allow_extra_args(false);
  command->add_option("--desired", arguments->desired, "The one to get to, among several")
      ->option_text("VALUE");
  command->add_flag("--against-rest", arguments->against_rest,
                    "Of several classes learn the undesired one alone");
  command->add_option("--holdout", arguments->holdout, "Keep this share of the rows for a test")
      ->option_text("SHARE");
  command->add_option("--test", arguments->test, "Test on this table")->option_text("FILE");
  command->add_option("--cv", arguments->folds, "Cross-validate with so many folds")
      ->option_text("K");
  command->add_option("--prune", arguments->prune, "default, or none for plain FOLD-SE")
      ->option_text("HOW")
      ->check(CLI::IsMember({"default", "none"}));
  command
      ->add_option("--ratio", arguments->ratio,
                   "A rule may cover so many wrong rows for each right one (0.5)")
      ->option_text("N");
  command->add_option("--tail", arguments->tail, "A rule covers at least this share (0.005)")
      ->option_text("SHARE");
  command->add_flag("--tune", arguments->tune,
                    "Try both classes, several ratios and tails, with pruning and without, by "
                    "cross-validation");
  command->add_option("--tune-time", arguments->tune_time, "The same, for at most so long (60)")
      ->option_text("SECONDS");
  command
      ->add_option("--use", arguments->use,
                   "Learn from these columns although they look like identifiers or names")
      ->option_text("COL,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--counted", arguments->counted,
                   "The column that says how many rows a row stands for (1)")
      ->option_text("COL");
  command
      ->add_option("--list-values", arguments->values,
                   "Values that the model lists: those that rules name, also those that ten rows "
                   "share (default), or all")
      ->option_text("named|shared|all")
      ->check(CLI::IsMember({"named", "shared", "all"}));
  command->add_option("--weight", arguments->weights, "How much rows of a class count (1)")
      ->option_text("CLASS=N ...");
  command->add_flag("--fresh", arguments->fresh,
                    "Replace MODEL whole; else its reviewed rules and options are kept");
  add_feature_options(*command, arguments->features);
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs learn loans.csv --label decision --undesired reject --holdout 0.2 -o loan.cogs\n"
      "Without -o the model goes to standard output. What looks as if nobody could change it\n"
      "(sex, age, ...) is declared so, and named; --allow FEATURE undoes that.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
