// SPDX-License-Identifier: Apache-2.0
//
// Questions about one person: recourse, why, compare, counterfactuals.
#include <cogs/decision.h>

#include <algorithm>
#include <utility>

#include "api/convert.h"
#include "api/shared.h"
#include "api/tables.h"
#include "engine/engine.h"
#include "engine/explain.h"
#include "engine/missing.h"
#include "engine/reason_codes.h"
#include "json/write.h"
#include "model/data/bind_table.h"
#include "present/html/recourse.h"
#include "present/html/sheet.h"
#include "present/html/why.h"
#include "present/json/counterfactuals.h"
#include "present/json/record.h"
#include "present/json/recourse.h"
#include "present/json/why.h"
#include "present/sheets/answer_sheets.h"
#include "present/text/counterfactuals.h"
#include "present/text/recourse.h"
#include "present/text/sheet.h"
#include "present/text/why.h"

namespace cogs {

using detail::Answered;
using detail::PersonData;
using detail::Shared;
using SharedRef = std::shared_ptr<const Shared>;
using PersonRef = std::shared_ptr<const PersonData>;

namespace {

constexpr std::size_t usual_reasons = 4;

std::vector<Diagnostic> missing_warnings(const std::vector<std::string>& missing,
                                         const std::string& source) {
  std::vector<Diagnostic> warnings;
  for (const std::string& feature : missing) {
    Diagnostic d;
    d.severity = Diagnostic::Severity::warning;
    d.file = source;
    d.message = "'" + feature + "' is missing, and rules mention it";
    warnings.push_back(std::move(d));
  }
  return warnings;
}

// Whom a page is about, as somebody who looks for it later would say.
std::string page_source(const PersonData& person) {
  return person.source + (person.row > 0 ? ", row " + std::to_string(person.row) : "");
}

struct RecourseAnswered : Answered {
  SharedRef shared;
  PersonRef person;
  path::Options options;
  path::Result result;
  explain::RecourseReasons reasons;

  Outcome outcome() const override {
    switch (result.status) {
      case path::Status::found:
      case path::Status::already: return Outcome::yes;
      case path::Status::none: return Outcome::no;
      case path::Status::gave_up: break;
    }
    return api::outcome_of(result.exhausted);
  }
  std::string json(const JsonOptions& how) const override {
    return api::as_page(present::recourse_json(shared->model(), person->record, options, result,
                                               {how.timing}, reasons));
  }
  std::string text(const TextOptions& how, const base::Limits& limits) const override {
    if (how.reader.audience == Audience::analyst) return text(how);
    return present::sheet_text(sheet(limits, how.reader), api::hidden(how.style));
  }
  std::string text(const TextOptions& how) const override {
    return present::recourse_text(shared->model(), person->record, options, result,
                                  api::hidden(how.style), reasons, &person->written);
  }
  bool has_html() const override { return true; }
  // The page says why as well as how to change it.
  std::string html(const base::Limits& limits, const Reader& reader) const override {
    if (reader.audience != Audience::analyst) return present::sheet_html(sheet(limits, reader));
    const engine::Why why = why_of(limits);
    present::WhyReport about = report(why);
    about.source = page_source(*person);
    return present::recourse_html(about, options, result, reasons);
  }
  std::string fragment() const override {
    return present::ways_html(shared->model(), person->record, options, result, reasons);
  }
  std::string record(const base::Limits& limits, const Filed& filed) const override {
    const engine::Why why = why_of(limits);
    const present::WhyReport about = report(why);
    return api::as_filed(present::explanation_record({about,
                                                      shared->prepared.text(),
                                                      api::version(),
                                                      usual_reasons,
                                                      &options,
                                                      &result,
                                                      {person->row, filed.id, filed.at}}),
                         filed);
  }

