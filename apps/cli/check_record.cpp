// SPDX-License-Identifier: Apache-2.0
#include "cli/check_record.h"

#include "base/sha256.h"
#include "engine/record.h"
#include "output/read_proof_json.h"
#include "output/record_check.h"

namespace cogs::cli {

namespace {

using Parts = std::vector<output::RecordPart>;

struct Source {
  const output::RecordClaims& claims;
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
std::optional<output::JsonValue> ask_again(const model::Model& model, const Source& source,
                                           const output::RecourseAnswer& answer,
                                           const std::string& model_text, Parts& parts) {
  const output::RecordClaims& claims = source.claims;
  engine::Question question{answer.start, claims.most_reasons};
  if (claims.rather_than) {
    question.rather_than = model.find_atom(*claims.rather_than);
    if (!question.rather_than) {
      output::part_named(parts, "rather_than")
          .faults.push_back("no rule of the model speaks of " + *claims.rather_than);
      return std::nullopt;
    }
  }
  if (claims.has_recourse) question.options = answer.options;
  engine::Explained found = engine::explain(model, question, source.limits);
  std::optional<output::WhyReport::Rather> rather;
  if (found.rather_than) {
    rather = output::WhyReport::Rather{*question.rather_than, std::move(found.rather_than->proof),
                                       std::move(found.rather_than->alternative)};
  }
  const output::WhyReport why{model,           answer.start,      claims.source,
                              found.why.proof, found.why.reasons, rather};
  output::RecordReport report{why, model_text, claims.version, claims.most_reasons};
  if (found.result) {
    report.options = &*question.options;
    report.result = &*found.result;
  }
  return output::explanation_record(report);
}

void judge_as_recorded(const model::Model& model, const Source& source,
                       const output::RecourseAnswer& answer, Parts& parts) {
  const output::ReadProof proof =
      output::read_proof_json(model, *source.claims.json.find("proof"), "/proof");
  append(proof.faults, output::part_named(parts, "proof").faults);
  if (proof.faults.empty()) {
    append(engine::check_proof(model, answer.start, proof.proof),
           output::part_named(parts, "proof").faults);
  }
  std::size_t number = 0;
  for (const path::Path& path : answer.paths) {
    append(with_number(++number, engine::check_path(model, answer.start, answer.options, path)),
           output::part_named(parts, "paths").faults);
  }
  if (const auto again = ask_again(model, source, answer, source.claims.model_text, parts)) {
    output::compare_records(source.claims, *again, source.claims.version == COGS_VERSION, parts);
  }
}

// Only its rules tell whether an altered record can be read at all: then that is one more fault.
void judge_recorded_model(const model::Model& model, const Source& source, Parts& parts) {
  std::optional<output::RecourseAnswer> answer;
  try {
    answer = output::read_record_answer(model, source.claims, source.file, source.text);
  } catch (const base::InputError& error) {
    if (output::part_named(parts, "record").faults.empty()) throw;
    output::part_named(parts, "record").faults.push_back(located(error));
    return;
  }
  judge_as_recorded(model, source, *answer, parts);
}

void judge_by_present_model(const model::Model& before, const model::Model& now,
                            const Source& source, output::RecordCheck& report) {
  const engine::ModelChange change = engine::compare_models(before, now);
  for (const auto& gone : change.removed) report.changes.push_back({true, gone.line, gone.text});
  for (const auto& come : change.added) report.changes.push_back({false, come.line, come.text});
  try {
    const output::RecourseAnswer answer =
        output::read_record_answer(now, source.claims, source.file, source.text);
    std::size_t number = 0;
    for (const path::Path& path : answer.paths) {
      append(with_number(++number, engine::check_path(now, answer.start, answer.options,
                                                      engine::with_lines_of(change, path))),
             output::part_named(report.now, "paths").faults);
    }
    if (const auto again = ask_again(now, source, answer, source.claims.model_text, report.now)) {
      output::compare_answers(source.claims, *again, report.now);
    }
  } catch (const base::InputError& error) {
    output::part_named(report.now, "input").faults.push_back(located(error));
  }
}

void warn_of_change(const output::RecordCheck& report, const std::string& file,
                    const CommonOptions& common) {
  if (!report.model_changed || !report.record_holds()) return;
  if (report.right() && !report.compared()) {
    common.warn({base::warning_about(file, "the model has changed")});
    return;
  }
  common.warn({base::warning_about(file, report.answer_holds_now()
                                             ? "the model has changed, the answer still holds"
                                             : "the model has changed, and the answer no longer "
                                               "holds")});
}

}  // namespace

ExitCode check_record(const model::Model& model, output::JsonValue json, const std::string& file,
                      const std::string& text, const CommonOptions& common) {
  const output::RecordClaims claims = output::read_record_claims(std::move(json), file, text);
  const Source source{claims, file, text, common.limits()};
  output::RecordCheck report;
  output::check_sums(claims, report.parts);
  report.model_changed = base::sha256(claims.model_text) != model.sha256;
  std::optional<model::Model> recorded;
  try {
    recorded = engine::parse_model(claims.model_text, claims.model_path);
  } catch (const base::InputError& error) {
    output::part_named(report.parts, "model")
        .faults.push_back("the text is no model: " + located(error));
  }
  if (recorded) {
    judge_recorded_model(*recorded, source, report.parts);
    // What an altered record would say by another model is of no interest.
    if (report.model_changed && report.record_holds()) {
      judge_by_present_model(*recorded, model, source, report);
    }
  }
  warn_of_change(report, file, common);
  common.deliver(common.json ? output::to_text(output::record_check_json(report)) + "\n"
                             : output::record_check_text(report, common.result_style()));
  if (!report.right()) return answered_no;
  if (interrupt_has_come()) return interrupted;
  return report.compared() ? answered : limit_reached;
}

}  // namespace cogs::cli
