// SPDX-License-Identifier: Apache-2.0
//
// Letters for one person and for all people of a table.
#include <cogs/decision.h>

#include <algorithm>
#include <utility>

#include "api/convert.h"
#include "api/shared.h"
#include "base/date.h"
#include "batch/audit/policy.h"
#include "engine/engine.h"
#include "engine/explain.h"
#include "engine/read_row.h"
#include "engine/reason_codes.h"
#include "json/write.h"
#include "model/edit/assume.h"
#include "model/record.h"
#include "present/letters/letter.h"

namespace cogs {

using detail::Answered;
using detail::PersonData;
using detail::Shared;
using SharedRef = std::shared_ptr<const Shared>;

namespace {

struct LetterAnswered : Answered {
  present::LetterMade made;
  std::string page_json;
  bool cancelled = false;

  Outcome outcome() const override {
    if (made.refusals.empty()) return Outcome::yes;
    if (made.refusals.front().why != present::Refusal::Why::limit) return Outcome::no;
    return cancelled ? Outcome::cancelled : Outcome::stopped;
  }
  std::string json(const JsonOptions&) const override { return page_json; }
  std::string text(const TextOptions&) const override {
    std::string out;
    for (const present::LetterReason& reason : made.reasons) {
      out += (reason.code.empty() ? "" : reason.code + ": ") + reason.text + "\n";
    }
    return out;
  }
  bool has_html() const override { return made.refusals.empty(); }
  std::string html(const base::Limits&, const Reader&) const override {
    if (!made.refusals.empty()) throw OptionsError(made.refusals.front().message);
    return made.html;
  }
};

// What all letters of a run share.
struct Office {
  Office(SharedRef decision, const LetterOptions& how, const Options& asked, bool for_table)
      : shared(std::move(decision)),
        form(read_form(how)),
        options(api::resolved(shared->model(), asked)),
        kept(protected_features(shared->model(), how)),
        writer(shared->model(), form, common(how), kept) {
    const model::Model& model = shared->model();
    fix_protected();
    if (!how.codes_file.empty()) {
      codes = engine::read_reason_codes(model, how.codes_file);
    } else if (how.codes) {
      codes = engine::parse_reason_codes(model, *how.codes, how.codes_name);
    }
    std::vector<std::string> by_row;
    if (for_table) by_row.push_back("reference");  // at least the number of the row
    for (const auto& [name, column] : how.columns) by_row.push_back(name);
    std::vector<std::string> never;
    if (!present::has_consumer_report(model)) never.push_back("consumer_report");
    if (!codes) never.push_back("codes");
    if (!how.ways) never.push_back("ways");
    auto missing = present::missing_settings(form, common(how), by_row, never);
    if (!missing.empty()) throw base::InputError(std::move(missing));
  }

  static present::LetterTemplate read_form(const LetterOptions& how) {
    present::LetterTemplate form = present::read_letter_template(how.form.text, how.form.name);
    if (how.ways) return form;
    std::vector<present::LetterPart> kept;
    std::size_t depth = 0;  // within what is kept for ways alone
    for (present::LetterPart& part : form.parts) {
      using Kind = present::LetterPart::Kind;
      const bool opens = part.kind == Kind::if_ && (depth > 0 || part.texts.front() == "ways");
      if (opens) ++depth;
      const bool inside = depth > 0;
      if (depth > 0 && part.kind == Kind::end) --depth;
      if (!inside && part.kind != Kind::ways) kept.push_back(std::move(part));
    }
    form.parts = std::move(kept);
    return form;
  }

  // Dates as the language writes them; what is no date stays as it is.
  present::LetterSettings common(const LetterOptions& how) const {
    present::LetterSettings settings;
    for (const auto& [name, value] : how.settings) settings[name] = value;
    const auto date = settings.find("date");
    if (date == settings.end()) return settings;
    if (const auto day = base::parse_date(date->second, base::iso_date)) {
      date->second = present::day_words(present::Phrases::of(form.language), *day);
    }
    return settings;
  }

