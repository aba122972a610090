// SPDX-License-Identifier: Apache-2.0
#include "engine/learn.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/small_letters.h"
#include "base/stopwatch.h"
#include "base/trimmed.h"
#include "engine/review.h"
#include "model/column_names.h"
#include "model/data/bind_table.h"
#include "model/edit/build_model.h"
#include "model/read/read_model.h"
#include "rules/inspect.h"
#include "rules/predict.h"
#include "rules/split.h"
#include "table/odd_cells.h"
#include "table/repeat_rows.h"

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

table::ColumnId find_column(const table::Table& table, const std::string& name,
                            const std::string& use) {
  if (const auto found = table.find_in_any_capitals(name)) return *found;
  std::vector<std::string> names;
  for (const table::Column& column : table.columns) names.push_back(column.name);
  const std::string near = base::nearest_name(name, names);
  throw base::InputError(base::error_about(
      table.file, "there is no column '" + name + "' " + use,
      near.empty() ? "the columns are " + some(names) : "did you mean '" + near + "'?"));
}

table::ColumnId find_label(const table::Table& table, const std::string& name) {
  return find_column(table, name, "to learn");
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

// Classes that differ in capitals or blanks alone are hardly two classes.
void warn_of_spellings(const table::Table& table, const table::Column& label,
                       std::vector<base::Diagnostic>& warnings) {
  std::map<std::string, std::vector<std::string>> alike;
  for (const std::string& value : label.texts) {
    alike[base::in_small_letters(std::string(base::trimmed(value)))].push_back(value);
  }
  for (const auto& [value, spellings] : alike) {
    if (spellings.size() < 2) continue;
    std::string listed;
    for (std::size_t i = 0; i < spellings.size(); ++i) {
      listed += (i == 0 ? "'" : i + 1 == spellings.size() ? " and '" : ", '") + spellings[i] + "'";
    }
    warnings.push_back(base::warning_about(
        table.file,
        listed + " in '" + label.name +
            "' differ in capitals or blanks alone, and are taken as different classes",
        "if they mean the same, write them alike in the table and learn again"));
  }
}

// Classes that are called as people call decisions are called so in answers too.
std::vector<std::pair<std::string, std::string>> words_of_classes(const table::Column& label) {
  constexpr std::string_view known[] = {
      "accepted",  "approved",  "granted",    "conditional", "declined",  "denied",
      "refused",   "rejected",  "pending",    "referred",    "withdrawn", "aprobado",
      "aprobada",  "concedido", "concedida",  "denegado",    "denegada",  "rechazado",
      "rechazada", "abgelehnt", "angenommen", "bewilligt",   "genehmigt", "zugesagt"};
  std::vector<std::pair<std::string, std::string>> words;
  for (const std::string& value : label.texts) {
    std::string called = base::in_small_letters(value);
    if (std::find(std::begin(known), std::end(known), called) == std::end(known)) return {};
    called[0] = static_cast<char>(called[0] - 'a' + 'A');
    words.emplace_back(value, called);
  }
  return words;
}

std::vector<std::uint32_t> all_rows(const table::Table& table) {
  std::vector<std::uint32_t> rows(table.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

// What was said about features is judged before the time is spent on learning.
void check_said(const table::Table& table, table::ColumnId label, const LearnOptions& options,
                const model::BuildOptions& build) {
  if (build.said.empty()) return;
  rules::RuleSet none;
  none.label = table.column(label).name;
  none.outcomes = values_of(table.column(label));
  for (const table::Column& column : table.columns) {
    if (&column == &table.column(label)) continue;  // of those left out, too, people may speak
    none.attributes.push_back({column.name, column.numeric, column.has_gaps()});
  }
  options.earlier ? model::rebuild_model(*options.earlier, table, none, build)
                  : model::build_model(table, none, build);
}

// All columns but the label and what looks like an identifier or a name, unless it is asked for or
// the earlier model has it.
std::vector<table::ColumnId> columns_to_learn(const table::Table& table, table::ColumnId label,
                                              const LearnOptions& options,
                                              std::vector<LeftOut>& left_out) {
  std::vector<bool> kept(table.columns.size(), true);
  kept[label.index()] = false;
  std::vector<bool> asked(table.columns.size(), false);
  for (const std::string& name : options.use) {
    asked[find_column(table, name, "to learn from").index()] = true;
  }
  for (const model::FeatureRow& row : options.said) {  // whoever speaks of it wants it
    if (const auto id = table.find_in_any_capitals(row.feature)) asked[id->index()] = true;
  }
  if (options.earlier) {
    std::vector<std::string> features, columns;
    for (const model::Feature& feature : options.earlier->features) {
      features.push_back(feature.name);
    }
    for (const table::Column& column : table.columns) columns.push_back(column.name);
    for (const auto& column : model::match_columns(features, columns)) {
      if (column) asked[*column] = true;
    }
  }
  std::vector<LeftOut> found;
  for (const rules::Identifier& identifier : rules::find_identifiers(table, label)) {
    if (asked[identifier.column.index()]) continue;
    kept[identifier.column.index()] = false;
    found.push_back({table.column(identifier.column).name, identifier.sign, identifier.values,
                     identifier.word});
  }
  std::vector<table::ColumnId> columns, all;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) columns.emplace_back(i);
    if (i != label.index()) all.emplace_back(i);
  }
  if (columns.empty()) return all;  // there is nothing else to learn from
  left_out = std::move(found);
  return columns;
}

// Figures are about the undesired class, whichever the rules were learned for.
rules::Measures about(rules::Measures measures, const std::string& undesired) {
  rules::Confusion& confusion = measures.confusion;
  if (confusion.actual.size() != 2 || confusion.actual[1] != undesired) return measures;
  std::swap(confusion.actual[0], confusion.actual[1]);
  std::swap(confusion.predicted[0], confusion.predicted[1]);
  std::swap(confusion.rows[0], confusion.rows[1]);
  for (std::vector<std::size_t>& row : confusion.rows) std::swap(row[0], row[1]);
  return rules::measure(std::move(confusion), false);
}

// What tuning finds, in place of what was given.
void use_tuned(rules::Task& task, rules::LearnOptions& options, const rules::Setting& best) {
  task.positive = best.positive;
  options.ratio = best.ratio;
  options.tail = best.tail;
  options.pruning = best.pruning;
}

rules::CrossValidation cross_validate(const rules::Task& task, const LearnOptions& options) {
  const table::Column& label = task.table.column(task.label);
  std::vector<double> accuracy, precision, recall, f1, rule_count, literal_count;
  for (rules::Split& split : rules::fold(label, task.rows, *options.folds, options.rules.seed)) {
    rules::Task part = task;
    part.rows = std::move(split.train);
    const rules::RuleSet found = rules::learn(part, options.rules);
    const rules::Measures measures = about(
        rules::evaluate(found, task.table, split.test, options.rules.threads), options.undesired);
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

table::ReadOptions reading_for(const LearnOptions& options) {
  table::ReadOptions read = options.read;
  read.texts_missing = true;
  read.categorical.push_back(options.label);  // classes are names, also where they are numbers
  if (options.earlier) {
    // What the earlier model knows of dates and missing cells still holds; types are found out.
    read.known = [earlier = options.earlier](const std::vector<std::string>& columns) {
      std::vector<table::ColumnReading> known = model::readings_of(*earlier, columns);
      for (table::ColumnReading& reading : known) {
        const bool date = reading.date && !reading.date->empty();
        reading.plain = false;
        reading.type = date ? table::ColumnType::numeric : table::ColumnType::found_out;
        if (!date) reading.date.reset();
        if (!reading.decimal_comma.value_or(false)) reading.decimal_comma.reset();
      }
      return known;
    };
  }
  return read;
}

Learned learn(const std::string& file, const LearnOptions& options) {
  const base::Stopwatch reading;
  const table::Table table = table::read_table(file, reading_for(options));
  if (table.exhausted != base::Exhausted::no) throw base::Stopped(table.exhausted);
  const double seconds = reading.seconds();
  Learned learned = learn(table, options);
  learned.seconds.read = seconds;
  return learned;
}

std::string class_named(const table::Table& table, const std::string& label,
                        const std::string& name) {
  const auto column = table.find_in_any_capitals(label);
  if (!column || table.column(*column).code_of(name)) return name;
  std::vector<std::string> alike;
  for (const std::string& value : table.column(*column).texts) {
    if (base::in_small_letters(value) == base::in_small_letters(name)) alike.push_back(value);
  }
  return alike.size() == 1 ? alike.front() : name;
}

Learned learn(const table::Table& table, const LearnOptions& options) {
  if (!options.counted.empty()) {
    LearnOptions plain = options;
    plain.counted.clear();
    return learn(table::repeat_rows(table, options.counted), plain);
  }
  const table::ColumnId label_id = find_label(table, options.label);
  const table::Column& label = table.column(label_id);
  if (table.rows == 0) {
    throw base::InputError(base::error_about(table.file, "there are no rows to learn from",
                                             "the file has a header and nothing else"));
  }
  require_outcome(table, label, options.undesired);
  if (options.desired) require_outcome(table, label, *options.desired);
  for (const auto& [value, words] : options.class_labels) require_outcome(table, label, value);

  model::BuildOptions build{options.undesired, options.desired, {}, options.said};
  build.listed = options.listed;
  build.class_labels = options.class_labels;
  if (build.class_labels.empty()) build.class_labels = words_of_classes(label);
  check_said(table, label_id, options, build);

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

  warn_of_spellings(table, label, learned.warnings);
  task.attributes = columns_to_learn(table, label_id, options, learned.left_out);
  for (const table::SharedCode& code : table::find_shared_codes(table)) {
    learned.warnings.push_back(table::describe(code, table));
  }

  std::vector<std::uint32_t> test_rows;
  LearnOptions chosen = options;
  if (options.holdout) {
    rules::Split split = rules::hold_out(label, task.rows, *options.holdout, options.rules.seed);
    task.rows = std::move(split.train);
    test_rows = std::move(split.test);
  }

  if (options.tune) {
    std::optional<std::string> other;
    if (label.missing() == 2 && task.positive) {
      other = label.text(0) == *task.positive ? label.text(1) : label.text(0);
    }
    learned.tuned = rules::tune(task, options.rules, other, *options.tune);
    use_tuned(task, chosen.rules, learned.tuned->best);
  }
  if (options.folds) {
    rules::Task whole = task;
    if (options.holdout) whole.rows.insert(whole.rows.end(), test_rows.begin(), test_rows.end());
    std::sort(whole.rows.begin(), whole.rows.end());
    learned.validation = cross_validate(whole, chosen);
  }

  const base::Stopwatch fitting;
  learned.rules = rules::learn(task, chosen.rules);
  learned.seconds.fit = fitting.seconds();
  if (learned.rules.stopped != base::Exhausted::no && learned.rules.rules.empty()) {
    throw base::Stopped(learned.rules.stopped);
  }
  learned.rows = task.rows.size();
  learned.features = learned.rules.attributes.size();

  const base::Stopwatch predicting;
  learned.train = about(rules::evaluate(learned.rules, table, task.rows, options.rules.threads),
                        options.undesired);
  learned.seconds.predict = predicting.seconds();
  if (options.holdout) {
    learned.test = about(rules::evaluate(learned.rules, table, test_rows, options.rules.threads),
                         options.undesired);
  } else if (options.test_file) {
    table::ReadOptions read = options.read;
    read.like = &table;
    const table::Table test = table::read_table(*options.test_file, read);
    if (test.exhausted != base::Exhausted::no) throw base::Stopped(test.exhausted);
    find_label(test, label.name);
    learned.warnings.insert(learned.warnings.end(), test.warnings.begin(), test.warnings.end());
    learned.test =
        about(rules::evaluate(learned.rules, test, {}, options.rules.threads), options.undesired);
  }

  model::BuiltModel built =
      options.earlier ? model::rebuild_model(*options.earlier, table, learned.rules, build)
                      : model::build_model(table, learned.rules, build);
  learned.model_text = std::move(built.text);
  learned.assumed = std::move(built.assumed);
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
