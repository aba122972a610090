// SPDX-License-Identifier: Apache-2.0
//
// cogs learn DATA.csv --label COL --undesired VALUE -o MODEL: which rules make this decision?
#include "engine/learn.h"

#include <unistd.h>

#include <memory>
#include <sstream>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/progress_bar.h"
#include "cli/table_options.h"
#include "engine/engine.h"
#include "output/learn_report.h"

namespace cogs::cli {

namespace {

struct Arguments {
  std::string data;
  std::string label, undesired, desired;
  TableOptions table;
  double ratio = 0.5, tail = 0.005;
  std::string prune = "default";
  std::vector<std::string> weights;
  std::optional<double> holdout;
  std::optional<std::string> test;
  std::optional<std::size_t> folds;
  bool against_rest = false, fresh = false;
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

engine::LearnOptions learn_options(const Arguments& arguments, const base::Limits& limits) {
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
  engine::LearnOptions options;
  options.label = arguments.label;
  options.undesired = arguments.undesired;
  if (!arguments.desired.empty()) options.desired = arguments.desired;
  options.against_rest = arguments.against_rest;
  options.read = arguments.table.resolve();
  options.read.threads = arguments.common.threads;
  options.read.limits = limits;
  options.rules.ratio = arguments.ratio;
  options.rules.tail = arguments.tail;
  options.rules.pruning =
      arguments.prune == "none" ? rules::Pruning::none : rules::Pruning::standard;
  options.rules.weights = read_weights(arguments.weights);
  options.rules.seed = arguments.common.seed;
  options.rules.threads = arguments.common.threads;
  options.rules.limits = limits;
  options.holdout = arguments.holdout;
  options.test_file = arguments.test;
  options.folds = arguments.folds;
  return options;
}

// The model that is to be learned again, if there is one.
std::optional<model::Model> earlier_model(const Arguments& arguments) {
  const std::string& file = arguments.common.output_file;
  if (file.empty() || arguments.fresh || ::access(file.c_str(), F_OK) != 0) return std::nullopt;
  try {
    return engine::load_model(file);
  } catch (const base::InputError& error) {
    std::vector<base::Diagnostic> all = error.diagnostics();
    base::Diagnostic d;
    d.file = file;
    d.message = "this file is in the way: it is no model whose reviewed rules could be kept";
    d.help = "--fresh replaces it";
    all.push_back(std::move(d));
    throw base::InputError(std::move(all));
  }
}

void warn_of_failed_causes(const engine::Learned& learned, const CommonOptions& common) {
  std::vector<base::Diagnostic> warnings;
  for (const engine::Learned::FailedCause& cause : learned.failed) {
    base::Diagnostic d;
    d.severity = base::Severity::warning;
    d.file = common.output_file;
    d.message = "the approved rule " + cause.id + " no longer holds (precision " +
                output::percent_words(cause.precision) + ", recall " +
                output::percent_words(cause.recall) + "): " + cause.rule;
    d.help = "it is kept; cogs review " + common.output_file + " can reject it";
    warnings.push_back(std::move(d));
  }
  common.warn(warnings);
}

ExitCode run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  common.keep({arguments.data, arguments.test.value_or("")});
  engine::LearnOptions options = learn_options(arguments, common.limits());
  const std::optional<model::Model> earlier = earlier_model(arguments);
  if (earlier) options.earlier = &*earlier;

  engine::Learned learned;
  {
    std::optional<ProgressBar> bar(std::in_place, "reading " + arguments.data, !common.quiet);
    bool reading = true;
    options.read.progress = [&](std::size_t done, std::size_t all) {
      bar->show(all == 0 ? -1 : static_cast<double>(done) / static_cast<double>(all));
    };
    options.rules.progress = [&](double share) {
      if (std::exchange(reading, false)) bar.emplace("learning", !common.quiet);
      bar->show(share);
    };
    learned = engine::learn(arguments.data, options);
  }
  common.warn(learned.warnings);
  warn_of_failed_causes(learned, common);

  const output::LearnReport report{.data = arguments.data,
                                   .model = learned.model,
                                   .rules = learned.rules,
                                   .undesired = arguments.undesired,
                                   .rows = learned.rows,
                                   .features = learned.features,
                                   .train = learned.train,
                                   .test = learned.test,
                                   .validation = learned.validation,
                                   .read_seconds = learned.seconds.read,
                                   .fit_seconds = learned.seconds.fit,
                                   .predict_seconds = learned.seconds.predict};
  // The model goes to its file, or to standard output if nothing else wants that.
  CommonOptions to_screen = common;
  to_screen.output_file.clear();
  if (!common.output_file.empty()) base::write_text_file(common.output_file, learned.model_text);
  if (common.json) {
    to_screen.deliver(output::to_text(output::learn_json(report, common.timing)) + "\n");
  } else if (common.output_file.empty()) {
    if (!common.quiet) {
      base::write_all(STDERR_FILENO, output::learn_text(report, common.message_style()));
    }
    to_screen.deliver(learned.model_text);
  } else {
    to_screen.deliver(output::learn_text(report, to_screen.result_style()) + "\nThe model is in " +
                      output::safe_text(common.output_file) + ".\n");
  }
  if (learned.rules.stopped == base::Exhausted::no) return answered;
  base::write_all(STDERR_FILENO,
                  "A limit ended the learning: these are the rules found by then, not pruned.\n");
  return stop_code(learned.rules.stopped);
}

}  // namespace

void add_learn(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("learn", "Which rules make this decision? (FOLD-SE)");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("DATA", arguments->data, "A CSV file, may be gzipped; - is standard input")
      ->option_text(" ")
      ->required();
  command->add_option("--label", arguments->label, "The column with the decision")
      ->option_text("COL")
      ->required();
  command->add_option("--undesired", arguments->undesired, "The decision to get away from")
      ->option_text("VALUE")
      ->required();
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
  command->add_option("--weight", arguments->weights, "How much rows of a class count (1)")
      ->option_text("CLASS=N ...");
  command->add_flag("--fresh", arguments->fresh,
                    "Replace MODEL whole; else its reviewed rules and options are kept");
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs learn loans.csv --label decision --undesired reject --holdout 0.2 -o loan.cogs\n"
      "Without -o the model goes to standard output.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