  // What the policy protects, and what looks protected unless the policy allows it.
  static std::vector<present::ProtectedFeature> protected_features(const model::Model& model,
                                                                   const LetterOptions& how) {
    std::vector<batch::PolicyEntry> entries;
    if (how.policy) {
      std::vector<std::string> names;
      for (const model::Feature& feature : model.features) names.push_back(feature.name);
      entries = batch::read_policy(*how.policy, how.policy_name, model, names);
    }
    std::vector<present::ProtectedFeature> out;
    for (std::size_t i = 0; i < model.features.size(); ++i) {
      const model::FeatureId id(i);
      const auto entry = std::find_if(entries.begin(), entries.end(),
                                      [&](const auto& one) { return one.feature == id; });
      const auto kind = entry == entries.end() ? std::nullopt : std::optional(entry->kind);
      if (kind == batch::PolicyKind::protected_feature) {
        out.push_back({id, true});
      } else if (kind != batch::PolicyKind::allowed && model::looks_protected(model.features[i])) {
        out.push_back({id, false});
      }
    }
    return out;
  }

  // Nobody is told to change what is protected.
  void fix_protected() {
    const model::Model& model = shared->model();
    const auto has = [](const std::vector<model::FeatureId>& list, model::FeatureId id) {
      return std::find(list.begin(), list.end(), id) != list.end();
    };
    for (const present::ProtectedFeature& one : kept) {
      const model::Feature& feature = model.feature(one.feature);
      if (has(options.allow, one.feature) || (options.only && has(*options.only, one.feature))) {
        throw OptionsError("'" + feature.name + "' " + (one.by_policy ? "is" : "looks") +
                           " protected: ways of letters cannot change it");
      }
      if (!feature.fixed && !has(options.fix, one.feature)) options.fix.push_back(one.feature);
    }
  }

  Letter letter(const model::Record& record, const std::vector<std::string>& written,
                const std::string& source, present::LetterSettings more,
                const std::string& reference, const base::Limits& limits) const {
    static const std::optional<present::WhyReport::Rather> no_other;
    const model::Model& model = shared->model();
    const path::Result result = engine::find_recourse(shared->prepared, record, options, limits);
    auto made = std::make_shared<LetterAnswered>();
    // All reasons: those that no deciding rule tested are left out later.
    const engine::Why why =
        engine::why(shared->prepared.compiled(), record, model.features.size(), limits);
    const explain::RecourseReasons reasons =
        form.has(present::LetterPart::Kind::ways) && result.undesired
            ? engine::explain_recourse(shared->prepared, record, options, result, limits)
            : explain::RecourseReasons{};
    const present::WhyReport report{
        model,   record, source, why.proof, why.reasons, no_other, codes ? &*codes : nullptr,
        &written};
    more["reference"] = reference;
    made->made = writer.write({report, options, result, reasons, std::move(more)});
    made->page_json = json::to_text(present::letter_json(report, made->made, reference)) + "\n";
    // What stopped the run, if anything did.
    const base::Exhausted cut =
        why.reasons.exhausted != base::Exhausted::no ? why.reasons.exhausted : result.exhausted;
    made->cancelled = cut == base::Exhausted::cancelled;
    Letter out(made);
    out.reference = reference;
    out.due = result.undesired;
    out.stopped = api::shown(cut);
    for (const present::LetterReason& reason : made->made.reasons) {
      out.reasons.push_back(
          {model.feature(reason.feature).name, reason.code, reason.text, reason.contingency});
    }
    for (const present::Refusal& refusal : made->made.refusals) {
      out.refusals.push_back({shown(refusal.why), refusal.message});
    }
    for (const std::string& warning : made->made.warnings) {
      Diagnostic d;
      d.severity = Diagnostic::Severity::warning;
      d.file = source;
      d.message = warning;
      out.warnings.push_back(std::move(d));
    }
    return out;
  }

  static LetterRefusal::Why shown(present::Refusal::Why why) {
    switch (why) {
      case present::Refusal::Why::not_undesired: return LetterRefusal::Why::not_undesired;
      case present::Refusal::Why::no_words: return LetterRefusal::Why::no_words;
      case present::Refusal::Why::no_reason: return LetterRefusal::Why::no_reason;
      case present::Refusal::Why::no_text: return LetterRefusal::Why::no_text;
      case present::Refusal::Why::protected_: return LetterRefusal::Why::protected_feature;
      case present::Refusal::Why::limit: break;
    }
    return LetterRefusal::Why::limit;
  }

