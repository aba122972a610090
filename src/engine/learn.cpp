// SPDX-License-Identifier: Apache-2.0
#include "engine/learn.h"

#include <numeric>
#include <utility>

#include "base/stopwatch.h"
#include "engine/review.h"
#include "model/build_model.h"
#include "model/read_model.h"
#include "rules/inspect.h"
#include "rules/predict.h"
#include "rules/split.h"

namespace cogs::engine {

namespace {

std::string some(const std::vector<std::string>& values) {
  constexpr std::size_t shown = 10;
  std::string out;
  for (std::size_t i = 0; i < values.size() && i < shown; ++i) {
    out += (i == 0 ? "" : ", ") + values[i];
  }
  return values.size() > shown ? out + ", ..." : out;
}

std::vector<std::string> values_of(const table::Column& column) {
  std::vector<std::string> values;
  for (table::Code code = 0; code < column.missing(); ++code) values.push_back(column.text(code));
  return values;
}

table::ColumnId find_label(const table::Table& table, const std::string& name) {
  if (const auto found = table.find(name)) return *found;
  std::vector<std::string> names;
  for (const table::Column& column : table.columns) names.push_back(column.name);
  const std::string near = base::nearest_name(name, names);
  throw base::InputError(base::error_about(
      table.file, "there is no column '" + name + "' to learn",
      near.empty() ? "the columns are " + some(names) : "did you mean '" + near + "'?"));
}

// A class that the table does not have would give a model without rules.
void require_outcome(const table::Table& table, const table::Column& label,
                     const std::string& outcome) {
  if (label.code_of(outcome)) return;
  const std::vector<std::string> values = values_of(label);
  const std::string near = base::nearest_name(outcome, values);
  throw base::InputError(base::error_about(
      table.file, "the column '" + label.name + "' has no value '" + outcome + "'",
      near.empty() ? "its values are " + some(values) : "did you mean '" + near + "'?"));
}

std::vector<std::uint32_t> all_rows(const table::Table& table) {
  std::vector<std::uint32_t> rows(table.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

rules::CrossValidation cross_validate(const rules::Task& task, const LearnOptions& options) {
  const table::Column& label = task.table.column(task.label);
  std::vector<double> accuracy, precision, recall, f1, rule_count, literal_count;
  for (rules::Split& split : rules::fold(label, task.rows, *options.folds, options.rules.seed)) {
    rules::Task part = task;
    part.rows = std::move(split.train);
    const rules::RuleSet found = rules::learn(part, options.rules);
    const rules::Measures measures =
        rules::evaluate(found, task.table, split.test, options.rules.threads);
    accuracy.push_back(measures.accuracy);
    precision.push_back(measures.precision);
    recall.push_back(measures.recall);
    f1.push_back(measures.f1);
    rule_count.push_back(static_cast<double>(found.rule_count()));
    literal_count.push_back(static_cast<double>(found.literal_count()));
  }
  return {*options.folds,
          rules::spread(accuracy),
          rules::spread(precision),
          rules::spread(recall),
          rules::spread(f1),
          rules::spread(rule_count),
          rules::spread(literal_count)};
}

}  // namespace

Learned learn(const std::string& file, const LearnOptions& options) {
  const base::Stopwatch reading;
  table::ReadOptions read = options.read;
  read.categorical.push_back(options.label);  // classes are names, also where they are numbers
  const table::Table table = table::read_table(file, read);
  if (table.exhausted != base::Exhausted::no) throw base::Stopped(table.exhausted);
  const double seconds = reading.seconds();
  Learned learned = learn(table, options);
  learned.seconds.read = seconds;
  return learned;
}

Learned learn(const table::Table& table, const LearnOptions& options) {
  const table::ColumnId label_id = find_label(table, options.label);
  const table::Column& label = table.column(label_id);
  if (table.rows == 0) {
    throw base::InputError(base::error_about(table.file, "there are no rows to learn from",
                                             "the file has a header and nothing else"));
  }
  require_outcome(table, label, options.undesired);
  if (options.desired) require_outcome(table, label, *options.desired);

  Learned learned;
  learned.warnings = table.warnings;
  rules::Task task{.table = table, .label = label_id};
  if (label.missing() <= 2 || options.against_rest) task.positive = options.undesired;
  task.rows = all_rows(table);
  if (label.missing_cells > 0) {
    learned.warnings.push_back(base::warning_about(
        table.file, std::to_string(label.missing_cells) + " rows have no '" + label.name + "'",
        "they are left out"));
    std::erase_if(task.rows,
                  [&](std::uint32_t row) { return label.codes[row] == label.missing(); });
  }

  for (const rules::Identifier& identifier : rules::find_identifiers(table, label_id)) {
    const std::string& name = table.column(identifier.column).name;
    learned.warnings.push_back(
        base::warning_about(table.file,
                            "the column '" + name + "' looks like an identifier: " +
                                (identifier.sign == rules::IdentifierSign::sequence
                                     ? "it counts through the rows"
                                     : std::to_string(identifier.values) + " values in " +
                                           std::to_string(table.rows) + " rows"),
                            "--ignore '" + name + "' keeps it out of the rules"));
  }

  std::vector<std::uint32_t> test_rows;
  if (options.folds) learned.validation = cross_validate(task, options);
  if (options.holdout) {
    rules::Split split = rules::hold_out(label, task.rows, *options.holdout, options.rules.seed);
    task.rows = std::move(split.train);
    test_rows = std::move(split.test);
  }

  const base::Stopwatch fitting;
  learned.rules = rules::learn(task, options.rules);
  learned.seconds.fit = fitting.seconds();
  if (learned.rules.stopped != base::Exhausted::no && learned.rules.rules.empty()) {
    throw base::Stopped(learned.rules.stopped);
  }
  learned.rows = task.rows.size();
  learned.features = learned.rules.attributes.size();

  const base::Stopwatch predicting;
  learned.train = rules::evaluate(learned.rules, table, task.rows, options.rules.threads);
  learned.seconds.predict = predicting.seconds();
  if (options.holdout) {
    learned.test = rules::evaluate(learned.rules, table, test_rows, options.rules.threads);
  } else if (options.test_file) {
    table::ReadOptions read = options.read;
    read.like = &table;
    const table::Table test = table::read_table(*options.test_file, read);
    if (test.exhausted != base::Exhausted::no) throw base::Stopped(test.exhausted);
    find_label(test, options.label);
    learned.warnings.insert(learned.warnings.end(), test.warnings.begin(), test.warnings.end());
    learned.test = rules::evaluate(learned.rules, test, {}, options.rules.threads);
  }

  const model::BuildOptions build{options.undesired, options.desired, {}};
  learned.model_text = options.earlier
                           ? model::rebuild_model(*options.earlier, table, learned.rules, build)
                           : model::build_model(table, learned.rules, build);
  learned.model =
      model::read_model(learned.model_text, options.earlier ? options.earlier->path : table.file);
  if (options.earlier) {
    for (const FailedRule& failed : rules_that_fail(learned.model, table)) {
      learned.failed.push_back({failed.item.id, failed.item.rule, failed.item.mode,
                                failed.check.precision(), failed.check.recall()});
    }
  }
  return learned;
}

}  // namespace cogs::engine
