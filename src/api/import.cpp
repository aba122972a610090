// SPDX-License-Identifier: Apache-2.0
#include <cogs/import.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "api/convert.h"
#include "api/edits.h"
#include "api/shared.h"
#include "api/tables.h"
#include "base/text_file.h"
#include "model/edit/import_text.h"
#include "present/text/import.h"
#include "score/error_bound.h"
#include "score/read.h"
#include "score/rows.h"
#include "score/score_json.h"

namespace cogs {

namespace {

struct ImportAnswered : detail::Answered {
  present::ImportReport report;

  Outcome outcome() const override { return Outcome::yes; }
  std::string json(const JsonOptions&) const override {
    return api::as_page(present::import_json(report));
  }
  std::string text(const TextOptions& how) const override {
    return present::import_text(report, api::hidden(how.style));
  }
};

score::Format format_of(const std::string& name, std::string_view bytes, const std::string& file) {
  std::string known;
  for (const std::string& one : score::format_names()) known += (known.empty() ? "" : ", ") + one;
  if (!name.empty()) {
    if (const auto format = score::format_named(name)) return *format;
    throw OptionsError("the format '" + name + "' is not known; known are " + known);
  }
  if (const auto format = score::detect_format(bytes)) return *format;
  throw base::InputError(
      base::error_about(file, "this does not look like a model of any format that is read",
                        "--format says which it is: " + known));
}

std::string arithmetic_of(score::Sum sum) {
  return sum == score::Sum::exact ? "exact" : sum == score::Sum::float32 ? "float32" : "float64";
}

present::ImportReport report_on(const score::Ensemble& e, const std::string& file) {
  present::ImportReport report;
  report.file = file;
  report.format = e.format;
  report.version = e.version;
  report.sha256 = e.sha256;
  report.trees = e.trees.size();
  for (const score::Tree& tree : e.trees) {
    for (const score::Node& node : tree.nodes)
      report.leaves += node.test == score::Test::leaf ? 1 : 0;
  }
  report.terms = e.linear.size();
  report.columns = e.columns.size();
  report.classes = e.classes;
  report.arithmetic = arithmetic_of(e.sum);
  report.rounding = 0.0;
  for (std::size_t o = 0; o < e.outputs.size(); ++o) {
    const auto bound = score::error_bound(e, o);
    if (!bound) report.rounding.reset();
    if (report.rounding)
      report.rounding = std::max(*report.rounding, bound->any_order.approximate());
  }
  report.notes = e.notes;
  if (e.format == "xgboost") {
    report.notes.push_back(
        "a base_margin that is given to predict is not in the file: where you give one, these "
        "scores "
        "are not those of your program");
  }
  report.in_order = e.in_order;
  return report;
}

}  // namespace

std::string as_score_json(const std::string& file, const std::string& format) {
  return api::guarded([&] {
    const std::string bytes = base::read_text_file(api::plain_name(file));
    return score::write_score(score::read_ensemble(bytes, file, format_of(format, bytes, file)));
  });
}

std::vector<std::string> import_formats() { return score::format_names(); }

Imported import_model(const std::string& file, const std::optional<Table>& people,
                      const ImportOptions& options, const Control& control) {
  return api::guarded([&] {
    const api::Running running(control);
    const std::string bytes = base::read_text_file(api::plain_name(file));
    score::ReadOptions how;
    how.all_trees = options.all_trees;
    const score::Ensemble ensemble =
        score::read_ensemble(bytes, file, format_of(options.format, bytes, file), how);
    auto made = std::make_shared<ImportAnswered>();
    made->report = report_on(ensemble, file);
    if (options.check) {
      std::istringstream rows(base::read_text_file(api::plain_name(*options.check)));
      made->report.checked_file = *options.check;
      made->report.checked_rows = score::check_rows(ensemble, rows, *options.check).rows;
    }

    std::vector<base::Diagnostic> warnings;
    std::optional<table::Table> read;
    if (people) {
      table::ReadOptions reading = api::reading(*people, control, running);
      // Categories of the file are texts in the table, whatever they look like, also one like "?".
      reading.known = [&](const std::vector<std::string>& names) {
        std::vector<table::ColumnReading> known(names.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
          for (const score::Column& column : ensemble.columns) {
            if (column.kind != score::Column::Kind::category || column.name != names[i]) continue;
            known[i].type = table::ColumnType::categorical;
          }
        }
        return known;
      };
      for (const score::Column& column : ensemble.columns) {
        for (const std::string& text : column.categories) {
          const auto& marks = reading.missing;
          if (std::find(marks.begin(), marks.end(), text) != marks.end())
            reading.missing_is_value = true;
        }
      }
      read = api::read(*people, reading);
      if (read->exhausted != base::Exhausted::no) throw base::Stopped(read->exhausted);
      warnings = read->warnings;
    }
    model::ImportTextOptions text;
    text.file = options.file_in_model.empty() ? file : options.file_in_model;
    text.score = options.score;
    text.decision = options.decision;
    if (!options.undesired.empty()) {
      if (options.undesired != "below" && options.undesired != "above") {
        throw OptionsError("undesired are scores below or above the threshold, not '" +
                           options.undesired + "'");
      }
      text.low_is_unwanted = options.undesired == "below";
    }
    text.skip = options.skip;
    if (!options.threshold.empty()) {
      text.threshold = base::Number::parse(options.threshold);
      if (!text.threshold)
        throw OptionsError("the threshold '" + options.threshold + "' is not a number");
    }
    text.probability = options.probability;
    if (!options.unwanted_class.empty()) text.unwanted_class = options.unwanted_class;
    text.points = options.points;
    text.all_trees = options.all_trees;
    text.said = api::rows_of(options.features, warnings);
    text.listed = options.listed == LearnOptions::Listed::all     ? model::Listed::all
                  : options.listed == LearnOptions::Listed::named ? model::Listed::named
                                                                  : model::Listed::shared;
    for (const std::string& note : ensemble.notes) text.heading.push_back(note + ".");
    model::ImportedText written = model::import_text(ensemble, read ? &*read : nullptr, text);
    made->report.features = written.features;
    made->report.assumed = written.assumed;
    made->report.guesses = written.guesses;
    made->report.untested = written.untested;
    made->report.identifiers = written.identifiers;
    Imported out(made);
    out.model_text = std::move(written.text);
    out.format = ensemble.format;
    out.version = ensemble.version;
    out.sha256 = ensemble.sha256;
    out.trees = made->report.trees;
    out.leaves = made->report.leaves;
    out.features = written.features;
    out.notes = ensemble.notes;
    out.guesses = std::move(written.guesses);
    out.checked_rows = made->report.checked_rows;
    out.warnings = api::shown(warnings);
    return out;
  });
}

}  // namespace cogs
