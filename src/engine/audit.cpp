// SPDX-License-Identifier: Apache-2.0
#include "engine/audit.h"

#include <unordered_map>
#include <utility>

#include "model/data/bind_table.h"

namespace cogs::engine {

namespace {

// What is wrong with the constraints that a row brings along.
class ConstraintProblems {
 public:
  ConstraintProblems(const model::Model& model, const table::Table& table,
                     const batch::OutcomeQuestion& question)
      : model_(model),
        table_(table),
        run_(question.run),
        places_(batch::find_constraints(question.columns, table)) {}

  bool possible() const { return !places_.empty(); }
  // No message: nothing is.
  const base::Diagnostic& of(std::size_t row) {
    const batch::ConstraintTexts texts = batch::constraint_texts(places_, table_, row);
    if (known_.size() >= most_known) known_.clear();
    const auto [at, fresh] = known_.try_emplace(batch::key_of(texts));
    if (!fresh || at->first.empty()) return at->second;
    try {
      batch::with_constraints(model_, run_, texts);
    } catch (const base::InputError& error) {
      at->second = error.diagnostics().front();
    }
    return at->second;
  }

 private:
  static constexpr std::size_t most_known = 10000;

  const model::Model& model_;
  const table::Table& table_;
  const path::Options& run_;
  batch::ConstraintPlaces places_;
  std::unordered_map<std::string, base::Diagnostic> known_;  // by texts
};

// Which rows have values or constraints that the model cannot take.
Prediction find_bad_rows(const model::Model& model, const table::Table& table,
                         const batch::RowCounts& counts, const AuditRun& options,
                         const base::Budget& whole) {
  ConstraintProblems constraints(model, table, options.audit.question);
  PredictOptions how;
  how.threads = options.audit.question.threads;
  how.limits = whole.left();
  if (options.each_bad_cell) {
    how.each_bad_cell = [&](BadCell cell) {
      cell.row = counts.number(cell.row - 1);
      options.each_bad_cell(cell);
    };
  }
  if (constraints.possible()) {
    how.other_problem = [&](std::size_t row) -> const base::Diagnostic& {
      return constraints.of(row);
    };
  }
  Prediction prediction = predict(model, table, how);
  for (BadCell& cell : prediction.bad_cells) cell.row = counts.number(cell.row - 1);
  return prediction;
}

}  // namespace

Audit audit(const model::Model& model, const std::string& file, const AuditRun& options) {
  const base::Budget whole(options.audit.question.limits);
  AuditRun rest = options;
  rest.read.limits = whole.within(options.read.limits);
  rest.audit.question.limits = whole.left();
  return audit(model, load_table(model, file, rest.read), rest);
}

Audit audit(const model::Model& model, const table::Table& table, const AuditRun& options) {
  const base::Budget whole(options.audit.question.limits);
  const batch::RowCounts counts(table, options.audit.counted);
  Prediction prediction = find_bad_rows(model, table, counts, options, whole);
  Audit out;
  out.bad_cells = std::move(prediction.bad_cells);
  out.warnings = std::move(prediction.warnings);
  out.report.rows = counts.sum(table.rows);
  out.report.bad = counts.sum(prediction.bad);
  out.made = out.report.bad == 0 || options.leave_bad_rows_out;
  if (!out.made) return out;
  AuditOptions asked = options.audit;
  asked.missing_marks = options.read.missing;
  asked.question.limits = whole.left();
  out.report = batch::audit(model, table, model::bind_table(model, table), prediction.bad, asked);
  return out;
}

std::vector<batch::CountedRow> audit_parts(const model::Model& model, const table::Table& table,
                                           const AuditRun& options) {
  const base::Budget whole(options.audit.question.limits);
  const batch::RowCounts counts(table, options.audit.counted);
  const Prediction prediction = find_bad_rows(model, table, counts, options, whole);
  AuditOptions asked = options.audit;
  asked.missing_marks = options.read.missing;
  asked.question.limits = whole.left();
  return batch::audit_parts(model, table, model::bind_table(model, table), prediction.bad, asked);
}

}  // namespace cogs::engine
