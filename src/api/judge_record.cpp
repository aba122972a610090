// SPDX-License-Identifier: Apache-2.0
#include "api/judge_record.h"

#include "api/shared.h"
#include "base/sha256.h"
#include "engine/engine.h"
#include "engine/record.h"
#include "json/value.h"
#include "json/write.h"
#include "present/json/read_proof.h"
#include "present/json/record_check.h"

namespace cogs::api {

namespace {

using Parts = std::vector<present::RecordPart>;

struct Source {
  const present::RecordClaims& claims;
  const std::string& file;
  const std::string& text;
  base::Limits limits;
};

std::string located(const base::InputError& error) {
  const base::Diagnostic& first = error.diagnostics().front();
  return (first.place.line > 0 ? "line " + std::to_string(first.place.line) + ": " : "") +
         first.message;
}

std::vector<std::string> with_number(std::size_t number, std::vector<std::string> faults) {
  const std::string which = "path " + std::to_string(number) + ": ";
  for (std::string& fault : faults) fault.insert(0, which);
  return faults;
}

void append(const std::vector<std::string>& more, std::vector<std::string>& faults) {
  faults.insert(faults.end(), more.begin(), more.end());
}

// The record that the same questions give with this model; nothing if it cannot be asked them.
std::optional<json::Value> ask_again(const model::Model& model, const Source& source,
                                     const present::RecourseAnswer& answer,
                                     const std::string& model_text, Parts& parts) {
  const present::RecordClaims& claims = source.claims;
  engine::Question question{answer.start, claims.most_reasons};
  if (claims.rather_than) {
    question.rather_than = model.find_atom(*claims.rather_than);
    if (!question.rather_than) {
      present::part_named(parts, "rather_than")
          .faults.push_back("no rule of the model speaks of " + *claims.rather_than);
      return std::nullopt;
    }
  }
  if (claims.has_recourse) question.options = answer.options;
  engine::Explained found = engine::explain(model, question, source.limits);
  std::optional<present::WhyReport::Rather> rather;
  if (found.rather_than) {
    rather = present::WhyReport::Rather{*question.rather_than, std::move(found.rather_than->proof),
                                        std::move(found.rather_than->alternative)};
  }
  const present::WhyReport why{model,           answer.start,      claims.source,
                               found.why.proof, found.why.reasons, rather};
  present::RecordReport report{why, model_text, claims.version, claims.most_reasons};
  report.filed = claims.filed;
  if (found.result) {
    report.options = &*question.options;
    report.result = &*found.result;
  }
  return present::explanation_record(report);
}

void judge_as_recorded(const model::Model& model, const Source& source,
                       const present::RecourseAnswer& answer, Parts& parts) {
  const present::ReadProof proof =
      present::read_proof_json(model, *source.claims.json.find("proof"), "/proof");
  append(proof.faults, present::part_named(parts, "proof").faults);
  if (proof.faults.empty()) {
    append(engine::check_proof(model, answer.start, proof.proof),
           present::part_named(parts, "proof").faults);
  }
  std::size_t number = 0;
  base::Budget budget(source.limits);
  for (const path::Path& path : answer.paths) {
    if (number > 0 && budget.exhausted_now()) {
      present::part_named(parts, "paths").compared = false;
      break;
    }
    append(with_number(++number, engine::check_path(model, answer.start, answer.options, path)),
           present::part_named(parts, "paths").faults);
  }
  if (const auto again = ask_again(model, source, answer, source.claims.model_text, parts)) {
    present::compare_records(source.claims, *again, source.claims.version == version(), parts);
  }
}

// Only its rules tell whether an altered record can be read at all: then that is one more fault.
void judge_recorded_model(const model::Model& model, const Source& source, Parts& parts) {
  std::optional<present::RecourseAnswer> answer;
  try {
    answer = present::read_record_answer(model, source.claims, source.file, source.text);
  } catch (const base::InputError& error) {
    if (present::part_named(parts, "record").faults.empty()) throw;
    present::part_named(parts, "record").faults.push_back(located(error));
    return;
  }
  judge_as_recorded(model, source, *answer, parts);
}

void judge_by_present_model(const model::Model& before, const model::Model& now,
                            const Source& source, present::RecordCheck& report) {
  const engine::ModelChange change = engine::compare_models(before, now);
  for (const auto& gone : change.removed) report.changes.push_back({true, gone.line, gone.text});
  for (const auto& come : change.added) report.changes.push_back({false, come.line, come.text});
  try {
    const present::RecourseAnswer answer =
        present::read_record_answer(now, source.claims, source.file, source.text, &change.lines);
    std::size_t number = 0;
    base::Budget budget(source.limits);
    for (const path::Path& path : answer.paths) {
      if (number > 0 && budget.exhausted_now()) {
        present::part_named(report.now, "paths").compared = false;
        break;
      }
      append(with_number(++number, engine::check_path(now, answer.start, answer.options, path)),
             present::part_named(report.now, "paths").faults);
    }
    if (const auto again = ask_again(now, source, answer, source.claims.model_text, report.now)) {
      present::compare_answers(source.claims, *again, report.now);
    }
  } catch (const base::InputError& error) {
    present::part_named(report.now, "input").faults.push_back(located(error));
  }
}

std::optional<base::Diagnostic> change_words(const present::RecordCheck& report,
                                             const std::string& file) {
  if (!report.model_changed || !report.record_holds()) return std::nullopt;
  if (report.right() && !report.compared()) {
    return base::warning_about(file, "the model has changed");
  }
  return base::warning_about(file, report.answer_holds_now()
                                       ? "the model has changed, the answer still holds"
                                       : "the model has changed, and the answer no longer holds");
}

}  // namespace

JudgedRecord judge_record(const model::Model& model, json::Value json, const std::string& file,
                          const std::string& text, const base::Limits& limits) {
  const present::RecordClaims claims = present::read_record_claims(std::move(json), file, text);
  const Source source{claims, file, text, limits};
  JudgedRecord judged;
  present::RecordCheck& report = judged.report;
  present::check_sums(claims, report.parts);
  report.model_changed = base::sha256(claims.model_text) != model.sha256;
  std::optional<model::Model> recorded;
  try {
    recorded = engine::parse_model(claims.model_text, claims.model_path);
  } catch (const base::InputError& error) {
    present::part_named(report.parts, "model")
        .faults.push_back("the text is no model: " + located(error));
  }
  if (recorded) {
    judge_recorded_model(*recorded, source, report.parts);
    // What an altered record would say by another model is of no interest.
    if (report.model_changed && report.record_holds()) {
      judge_by_present_model(*recorded, model, source, report);
    }
  }
  judged.warning = change_words(report, file);
  return judged;
}

}  // namespace cogs::api
