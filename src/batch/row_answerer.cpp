// SPDX-License-Identifier: Apache-2.0
#include "batch/row_answerer.h"

#include <algorithm>
#include <utility>

#include "base/small_letters.h"
#include "batch/row_person.h"
#include "explain/prove.h"
#include "explain/reasons.h"
#include "explain/tested_reasons.h"
#include "json/parse.h"
#include "model/column_names.h"
#include "model/read/json_fields.h"
#include "table/csv_rules.h"

namespace cogs::batch {

namespace {

// Where a field begins. The bound before the first field of a block is that of 32 bits.
std::size_t begin_of(const std::uint32_t* bounds, std::size_t column) {
  return static_cast<std::uint32_t>(bounds[column] + 1);
}

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

RowAnswerer::RowAnswerer(const model::Model& model, const std::string& file,
                         const RowFormat& format, const BatchOptions& options,
                         const InputColumns& columns, const base::Budget& run)
    : model_(model),
      file_(file),
      format_(format),
      options_(options),
      columns_(columns),
      run_({}, run),
      a_person_(run.within(options.person_limits)),
      questions_(model, options.run, a_person_),
      own_of_feature_(model.features.size()) {
  const std::vector<std::uint32_t>& asked = questions_.common().features();
  places_.resize(asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    places_[i] = questions_.common().place(asked[i], std::nullopt);
  }
  for (std::uint32_t f = 0; f < model.features.size(); ++f) {
    if (options.input != RowKind::csv || !columns.of_feature[f]) continue;
    own_of_feature_[f] = own_.size();
    const auto at = std::lower_bound(asked.begin(), asked.end(), f);
    std::optional<std::size_t> place;
    if (at != asked.end() && *at == f) place = static_cast<std::size_t>(at - asked.begin());
    const model::FeatureId id(f);
    own_.push_back({id,
                    *columns.of_feature[f],
                    FieldValues(model, id, questions_.common(), format, options.read.missing),
                    {},
                    place});
  }
  values_.resize(own_.size());
  for (const model::Feature& feature : model.features) {
    absent_.push_back(format.value(feature, std::nullopt));
  }
}

Position RowAnswerer::measure(std::string_view text) {
  text_ = text;
  if (options_.input == RowKind::csv) {
    runs_.find(text, columns_.layout.delimiter, columns_.layout.columns.size());
    return {runs_.rows(), runs_.lines()};
  }
  Position here;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (!is_blank_line(text.substr(at, end - at))) ++here.rows;
    ++here.lines;
    at = end + 1;
  }
  return here;
}

BlockAnswer RowAnswerer::answer(const Position& before, AnsweredRows done) {
  out_ = {};
  out_.text = std::move(done.text);
  out_.text.reserve(2 * text_.size());
  out_.errors = std::move(done.errors);
  out_.counts = done.counts;
  done_before_ = done.counts.rows;
  finder_ = table::PlaceFinder(text_, 0, static_cast<std::uint32_t>(before.lines) + 1);
  options_.input == RowKind::csv ? answer_csv(before) : answer_json_lines(before);
  return std::move(out_);
}

void RowAnswerer::answer_csv(const Position& before) {
  auto bad = runs_.bad().begin();
  const auto answer_bad_rows = [&](std::uint64_t end) {
    for (; bad != runs_.bad().end() && bad->row < end && out_.whole(); ++bad) {
      if (bad->row >= done_before_) answer_bad_row(*bad, before);
    }
  };
  for (const table::RowRun& run : runs_.runs()) {
    answer_bad_rows(run.first_row);
    answer_run(run, before);
  }
  answer_bad_rows(UINT64_MAX);
}

bool RowAnswerer::run_ended(base::Exhausted cut) {
  if (cut != base::Exhausted::no && cut != base::Exhausted::effort && run_.exhausted_now()) {
    out_.stopped = run_.reason();
  }
  return !out_.whole();
}

void RowAnswerer::answer_run(const table::RowRun& run, const Position& before) {
  constexpr std::size_t rows_at_once = 512;  // so that their text stays in the cache
  const std::size_t columns = columns_.layout.columns.size();
  std::size_t first = 0;
  if (run.first_row < done_before_) {
    first = std::min<std::size_t>(done_before_ - run.first_row, run.rows);
  }
  for (; first < run.rows && out_.whole(); first += rows_at_once) {
    const std::size_t rows = std::min(rows_at_once, run.rows - first);
    const std::uint32_t* bounds = runs_.bounds(run) + first * columns;
    for (OwnColumn& own : own_) {
      own.codes.resize(rows);
      own.values.code(text_, bounds + own.column, columns, own.codes);
    }
    for (std::size_t r = 0; r < rows && out_.whole(); ++r, bounds += columns) {
      answer_row(before.rows + run.first_row + first + r + 1, r, bounds);
    }
  }
}

void RowAnswerer::answer_row(std::uint64_t row, std::size_t in_chunk, const std::uint32_t* bounds) {
  if (run_.exhausted()) {
    out_.stopped = run_.reason();
    return;
  }
  const std::size_t begin = begin_of(bounds, 0);
  const std::size_t columns = columns_.layout.columns.size();
  const std::size_t text_before = out_.text.size();
  bool good = true;
  for (std::size_t i = 0; i < own_.size(); ++i) {
    const FieldValue& value = own_[i].values.of(own_[i].codes[in_chunk]);
    values_[i] = &value;
    if (own_[i].place) places_[*own_[i].place] = value.place;
    good = good && !value.problem;
    out_.unseen = out_.unseen || value.unseen;
  }
  if (format_.repeats_input()) {
    std::string_view text = text_.substr(begin, bounds[columns] - begin);
    while (text.ends_with('\r') || text.ends_with('\n')) text.remove_suffix(1);
    out_.text += text;
  }
  if (!good) {
    refuse_values(row, bounds);
    return;
  }
  path::SharedSearch* search = &questions_.common();
  std::vector<path::Place> own_places;
  std::span<const path::Place> places = places_;
  const RowPerson person(values_, own_of_feature_);
  if (!columns_.constraints.empty()) {
    try {
      search = &constrained_search(bounds);
    } catch (const base::InputError& error) {
      refuse(row, error.diagnostics(), begin);
      return;
    }
    if (search != &questions_.common()) {
      own_places = places_in(*search, person.record());
      places = own_places;
    }
  }
  const path::SharedAnswer* found = nullptr;
  try {
    found = &search->find(places, person);
  } catch (const base::InputError& error) {  // what this row leaves out has no price
    refuse(row, error.diagnostics(), begin);
    return;
  }
  const path::SharedAnswer& answer = *found;
  const bool ended = run_ended(answer.result.exhausted);
  const RowTemplate* text = ended ? nullptr : template_of(answer, *search);
  if (!text) {
    out_.text.resize(text_before);
    return;
  }
  count(answer.result);
  text->append_to(out_.text, [&](std::uint32_t gap, std::string& out) {
    if (gap == row_gap) {
      append_number(out, row);
    } else if (gap >= amount_gaps) {
      out += format_.amount(search->amount(answer.amounts[gap - amount_gaps], person));
    } else {
      const std::optional<std::size_t>& own = own_of_feature_[gap];
      out += own ? values_[*own]->text : absent_[gap];
    }
  });
  out_.text += columns_.layout.line_end;
}

std::vector<path::Place> RowAnswerer::places_in(const path::SharedSearch& search,
                                                const model::Record& record) const {
  std::vector<path::Place> places;
  for (const std::uint32_t f : search.features()) places.push_back(search.place(f, record[f]));
  return places;
}

path::SharedSearch& RowAnswerer::constrained_search(const std::uint32_t* bounds) {
  const auto text = [&](std::size_t column) {
    const std::size_t begin = begin_of(bounds, column);
    return table::field_text(text_.substr(begin, bounds[column + 1] - begin));
  };
  return questions_.search_for(constraint_texts(columns_.constraints, text));
}

const RowTemplate* RowAnswerer::template_of(const path::SharedAnswer& answer,
                                            const path::SharedSearch& search) {
  if (!answer.made_of_it) {
    std::optional<explain::Reasons> reasons;
    if (options_.reasons > 0 && answer.result.undesired) {
      base::Budget budget(a_person_);
      reasons = explain::find_reasons(model_, answer.example, model_.undesired, budget);
      if (run_ended(budget.reason())) return nullptr;
      if (options_.tested_reasons) {
        const explain::Proof proof = explain::prove(model_, answer.example, model_.undesired);
        reasons->reasons = explain::tested_reasons(model_, proof, reasons->reasons);
      }
      if (reasons->reasons.size() > options_.reasons) reasons->reasons.resize(options_.reasons);
    }
    const model::Record start = marks(model_.features.size());
    const path::Result result = path::answer_for(answer, start, amount_mark);
    const std::string text = format_.answer(
        {result, start, search.options(), reasons ? &*reasons : nullptr, &answer.example});
    answer.made_of_it = std::make_shared<RowTemplate>(text);
  }
  return std::static_pointer_cast<const RowTemplate>(answer.made_of_it).get();
}

void RowAnswerer::count(const path::Result& result) {
  ++out_.counts.rows;
  switch (result.status) {
    case path::Status::found: ++out_.counts.found; break;
    case path::Status::already: ++out_.counts.already; break;
    case path::Status::none: ++out_.counts.none; break;
    case path::Status::gave_up: ++out_.counts.gave_up; break;
  }
}

// ---- what cannot be answered -------------------------------------------------------------------

void RowAnswerer::refuse(std::uint64_t row, std::vector<base::Diagnostic> problems,
                         std::size_t offset) {
  ++out_.counts.rows;
  ++out_.counts.bad;
  for (base::Diagnostic& problem : problems) {
    if (problem.place.line == 0) problem.place = finder_.find(offset);
    problem.file = file_;
    out_.errors += format_.error_line(row, problem);
    if (out_.problems.size() < most_problems_shown) out_.problems.push_back(problem);
  }
  out_.text += format_.problem(row, problems) + columns_.layout.line_end;
}

void RowAnswerer::refuse_values(std::uint64_t row, const std::uint32_t* bounds) {
  std::vector<std::pair<std::size_t, const FieldValue*>> bad;  // by column, as they stand
  for (std::size_t i = 0; i < own_.size(); ++i) {
    if (values_[i]->problem) bad.emplace_back(own_[i].column, values_[i]);
  }
  std::sort(bad.begin(), bad.end());
  std::vector<base::Diagnostic> problems;
  for (const auto& [column, value] : bad) {
    base::Diagnostic problem = *value->problem;
    const std::size_t begin = begin_of(bounds, column);
    const std::size_t length = bounds[column + 1] - begin;
    problem.place = finder_.find(begin, std::min<std::size_t>(length, 80));
    problem.source_line = table::line_around(text_, begin);
    problems.push_back(std::move(problem));
  }
  refuse(row, std::move(problems), 0);
}

void RowAnswerer::answer_bad_row(const table::BadRow& bad, const Position& before) {
  if (run_.exhausted()) {
    out_.stopped = run_.reason();
    return;
  }
  const std::uint64_t row = before.rows + bad.row + 1;
  const std::size_t columns = columns_.layout.columns.size();
  const char delimiter = columns_.layout.delimiter;
  if (format_.repeats_input()) {
    // As many fields as there are columns, so that the output stays a table.
    std::size_t fields = 1;
    if (bad.fault == table::RowFault::none) {
      std::vector<std::uint32_t> ends;
      table::split_row(text_, bad.begin, bad.end, delimiter, ends);
      fields = std::min(ends.size(), columns);
      out_.text += text_.substr(bad.begin, ends[fields - 1] - bad.begin);
    }
    out_.text.append(columns - fields, delimiter);
  }
  base::Diagnostic problem =
      bad.fault == table::RowFault::none
          ? table::describe_field_count(row, bad.fields, columns, true, delimiter)
          : table::describe(bad.fault);
  // A quote that is closed too late, or never, takes in rows that were meant to stand alone.
  std::string_view whole = text_.substr(bad.begin, bad.end - bad.begin);
  if (whole.ends_with('\n')) whole.remove_suffix(1);
  const auto lines = std::count(whole.begin(), whole.end(), '\n');
  if (lines > 0 && bad.fault != table::RowFault::none) {
    problem.message += "; the row has " + std::to_string(lines + 1) + " lines";
    out_.swallowed += static_cast<std::uint64_t>(lines);
  }
  problem.source_line = table::line_around(text_, bad.at);
  refuse(row, {problem}, bad.at);
}

// ---- rows of JSON Lines -------------------------------------------------------------------------

void RowAnswerer::answer_json_lines(const Position& before) {
  std::uint64_t row = before.rows;
  std::uint32_t line = static_cast<std::uint32_t>(before.lines);
  for (std::size_t at = 0; at < text_.size() && out_.whole();) {
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    const std::string_view text = text_.substr(at, end - at);
    at = end + 1;
    ++line;
    if (is_blank_line(text) || ++row <= before.rows + done_before_) continue;
    answer_json_line(row, line, text);
  }
}

void RowAnswerer::answer_json_line(std::uint64_t row, std::uint32_t line, std::string_view text) {
  if (run_.exhausted()) {
    out_.stopped = run_.reason();
    return;
  }
  model::Record record;
  ConstraintTexts constraints;
  try {
    record = read_json_record(text, constraints);
    path::SharedSearch& search = questions_.search_for(constraints);
    const path::SharedAnswer& answer =
        search.find(places_in(search, record), path::RecordPerson(record));
    if (run_ended(answer.result.exhausted)) return;
    const RowTemplate* template_text = template_of(answer, search);
    if (!template_text) return;
    count(answer.result);
    template_text->append_to(out_.text, [&](std::uint32_t gap, std::string& out) {
      if (gap == row_gap) {
        append_number(out, row);
      } else if (gap >= amount_gaps) {
        out += format_.amount(
            search.amount(answer.amounts[gap - amount_gaps], path::RecordPerson(record)));
      } else {
        out += format_.value(model_.features[gap], record[gap]);
      }
    });
    out_.text += columns_.layout.line_end;
  } catch (const base::InputError& error) {
    std::vector<base::Diagnostic> problems;
    for (base::Diagnostic problem : error.diagnostics()) {
      if (problem.severity != base::Severity::error) continue;
      problem.place.line = line;
      problem.place.column = std::max(1U, problem.place.column);
      problem.source_line.clear();
      problems.push_back(std::move(problem));
    }
    refuse(row, std::move(problems), 0);
  }
}

// Members that are no features, such as ids and labels, are left alone.
model::Record RowAnswerer::read_json_record(std::string_view text, ConstraintTexts& constraints) {
  std::vector<model::Field> fields;
  const ConstraintColumns& wanted = options_.columns;
  const auto take = [&](const std::vector<std::string>& names, const model::Field& field,
                        std::vector<std::string>& into) {
    if (std::find(names.begin(), names.end(), field.name) != names.end()) {
      into.push_back(field.value);
      if (std::find(met_.begin(), met_.end(), field.name) == met_.end()) {
        met_.push_back(field.name);
      }
    }
  };
  const auto is_feature = [&](const std::string& name) {
    return model_.find_feature(name) || model_.find_feature(base::in_small_letters(name));
  };
  for (model::Field& field : model::json_fields(json::parse(text, ""), "", text, is_feature)) {
    take(wanted.fix, field, constraints.fix);
    take(wanted.allow, field, constraints.allow);
    take(wanted.only, field, constraints.only);
    take(wanted.range, field, constraints.range);
    take(wanted.cost, field, constraints.cost);
    if (!model_.find_feature(field.name)) field.name = base::in_small_letters(field.name);
    if (model_.find_feature(field.name)) fields.push_back(std::move(field));
  }
  return model::read_record(model_, fields, "");
}

}  // namespace cogs::batch