  SharedRef shared;
  present::LetterTemplate form;
  path::Options options;
  std::vector<present::ProtectedFeature> kept;
  present::LetterWriter writer;
  std::optional<explain::ReasonCodes> codes;
};

std::string reference_of(const LetterOptions& how) {
  std::string reference;
  for (const auto& [name, value] : how.settings) {
    if (name == "reference") reference = value;
  }
  return reference;
}

}  // namespace

LetterForm built_in_letter(const std::string& name, Language language) {
  const std::string_view text =
      present::built_in_letter(name, language == Language::spanish ? present::Language::spanish
                                                                   : present::Language::english);
  if (text.empty()) throw OptionsError("there is no template '" + name + "'");
  return {std::string(text), name};
}

std::vector<std::pair<std::string, std::string>> read_letter_settings(const std::string& text,
                                                                      const std::string& name) {
  return api::guarded([&] {
    std::vector<std::pair<std::string, std::string>> out;
    for (auto& [key, value] : present::read_letter_settings(text, name))
      out.emplace_back(key, value);
    return out;
  });
}

std::vector<std::string> built_in_letters() { return present::built_in_letter_names(); }

Letter Decision::letter(const Person& person, const LetterOptions& how, const Options& options,
                        const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    const Office office(shared_, how, options, false);
    const auto data = shared_->seen(person);
    return office.letter(data->record, data->written, data->source, {}, reference_of(how),
                         running.limits());
  });
}

LettersDone Decision::letters(const Table& table, const TakeLetter& take, const LetterOptions& how,
                              const Options& options, const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    const model::Model& model = shared_->model();
    const Office office(shared_, how, options, true);
    std::optional<std::string_view> text;
    if (!table.is_file()) text = table.bytes();
    engine::RowReader rows(
        model, table.name(), nullptr, text,
        {table.options().delimiter, table.options().header, table.options().encoding});
    std::vector<std::pair<std::string, std::size_t>> columns;
    std::vector<base::Diagnostic> unknown;
    for (const auto& [name, column] : how.columns) {
      if (const auto place = rows.column(column)) {
        columns.emplace_back(name, *place);
      } else {
        const std::string near = base::nearest_name(column, rows.columns());
        unknown.push_back(base::error_about(table.name(), "there is no column '" + column + "'",
                                            near.empty() ? "" : "did you mean '" + near + "'?"));
      }
    }
    if (!unknown.empty()) throw base::InputError(std::move(unknown));
    LettersDone done;
    while (true) {
      RowLetter one;
      try {
        if (!rows.next()) break;
        ++done.rows;
        std::vector<base::Diagnostic> said;
        const model::Record record = model::read_record(model, rows.fields(), table.name(), &said);
        present::LetterSettings more;
        std::string reference = std::to_string(rows.number());
        for (const auto& [name, place] : columns) {
          more[name] = rows.cell(place);
          if (name == "reference") reference = rows.cell(place);
        }
        const std::string source = table.name() + ":" + std::to_string(rows.number());
        one.letter = office.letter(record, model::written_others(model, rows.fields()), source,
                                   std::move(more), reference, running.limits());
        if (one.letter.stopped != Stop::no) done.stopped = one.letter.stopped;
        if (!one.letter.due) {
          ++done.not_due;
        } else if (one.letter.refusals.empty()) {
          ++done.written;
        } else {
          ++done.refused;
        }
      } catch (const base::InputError& error) {
        if (rows.number() > done.rows) done.rows = rows.number();
        one.problems = api::shown(error.diagnostics());
        ++done.bad;
      }
      one.letter.row = rows.number();
      if (!take(one)) break;
      // A limit of the whole run: what is left could not be answered either.
      if (done.stopped == Stop::time || done.stopped == Stop::memory ||
          done.stopped == Stop::cancelled) {
        break;
      }
    }
    return done;
  });
}

}  // namespace cogs
