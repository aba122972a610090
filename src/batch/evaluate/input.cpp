// SPDX-License-Identifier: Apache-2.0
#include "batch/evaluate/input.h"

#include <algorithm>
#include <string_view>

#include "batch/batch.h"
#include "batch/evaluate/columns.h"
#include "table/byte_source.h"
#include "table/cell_number.h"
#include "table/csv_rules.h"

namespace cogs::batch {

namespace {

using model::FeatureId;
using model::Record;
using model::Value;

constexpr std::size_t most_problems = 20;

std::string all_bytes(const std::string& file) {
  const auto source = table::open_byte_source(file, file);
  std::string text;
  char piece[1 << 16];
  while (const std::size_t size = source->read(piece, sizeof piece)) text.append(piece, size);
  return text;
}

// Collects what is wrong, and says when it is enough.
class Problems {
 public:
  void add(const base::InputError& error) {
    for (const base::Diagnostic& d : error.diagnostics()) add(d);
  }
  void add(base::Diagnostic problem) {
    found_.push_back(std::move(problem));
    if (found_.size() >= most_problems) finish();
  }
  void finish() {
    if (!found_.empty()) throw base::InputError(std::move(found_));
  }

 private:
  std::vector<base::Diagnostic> found_;
};

base::Diagnostic problem_at(const std::string& file, const base::Place& place, std::string message,
                            std::string help = {}) {
  base::Diagnostic d = base::error_about(file, std::move(message), std::move(help));
  d.place = place;
  return d;
}

constexpr const char* other_row_help = "give the rows that cogs batch was given, in the same order";

std::optional<FeatureId> first_difference(const Record& a, const Record& b) {
  for (std::size_t f = 0; f < a.size(); ++f) {
    const bool same = a[f] && b[f] ? (a[f]->number && b[f]->number ? *a[f]->number == *b[f]->number
                                                                   : a[f]->text == b[f]->text)
                                   : !a[f] && !b[f];
    if (!same) return FeatureId(f);
  }
  return std::nullopt;
}

std::string other_row_words(const model::Model& model, std::uint64_t row, FeatureId feature) {
  return "this is no answer about row " + std::to_string(row) + ": '" +
         model.feature(feature).name + "' differs";
}

std::string rows_words(std::uint64_t rows) {
  return rows == 0 ? "the table has no rows" : "the rows are 1 to " + std::to_string(rows);
}

class CsvCounterfactuals {
 public:
  CsvCounterfactuals(const model::Model& model, const CounterfactualSource& source,
                     const GivenRows& rows, const EvaluateOptions& options,
                     std::vector<base::Diagnostic>& warnings)
      : model_(model),
        file_(source.file),
        rows_(rows),
        options_(options),
        reader_(table::open_byte_source(source.file, source.file), source.file, options.read),
        columns_(find_columns(model, source.file, reader_.header(), options, warnings)) {}

  void read(const std::function<void(Given)>& take) {
    table::CsvRow line;
    Problems problems;
    for (bool more = true; more;) {
      try {
        more = reader_.next(line);
        if (more) take(read_line(line));
      } catch (const base::InputError& error) {
        problems.add(error);
      }
    }
    problems.finish();
  }

 private:
  Given read_line(const table::CsvRow& line) const {
    Given given;
    given.line = line.line;
    given.row = row_of(line);
    if (columns_.seconds) given.seconds = seconds_of(line, *columns_.seconds);
    if (is_empty(line)) return given;
    Record state = rows_.record(given.row);
    for (std::size_t f = 0; f < state.size(); ++f) {
      if (const auto column = columns_.of_feature[f]) {
        state[f] = value_of(FeatureId(f), line.fields[*column], line.places[*column]);
      }
    }
    if (columns_.changes) {
      check_start(state, given.row, line);
      apply_changes(line.fields[*columns_.changes], line.places[*columns_.changes], state);
    }
    given.state = std::move(state);
    return given;
  }

  // What cogs batch writes repeats the row that it answers.
  void check_start(const Record& repeated, std::uint64_t row, const table::CsvRow& line) const {
    if (const auto feature = first_difference(repeated, rows_.record(row))) {
      throw base::InputError(problem_at(file_, line.places[*columns_.of_feature[feature->index()]],
                                        other_row_words(model_, row, *feature), other_row_help));
    }
  }

  bool is_missing(std::string_view text) const {
    return text.empty() || std::find(options_.missing.begin(), options_.missing.end(), text) !=
                               options_.missing.end();
  }

  bool is_empty(const table::CsvRow& line) const {
    const auto is_blank = [&](std::size_t column) {
      return is_missing(table::without_blanks(line.fields[column]));
    };
    if (columns_.changes) return is_blank(*columns_.changes);
    return std::all_of(columns_.of_feature.begin(), columns_.of_feature.end(),
                       [&](const auto& column) { return !column || is_blank(*column); });
  }

  std::uint64_t row_of(const table::CsvRow& line) const {
    if (!columns_.row) {
      if (line.number <= rows_.count) return line.number;
      throw base::InputError(
          problem_at(file_, line.places.front(),
                     "there is no row " + std::to_string(line.number) + " for this line",
                     rows_words(rows_.count)));
    }
    const std::string_view text = table::without_blanks(line.fields[*columns_.row]);
    const auto number = table::cell_number(text);
    const auto row = number ? number->to_int64() : std::nullopt;
    if (row && *row >= 1 && static_cast<std::uint64_t>(*row) <= rows_.count) {
      return static_cast<std::uint64_t>(*row);
    }
    throw base::InputError(problem_at(file_, line.places[*columns_.row],
                                      "there is no row '" + std::string(text) + "'",
                                      rows_words(rows_.count)));
  }

