// SPDX-License-Identifier: Apache-2.0
#include "batch/cell_answerer.h"

#include <algorithm>
#include <map>
#include <utility>

#include "batch/row_answerer.h"
#include "batch/row_person.h"
#include "explain/reasons.h"
#include "model/column_names.h"
#include "model/compile.h"
#include "table/csv_rules.h"
#include "table/read_arrow.h"

namespace cogs::batch {

namespace {

void check_names(const std::vector<std::string>& names, const std::string& file) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [at, added] = first.emplace(names[i], i);
    if (added || names[i].empty()) continue;
    throw base::InputError(base::error_about(file,
                                             "columns " + std::to_string(at->second + 1) + " and " +
                                                 std::to_string(i + 1) + " have the same name, '" +
                                                 names[i] + "'",
                                             "every column needs a name of its own"));
  }
}

void set_bit(std::vector<std::uint8_t>& bits, std::size_t at, bool value) {
  if (bits.size() <= at / 8) bits.push_back(0);
  if (value) bits[at / 8] = static_cast<std::uint8_t>(bits[at / 8] | (1U << (at % 8)));
}

double near(const std::string& number) {
  const auto read = model::Number::parse(number);
  return read ? read->approximate() : 0;
}

}  // namespace

table::ArrowCoder::Words truth_words(const model::Feature& feature) {
  static const std::pair<const char*, const char*> known[] = {
      {"true", "false"}, {"True", "False"}, {"TRUE", "FALSE"}, {"yes", "no"},
      {"Yes", "No"},     {"YES", "NO"},     {"y", "n"},        {"Y", "N"},
      {"t", "f"},        {"T", "F"},        {"1", "0"}};
  if (feature.numeric()) return {"1", "0"};
  const auto lists = [&](const char* word) {
    const auto& values = feature.set().values;
    return std::any_of(values.begin(), values.end(),
                       [&](const model::SetValue& value) { return value.value.text == word; });
  };
  for (const auto& [yes, no] : known) {
    if (lists(yes) || lists(no)) return {yes, no};
  }
  return {"true", "false"};
}

ArrowColumns find_arrow_columns(const model::Model& model, const table::ArrowStream& stream,
                                const ConstraintColumns& constraints,
                                const std::vector<std::string>& ignored) {
  std::vector<std::string> names;
  for (const table::ArrowColumn& column : stream.columns()) names.push_back(column.name);
  check_names(names, stream.name());
  ArrowColumns out;
  out.constraints = find_constraints(constraints, names, stream.name());
  for (const std::size_t column :
       model::find_columns(ignored, names, stream.name(), "to leave out")) {
    names[column].clear();
  }
  for (std::string& name : names) {
    if (table::is_pandas_index(name)) name.clear();
  }
  model::FeatureColumns found = model::find_feature_columns(model, names, stream.name());
  out.of_feature = std::move(found.column_of);
  out.warnings = std::move(found.warnings);
  const model::CompiledModel compiled = model::compile(model);
  std::vector<std::string> asked;
  for (const model::FeatureId id : found.lacking) {
    if (compiled.features[id.index()].mentioned) asked.push_back(model.feature(id).name);
  }
  if (!asked.empty()) out.warnings.push_back(model::lacking_columns(stream.name(), asked));

  std::vector<base::Diagnostic> problems;
  const auto look_at = [&](std::size_t column) {
    const table::ArrowColumn& one = stream.columns()[column];
    if (!one.readable()) problems.push_back(table::unread_column(stream.name(), one));
  };
  for (const auto& column : out.of_feature) {
    if (column) look_at(*column);
  }
  const ConstraintPlaces& c = out.constraints;
  for (const auto* places : {&c.fix, &c.allow, &c.only, &c.range, &c.cost}) {
    for (const std::size_t column : *places) look_at(column);
  }
  if (!problems.empty()) throw base::InputError(std::move(problems));
  return out;
}