 private:
  present::Sheet sheet(const base::Limits& limits, const Reader& reader) const {
    const engine::Why why = why_of(limits);
    return present::recourse_sheet(report(why), options, result, reasons, api::hidden(reader));
  }
  engine::Why why_of(const base::Limits& limits) const {
    return engine::why(shared->prepared.compiled(), person->record, usual_reasons, limits);
  }
  present::WhyReport report(const engine::Why& why) const {
    static const std::optional<present::WhyReport::Rather> no_other;
    return {shared->model(), person->record, person->source, why.proof,
            why.reasons,     no_other,       nullptr,        &person->written};
  }
};

struct WhyAnswered : Answered {
  SharedRef shared;
  PersonRef person;
  std::size_t most_reasons = usual_reasons;
  engine::Why why;
  std::optional<present::WhyReport::Rather> rather;
  std::optional<explain::ReasonCodes> codes;
  present::ScoreAnswers scores;

  Outcome outcome() const override {
    if (why.reasons.exhausted != base::Exhausted::no) {
      return api::outcome_of(why.reasons.exhausted);
    }
    return rather ? api::outcome_of(rather->alternative.exhausted) : Outcome::yes;
  }
  std::string json(const JsonOptions&) const override {
    return api::as_page(present::why_json(report()));
  }
  std::string text(const TextOptions& how) const override {
    if (how.reader.audience != Audience::analyst) {
      return present::sheet_text(present::why_sheet(report(), api::hidden(how.reader)),
                                 api::hidden(how.style));
    }
    const present::WhyForm form = how.form == TextOptions::Form::tree    ? present::WhyForm::tree
                                  : how.form == TextOptions::Form::brief ? present::WhyForm::reasons
                                                                         : present::WhyForm::prose;
    return present::why_text(report(), form, api::hidden(how.style));
  }
  bool has_html() const override { return true; }
  std::string html(const base::Limits&, const Reader& reader) const override {
    present::WhyReport about = report();
    about.source = page_source(*person);
    if (reader.audience == Audience::analyst) return present::why_html(about);
    return present::sheet_html(present::why_sheet(report(), api::hidden(reader)));
  }
  std::string record(const base::Limits&, const Filed& filed) const override {
    const present::WhyReport about = report();
    return api::as_filed(present::explanation_record({about,
                                                      shared->prepared.text(),
                                                      api::version(),
                                                      most_reasons,
                                                      nullptr,
                                                      nullptr,
                                                      {person->row, filed.id, filed.at}}),
                         filed);
  }

 private:
  present::WhyReport report() const {
    return {
        shared->model(),           person->record,   person->source, why.proof, why.reasons, rather,
        codes ? &*codes : nullptr, &person->written, &scores};
  }
};

struct ComparisonAnswered : Answered {
  SharedRef shared;
  PersonRef here, there;
  explain::Contrast contrast;

  Outcome outcome() const override {
    if (contrast.exhausted != base::Exhausted::no) return api::outcome_of(contrast.exhausted);
    return contrast.here == contrast.there ? Outcome::no : Outcome::yes;
  }
  std::string json(const JsonOptions&) const override {
    return api::as_page(
        present::compare_json(shared->model(), here->record, there->record, contrast));
  }
  std::string text(const TextOptions& how) const override {
    if (how.reader.audience != Audience::analyst) {
      return present::sheet_text(sheet(how.reader), api::hidden(how.style));
    }
    return present::compare_text(shared->model(), contrast, api::hidden(how.style));
  }
  bool has_html() const override { return true; }
  // Analysts get the clerks' page: the comparison is short, and has no proof to unfold.
  std::string html(const base::Limits&, const Reader& reader) const override {
    Reader for_page = reader;
    if (reader.audience == Audience::analyst) for_page.audience = Audience::clerk;
    return present::sheet_html(sheet(for_page));
  }

 private:
  present::Sheet sheet(const Reader& reader) const {
    return present::compare_sheet(shared->model(), contrast, api::hidden(reader));
  }
};

struct RegionsAnswered : Answered {
  SharedRef shared;
  std::optional<model::Record> start;
  path::Options options;
  path::Counterfactuals found;

