// SPDX-License-Identifier: Apache-2.0
//
// cogs import FILE -o MODEL: a model of another library, as it is.
#include <cogs/import.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/feature_options.h"
#include "cli/table_options.h"
#include "present/words/safe_text.h"

namespace cogs::cli {

namespace {

struct ImportArguments {
  std::string file, format, people, check;
  std::string score = "score", decision = "reject", threshold, undesired, unwanted_class,
              values = "shared";
  std::vector<std::string> skip;
  bool probability = false, all_trees = false, points = false, fresh = false;
  FeatureOptions features;
  TableOptions table;
  CommonOptions common;
};

// How MODEL names FILE: from where MODEL is, so that both can be moved together.
std::string name_for_model(const std::string& file, const std::string& model) {
  if (model.empty()) return file;
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = fs::absolute(model, error).parent_path();
  const fs::path relative = fs::proximate(fs::absolute(file, error), folder, error);
  return error || relative.empty() ? file : relative.generic_string();
}

// A table of features has a column `feature`; other tables that --features names are of people.
bool is_sheet(const std::string& file) {
  const std::string text = read_input(file);
  const std::string_view line = std::string_view(text).substr(0, text.find('\n'));
  for (std::size_t at = line.find("feature"); at != std::string_view::npos;
       at = line.find("feature", at + 1)) {
    const auto edge = [&](std::size_t i) {
      return i >= line.size() ||
             std::string_view(",;\t|\"\r").find(line[i]) != std::string_view::npos;
    };
    if ((at == 0 || edge(at - 1)) && edge(at + 7)) return true;
  }
  return false;
}

ExitCode run(ImportArguments arguments) {
  if (arguments.people.empty() && !arguments.features.sheet.empty() &&
      arguments.features.sheet != "-" && !is_sheet(arguments.features.sheet)) {
    arguments.people = std::exchange(arguments.features.sheet, "");
  }
  const CommonOptions& common = arguments.common;
  common.check();
  common.keep({arguments.file, arguments.people, arguments.check, arguments.features.sheet});
  if (arguments.probability && arguments.points) {
    throw UsageError("--points and --probability exclude each other");
  }
  const std::string& target = common.output_file;
  if (!target.empty() && !arguments.fresh && std::filesystem::is_regular_file(target)) {
    base::Diagnostic d =
        base::error_about(target, "this file is in the way: what people added to it would be lost",
                          "--fresh replaces it; to take a changed file of the same model, change "
                          "its sha256 in the #import line");
    throw base::InputError(std::move(d));
  }
  ImportOptions options;
  options.format = arguments.format;
  options.score = arguments.score;
  options.decision = arguments.decision;
  options.undesired = arguments.undesired;
  options.skip = arguments.skip;
  options.threshold = arguments.threshold;
  options.probability = arguments.probability;
  options.unwanted_class = arguments.unwanted_class;
  options.all_trees = arguments.all_trees;
  options.points = arguments.points;
  options.file_in_model = name_for_model(arguments.file, target);
  if (!arguments.check.empty()) options.check = arguments.check;
  options.features = arguments.features.edits();
  options.listed = arguments.values == "all"     ? LearnOptions::Listed::all
                   : arguments.values == "named" ? LearnOptions::Listed::named
                                                 : LearnOptions::Listed::shared;
  std::optional<Table> people;
  if (!arguments.people.empty()) people = arguments.table.table(arguments.people);
  const Imported imported = import_model(arguments.file, people, options, common.control());
  common.warn(imported.warnings);
  // What cannot be read back is not written.
  const Decision decision =
      Decision::parse(imported.model_text, target.empty() ? "model.cogs" : target);
  common.warn(decision.warnings());

  CommonOptions to_screen = common;
  to_screen.output_file.clear();
  if (!target.empty()) base::write_text_file(target, imported.model_text);
  if (common.json) {
    to_screen.deliver(imported.json({common.timing}));
  } else if (target.empty()) {
    common.say(imported);
    to_screen.deliver(imported.model_text);
  } else {
    to_screen.deliver(to_screen.written(imported) + "\nThe model is in " +
                      present::safe_text(target) + ".\n");
  }
  return answered;
}

}  // namespace

void add_import(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("import", "A model of another library, as it is");
  auto arguments = std::make_shared<ImportArguments>();
  command
      ->add_option("FILE", arguments->file,
                   "A file of XGBoost, LightGBM, CatBoost, an EBM, PMML, a scorecard as CSV, "
                   "or score.json")
      ->option_text(" ")
      ->required();
  command
      ->add_option("--format", arguments->format,
                   "What it is, if that cannot be told from the file")
      ->option_text("NAME")
      ->check(CLI::IsMember(import_formats()));
  command
      ->add_option(
          "--people", arguments->people,
          "People like those it decides about, before any encoding: domains and steps of features")
      ->option_text("DATA.csv");
  command
      ->add_option(
          "--check", arguments->check,
          "Rows with the library's raw scores in a column raw_score (raw_score_0, ... for several "
          "classes): they must be equal, bit for bit")
      ->option_text("ROWS.csv");
  command->add_option("--score", arguments->score, "The name of the score in MODEL (score)")
      ->option_text("NAME");
  command
      ->add_option("--decision", arguments->decision, "The name of the decision in MODEL (reject)")
      ->option_text("NAME");
  command
      ->add_option("--threshold", arguments->threshold,
                   "The score that divides (where FILE has classes: 0, or a probability of 0.5)")
      ->option_text("N");
  command->add_flag("--probability", arguments->probability,
                    "The threshold is one of the probability");
  command
      ->add_option("--undesired", arguments->undesired,
                   "Which scores are the unwanted ones: below the threshold (default), or above, "
                   "from it on")
      ->option_text("below|above")
      ->check(CLI::IsMember({"below", "above"}));
  command
      ->add_option("--class", arguments->unwanted_class, "The unwanted class, in place of a side")
      ->option_text("NAME");
  command
      ->add_option("--skip", arguments->skip,
                   "Columns of the people that are to be no features; the others all are")
      ->option_text("COL,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--all-trees", arguments->all_trees,
                    "XGBoost: also the trees after the best iteration, as Booster.predict does");
  command->add_flag("--points", arguments->points,
                    "Write a scorecard into MODEL, as a table of points");
  command
      ->add_option("--list-values", arguments->values,
                   "Values that the model lists: those that FILE names, also those that ten people "
                   "share (default), or all")
      ->option_text("named|shared|all")
      ->check(CLI::IsMember({"named", "shared", "all"}));
  command->add_flag("--fresh", arguments->fresh, "Replace MODEL if it is there");
  add_feature_options(*command, arguments->features);
  command->get_option("--features")
      ->description(
          "People, as --people takes them; or what may happen to features, as cogs features writes "
          "it");
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs import model.json --people people.csv --check rows.csv --score risk -o loan.cogs\n"
      "MODEL names FILE with its checksum; keep them together. Causes, prices and restrictions are "
      "then\n"
      "added to MODEL as to any other. Without -o the model goes to standard output.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