CellAnswerer::CellAnswerer(const model::Model& model, const CellFormat& format,
                           const CellOptions& options, const table::ArrowStream& stream,
                           const ArrowColumns& columns, const base::Budget& run)
    : model_(model),
      format_(format),
      options_(options),
      stream_(stream),
      columns_(columns),
      run_({}, run),
      a_person_(run.within(options.person_limits)),
      questions_(model, options.run, a_person_),
      shape_(format.columns()),
      own_of_feature_(model.features.size()) {
  const std::vector<std::uint32_t>& asked = questions_.common().features();
  places_.resize(asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    places_[i] = questions_.common().place(asked[i], std::nullopt);
  }
  for (std::uint32_t f = 0; f < model.features.size(); ++f) {
    const model::FeatureId id(f);
    absent_.push_back(format.value(model.feature(id), std::nullopt));
    if (!columns.of_feature[f]) continue;
    own_of_feature_[f] = own_.size();
    const auto at = std::lower_bound(asked.begin(), asked.end(), f);
    std::optional<std::size_t> place;
    if (at != asked.end() && *at == f) place = static_cast<std::size_t>(at - asked.begin());
    const std::size_t column = *columns.of_feature[f];
    own_.push_back({column,
                    FieldValues(model, id, questions_.common(), format, options.missing),
                    table::ArrowCoder(stream.columns()[column], truth_words(model.feature(id))),
                    {},
                    place});
  }
  values_.resize(own_.size());
  const ConstraintPlaces& c = columns.constraints;
  for (const auto* places : {&c.fix, &c.allow, &c.only, &c.range, &c.cost}) {
    for (const std::size_t column : *places) {
      const bool known =
          std::any_of(constraints_.begin(), constraints_.end(),
                      [&](const ConstraintColumn& one) { return one.column == column; });
      if (known) continue;
      constraints_.push_back({column, table::ArrowCoder(stream.columns()[column]), {}, {}});
    }
  }
}

AnswerBlock CellAnswerer::answer(const table::ArrowBatchRef& batch, std::size_t first,
                                 std::size_t rows, std::uint64_t before) {
  out_ = {};
  for (const CellColumn& column : shape_) out_.columns.emplace_back().kind = column.kind;
  constexpr std::size_t rows_at_once = 1024;  // so that codes stay in the cache
  for (std::size_t done = 0; done < rows && out_.stopped == base::Exhausted::no;) {
    const std::size_t some = std::min(rows_at_once, rows - done);
    for (OwnColumn& own : own_) {
      if (own.values.forget()) own.coder.forget();
      own.codes.resize(some);
      own.coder.code(batch, own.column, first + done, own.codes, own.values.texts());
      own.values.look();
    }
    for (ConstraintColumn& one : constraints_) {
      if (one.texts.size() > rows_at_once * 16) {
        one.texts = {};
        one.coder.forget();
      }
      one.codes.resize(some);
      one.coder.code(batch, one.column, first + done, one.codes, one.texts);
    }
    for (std::size_t r = 0; r < some && out_.stopped == base::Exhausted::no; ++r) {
      answer_row(before + first + done + r + 1, r);
    }
    done += some;
  }
  return std::move(out_);
}

bool CellAnswerer::run_ended(base::Exhausted cut) {
  if (cut != base::Exhausted::no && cut != base::Exhausted::effort && run_.exhausted_now()) {
    out_.stopped = run_.reason();
  }
  return out_.stopped != base::Exhausted::no;
}

path::SharedSearch& CellAnswerer::search_for(std::size_t in_block) {
  const auto text = [&](std::size_t column) {
    for (const ConstraintColumn& one : constraints_) {
      if (one.column == column) return table::field_text(one.texts.text(one.codes[in_block]));
    }
    return std::string();
  };
  return questions_.search_for(constraint_texts(columns_.constraints, text));
}

void CellAnswerer::answer_row(std::uint64_t row, std::size_t in_block) {
  if (run_.exhausted()) {
    out_.stopped = run_.reason();
    return;
  }
  bool good = true;
  for (std::size_t i = 0; i < own_.size(); ++i) {
    const FieldValue& value = own_[i].values.of(own_[i].codes[in_block]);
    values_[i] = &value;
    if (own_[i].place) places_[*own_[i].place] = value.place;
    good = good && !value.problem;
    out_.unseen = out_.unseen || value.unseen;
  }
  if (!good) {
    refuse_values(row);
    return;
  }
  path::SharedSearch* search = &questions_.common();
  std::vector<path::Place> own_places;
  std::span<const path::Place> places = places_;
  const RowPerson person(values_, own_of_feature_);
  const auto refuse_question = [&](const base::InputError& error) {
    for (const base::Diagnostic& problem : error.diagnostics()) {
      if (out_.bad.size() < most_problems_shown) out_.bad.push_back({row, "", "", problem});
    }
    refuse(row, error.diagnostics());
  };
  if (!constraints_.empty()) {
    try {
      search = &search_for(in_block);
    } catch (const base::InputError& error) {
      refuse_question(error);
      return;
    }
    if (search != &questions_.common()) {
      const model::Record record = person.record();
      for (const std::uint32_t f : search->features()) {
        own_places.push_back(search->place(f, record[f]));
      }
      places = own_places;
    }
  }
  const path::SharedAnswer* found = nullptr;
  try {
    found = &search->find(places, person);
  } catch (const base::InputError& error) {  // what this row leaves out has no price
    refuse_question(error);
    return;
  }
  const path::SharedAnswer& answer = *found;
  const Templates* made =
      run_ended(answer.result.exhausted) ? nullptr : templates_of(answer, *search);
  if (!made) return;
  ++out_.counts.rows;
  switch (answer.result.status) {
    case path::Status::found: ++out_.counts.found; break;
    case path::Status::already: ++out_.counts.already; break;
    case path::Status::none: ++out_.counts.none; break;
    case path::Status::gave_up: ++out_.counts.gave_up; break;
  }
  const auto fill = [&](std::uint32_t gap, std::string& out) {
    if (gap == row_gap) {
      append_number(out, row);
    } else if (gap >= amount_gaps) {
      out += format_.amount(search->amount(answer.amounts[gap - amount_gaps], person));
    } else {
      const std::optional<std::size_t>& own = own_of_feature_[gap];
      out += own ? values_[*own]->text : absent_[gap];
    }
  };
  for (std::size_t i = 0; i < shape_.size(); ++i) {
    AnswerColumn& column = out_.columns[i];
    const std::optional<RowTemplate>& cell = made->cells[i];
    if (!cell) {
      add(column, std::nullopt);
    } else if (column.kind == CellColumn::Kind::text) {
      set_bit(column.valid, column.cells++, true);
      cell->append_to(column.bytes, fill);
      column.ends.push_back(static_cast<std::int32_t>(column.bytes.size()));
    } else if (column.kind == CellColumn::Kind::number && cell->is_plain()) {
      set_bit(column.valid, column.cells++, true);
      column.numbers.push_back(made->numbers[i]);
    } else {
      scratch_.clear();
      cell->append_to(scratch_, fill);
      add(column, scratch_);
    }
  }
}