  Outcome outcome() const override {
    if (found.exhausted != base::Exhausted::no) return api::outcome_of(found.exhausted);
    return found.regions.empty() ? Outcome::no : Outcome::yes;
  }
  std::string json(const JsonOptions&) const override {
    return api::as_page(present::counterfactuals_json(shared->model(), start, options, found));
  }
  std::string text(const TextOptions& how) const override {
    return present::counterfactuals_text(shared->model(), start, options, found,
                                         api::hidden(how.style));
  }
};

model::AtomId find_atom(const model::Model& model, const std::string& text) {
  if (const auto atom = model.find_atom(text)) return *atom;
  std::vector<std::string> names;
  for (const model::Atom& atom : model.atoms) names.push_back(atom.text);
  const std::string near = base::nearest_name(text, names);
  throw OptionsError("no rule of the model speaks of '" + text + "'" +
                     (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

std::optional<explain::ReasonCodes> codes_of(const model::Model& model, const WhyOptions& options) {
  if (!options.codes_file.empty()) return engine::read_reason_codes(model, options.codes_file);
  if (!options.codes) return std::nullopt;
  return engine::parse_reason_codes(model, *options.codes, options.codes_name);
}

}  // namespace

namespace api {

Outcome outcome_of(base::Exhausted exhausted) {
  if (exhausted == base::Exhausted::no) return Outcome::yes;
  return exhausted == base::Exhausted::cancelled ? Outcome::cancelled : Outcome::stopped;
}

std::string version() { return COGS_VERSION; }

}  // namespace api

Recourse Decision::recourse(const Person& person, const Options& options,
                            const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    auto made = std::make_shared<RecourseAnswered>();
    made->shared = shared_;
    made->options = api::resolved(shared_->model(), options);
    made->person = shared_->seen(person);
    const model::Record& record = made->person->record;
    made->result = engine::find_recourse(shared_->prepared, record, made->options, running.limits(),
                                         running.search_hook());
    made->reasons = engine::explain_recourse(shared_->prepared, record, made->options, made->result,
                                             running.limits());
    Recourse out(made);
    api::show(shared_->model(), made->result, out);
    out.start = made->person->values;
    if (made->reasons.lifted) {
      out.lifted = api::shown(shared_->model(), made->reasons.lifted->paths);
    }
    out.warnings = missing_warnings(out.missing, made->person->source);
    return out;
  });
}

namespace {

// The people of a table; rows with values that the model does not take are left out.
std::vector<model::Record> people_of(const model::Model& model, const Table& given,
                                     const Control& control, const api::Running& running) {
  const table::Table table = api::loaded(model, given, control, running);
  const model::BoundTable bound = model::bind_table(model, table);
  const auto bad = bound.bad_codes();
  std::vector<model::Record> people;
  for (std::size_t row = 0; row < bound.rows; ++row) {
    model::Record record(model.features.size());
    bool good = true;
    for (std::size_t f = 0; f < bound.columns.size(); ++f) {
      const model::BoundColumn& column = bound.columns[f];
      if (column.column == nullptr) continue;
      const table::Code code = column.column->codes[row];
      if (code < bad[f].size() && bad[f][code]) good = false;
      record[f] = column.values[std::min<std::size_t>(code, column.values.size() - 1)];
      // What a set does not list has no cell here.
      if (record[f] && !model.features[f].numeric() && !model.features[f].set().place(*record[f])) {
        good = false;
      }
    }
    if (good) people.push_back(std::move(record));
  }
  if (people.empty()) throw OptionsError("the table of people to compare with has no usable row");
  return people;
}

void answer_about_scores(const detail::Shared& shared, const model::Record& record,
                         const WhyOptions& options, const Control& control,
                         const api::Running& running, present::ScoreAnswers& scores) {
  const model::Model& model = shared.model();
  const bool asked = options.against != "best" || options.sufficient || options.shapley;
  if (asked && !options.sufficient && model.scores.empty()) {
    throw OptionsError("the model has no score, so that there is nothing to share out");
  }
  using LostAgainst = explain::Against::Kind;
  if (options.against == "neutral") {
    scores.against.kind = LostAgainst::neutral;
  } else if (options.against != "best") {
    scores.against_words = options.against;
    if (!options.against_people) {
      throw OptionsError("points are lost against best, neutral or a table of people, not '" +
                         options.against + "'");
    }
    scores.against.kind = LostAgainst::people;
    scores.against.people = people_of(model, *options.against_people, control, running);
  }
  if (options.sufficient) {
    scores.sufficient = explain::sufficient_features(model, record, model.undesired);
  }
  if (options.shapley) {
    scores.shapley =
        explain::shapley(model, record, people_of(model, *options.shapley, control, running));
  }
}

}  // namespace

Why Decision::why(const Person& person, const WhyOptions& options, const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    const model::Model& model = shared_->model();
    std::optional<model::AtomId> other;
    if (!options.rather_than.empty()) other = find_atom(model, options.rather_than);
    auto made = std::make_shared<WhyAnswered>();
    made->shared = shared_;
    made->most_reasons = options.reasons;
    made->codes = codes_of(model, options);
    made->person = shared_->seen(person);
    const model::Record& record = made->person->record;
    const model::CompiledModel& compiled = shared_->prepared.compiled();
    std::vector<model::AtomId> atoms = {model.undesired};
    if (other) atoms.push_back(*other);
    const auto missing = engine::missing_features(compiled, record, atoms);
    made->why = engine::why(compiled, record, options.reasons, running.limits());
    if (other) {
      engine::WhyNot found = engine::why_not(compiled, record, *other, running.limits());
      made->rather =
          present::WhyReport::Rather{*other, std::move(found.proof), std::move(found.alternative)};
    }
    answer_about_scores(*shared_, record, options, control, running, made->scores);
    Why out(made);
    api::show(model, record, made->why, made->codes ? &*made->codes : nullptr, out);
    out.missing = api::names(model, missing);
    if (made->rather) {
      Why::Alternative alternative;
      alternative.possible = made->rather->alternative.possible;
      for (const explain::Alternative::Change& change : made->rather->alternative.changes) {
        alternative.changes.push_back(api::shown(model, change));
      }
      out.rather_than = std::move(alternative);
      if (out.stopped == Stop::no) out.stopped = api::shown(made->rather->alternative.exhausted);
    }
    out.warnings = missing_warnings(out.missing, made->person->source);
    return out;
  });
}