  std::optional<double> seconds_of(const table::CsvRow& line, std::size_t column) const {
    const std::string_view text = table::without_blanks(line.fields[column]);
    if (is_missing(text)) return std::nullopt;
    const auto number = table::cell_number(text);
    if (number && number->sign() >= 0) return number->approximate();
    throw base::InputError(problem_at(file_, line.places[column],
                                      "'" + std::string(text) + "' is no number of seconds"));
  }

  // `as_answered`: as batch writes values, with a decimal point whatever the table has.
  std::optional<Value> value_of(FeatureId id, const std::string& text, const base::Place& place,
                                bool as_answered = false) const {
    const model::Feature& feature = model_.feature(id);
    const std::string bare(table::without_blanks(text));
    const auto plain = table::cell_number(bare);
    const bool as_it_is = !feature.numeric() || (as_answered && plain);
    auto number = as_it_is ? plain : table::cell_number(bare, feature.notation);
    if (!number && !feature.notation.date.empty()) number = plain;
    if (table::is_mark(feature.notation.missing, bare, number)) return std::nullopt;
    if (feature.numeric()) {
      if (is_missing(bare)) return std::nullopt;
      if (number) return Value::of(*number);
      if (feature.notation.texts_are_missing || table::means_missing_number(bare)) {
        return std::nullopt;
      }
      throw base::InputError(
          problem_at(file_, place, "'" + feature.name + "' takes a number, not '" + bare + "'"));
    }
    const std::vector<model::SetValue>& listed = feature.set().values;
    for (const model::SetValue& each : listed) {
      if (each.value.text == text || each.value.text == bare) return each.value;
    }
    for (const model::SetValue& each : listed) {  // other tools write 4.0 for 4
      if (number && each.value.number && *each.value.number == *number) return each.value;
    }
    if (is_missing(bare)) return std::nullopt;
    if (feature.set().open) return *feature.set().find(bare);
    return Value::of(bare);
  }

  // "debt=0; job=clerk". A value may hold "; " too: a change begins with the name of a feature.
  void apply_changes(const std::string& text, const base::Place& place, Record& state) const {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t equals = text.find('=', at);
      const std::string name = text.substr(at, equals == std::string::npos ? equals : equals - at);
      const auto id = equals == std::string::npos ? std::nullopt : model_.find_feature_meant(name);
      if (!id) {
        throw base::InputError(problem_at(file_, place, "'" + name + "' is no change of a feature",
                                          "changes look like feature=value; feature=value"));
      }
      std::size_t end = equals;
      do {
        end = text.find("; ", end + 1);
      } while (end != std::string::npos && !begins_change(text, end + 2));
      const std::size_t stop = std::min(end, text.size());
      state[id->index()] = value_of(*id, text.substr(equals + 1, stop - equals - 1), place, true);
      at = end == std::string::npos ? text.size() : end + 2;
    }
  }

  bool begins_change(const std::string& text, std::size_t at) const {
    const std::size_t equals = text.find('=', at);
    return equals != std::string::npos && model_.find_feature_meant(text.substr(at, equals - at));
  }

  const model::Model& model_;
  const std::string& file_;
  const GivenRows& rows_;
  const EvaluateOptions& options_;
  table::CsvReader reader_;
  CounterfactualColumns columns_;
};

void read_json_lines(const model::Model& model, const CounterfactualSource& source,
                     const GivenRows& rows, const EvaluateOptions& options,
                     const std::function<void(Given)>& take) {
  const std::string text = all_bytes(source.file);
  Problems problems;
  std::uint32_t number = 0;
  std::uint64_t answers = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    ++number;
    if (table::without_blanks(line).empty()) continue;
    ++answers;
    AnsweredRow answer;
    try {
      answer = options.read_answer(line);
    } catch (const base::InputError& error) {
      for (base::Diagnostic d : error.diagnostics()) {
        d.file = source.file;
        d.place.line = number;
        problems.add(std::move(d));
      }
      continue;
    }
    if (answer.row < 1 || answer.row > rows.count) {
      problems.add(problem_at(source.file, {number, 1},
                              "there is no row " + std::to_string(answer.row),
                              rows_words(rows.count)));
      continue;
    }
    try {
      if (answer.start) {
        if (const auto feature = first_difference(*answer.start, rows.record(answer.row))) {
          problems.add(problem_at(source.file, {number, 1},
                                  other_row_words(model, answer.row, *feature), other_row_help));
          continue;
        }
      }
      take({answer.row, number, std::move(answer.state), std::nullopt});
    } catch (const base::InputError& error) {
      problems.add(error);  // about the rows, and located there
    }
  }
  problems.finish();
  if (answers == 0) throw base::InputError(base::error_about(source.file, "the file is empty"));
}

}  // namespace

void read_counterfactuals(const model::Model& model, const CounterfactualSource& source,
                          const GivenRows& rows, const EvaluateOptions& options,
                          std::vector<base::Diagnostic>& warnings,
                          const std::function<void(Given)>& take) {
  if (names_json_lines(source.file)) {
    read_json_lines(model, source, rows, options, take);
  } else {
    CsvCounterfactuals(model, source, rows, options, warnings).read(take);
  }
}

}  // namespace cogs::batch