void CellAnswerer::add(AnswerColumn& column, const std::optional<std::string>& cell) {
  if (!cell) ++column.empty;
  set_bit(column.valid, column.cells, cell.has_value());
  switch (column.kind) {
    case CellColumn::Kind::text:
      if (cell) column.bytes += *cell;
      column.ends.push_back(static_cast<std::int32_t>(column.bytes.size()));
      break;
    case CellColumn::Kind::number: column.numbers.push_back(cell ? near(*cell) : 0); break;
    case CellColumn::Kind::truth: set_bit(column.truths, column.cells, cell == "true"); break;
  }
  ++column.cells;
}

const CellAnswerer::Templates* CellAnswerer::templates_of(const path::SharedAnswer& answer,
                                                          const path::SharedSearch& search) {
  if (!answer.made_of_it) {
    std::optional<explain::Reasons> reasons;
    if (options_.reasons > 0 && answer.result.undesired) {
      base::Budget budget(a_person_);
      reasons = explain::find_reasons(model_, answer.example, model_.undesired, budget);
      if (run_ended(budget.reason())) return nullptr;
      if (reasons->reasons.size() > options_.reasons) reasons->reasons.resize(options_.reasons);
    }
    const model::Record start = marks(model_.features.size());
    const path::Result result = path::answer_for(answer, start, amount_mark);
    const CellFormat::Cells cells =
        format_.answer({result, start, search.options(), reasons ? &*reasons : nullptr});
    auto made = std::make_shared<Templates>();
    for (const std::optional<std::string>& cell : cells) {
      std::optional<RowTemplate> one;
      if (cell) one.emplace(*cell);
      made->numbers.push_back(one && one->is_plain() ? near(*cell) : 0);
      made->cells.push_back(std::move(one));
    }
    answer.made_of_it = std::move(made);
  }
  return std::static_pointer_cast<const Templates>(answer.made_of_it).get();
}

void CellAnswerer::refuse(std::uint64_t row, const std::vector<base::Diagnostic>& problems) {
  ++out_.counts.rows;
  ++out_.counts.bad;
  const CellFormat::Cells cells = format_.problem(row, problems);
  for (std::size_t i = 0; i < shape_.size(); ++i) add(out_.columns[i], cells[i]);
}

void CellAnswerer::refuse_values(std::uint64_t row) {
  std::vector<std::pair<std::size_t, std::size_t>> bad;  // by column, as they stand
  for (std::size_t i = 0; i < own_.size(); ++i) {
    if (values_[i]->problem) bad.emplace_back(own_[i].column, i);
  }
  std::sort(bad.begin(), bad.end());
  std::vector<base::Diagnostic> problems;
  for (const auto& [column, i] : bad) {
    base::Diagnostic problem = *values_[i]->problem;
    problem.file = stream_.name();
    if (out_.bad.size() < most_problems_shown) {
      out_.bad.push_back({row, stream_.columns()[column].name, "", problem});
    }
    problems.push_back(std::move(problem));
  }
  refuse(row, problems);
}

}  // namespace cogs::batch