Comparison Decision::compare(const Person& here, const Person& there,
                             const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    const model::Model& model = shared_->model();
    const model::CompiledModel& compiled = shared_->prepared.compiled();
    auto made = std::make_shared<ComparisonAnswered>();
    made->shared = shared_;
    made->here = shared_->seen(here);
    made->there = shared_->seen(there);
    made->contrast =
        engine::compare(compiled, made->here->record, made->there->record, running.limits());
    Comparison out(made);
    for (const PersonRef& one : {made->here, made->there}) {
      const auto missing = engine::missing_features(compiled, one->record, {model.undesired});
      for (Diagnostic& d : missing_warnings(api::names(model, missing), one->source)) {
        out.warnings.push_back(std::move(d));
      }
    }
    out.undesired_here = made->contrast.here && !made->contrast.about_classes;
    out.undesired_there = made->contrast.there && !made->contrast.about_classes;
    for (const explain::Difference& difference : made->contrast.decisive) {
      out.decisive.push_back(api::shown(model, difference));
    }
    for (const explain::Difference& difference : made->contrast.differences) {
      out.differences.push_back(api::shown(model, difference));
    }
    out.stopped = api::shown(made->contrast.exhausted);
    return out;
  });
}

Regions Decision::counterfactuals(const std::optional<Person>& person, const Options& options,
                                  const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    auto made = std::make_shared<RegionsAnswered>();
    made->shared = shared_;
    made->options = api::resolved(shared_->model(), options);
    const bool restricts =
        !options.fix.empty() || !options.allow.empty() || options.only || !options.ranges.empty();
    if (!person && restricts) {
      throw OptionsError("fix, allow, only and range say what a record may change: give one");
    }
    if (person) made->start = shared_->seen(*person)->record;
    made->found = engine::find_counterfactuals(shared_->model(), made->start, made->options,
                                               running.limits());
    Regions out(made);
    api::show(shared_->model(), made->found, out);
    return out;
  });
}

}  // namespace cogs
