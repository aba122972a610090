// SPDX-License-Identifier: Apache-2.0
#include "engine/audit.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/stopwatch.h"
#include "model/bind_table.h"

namespace cogs::engine {

namespace {

// Rows whose own constraints cannot be read are bad as well.
void add_bad_constraints(const model::Model& model, const table::Table& table,
                         const batch::OutcomeQuestion& question, Prediction& prediction) {
  const batch::ConstraintPlaces places = batch::find_constraints(question.columns, table);
  if (places.empty()) return;
  std::unordered_map<std::string, base::Diagnostic> known;  // by texts; no message: nothing wrong
  const auto problem = [&](const batch::ConstraintTexts& texts) -> const base::Diagnostic& {
    const auto [at, fresh] = known.try_emplace(batch::key_of(texts));
    if (!fresh || at->first.empty()) return at->second;
    try {
      batch::with_constraints(model, question.run, texts);
    } catch (const base::InputError& error) {
      at->second = error.diagnostics().front();
    }
    return at->second;
  };
  for (std::size_t row = 0; row < table.rows; ++row) {
    const base::Diagnostic& wrong = problem(batch::constraint_texts(places, table, row));
    if (wrong.message.empty()) continue;
    if (prediction.bad.empty()) prediction.bad.resize(table.rows, false);
    prediction.bad[row] = true;
    prediction.bad_cells.push_back({row + 1, "", "", wrong.message, wrong.help});
  }
  std::stable_sort(prediction.bad_cells.begin(), prediction.bad_cells.end(),
                   [](const BadCell& a, const BadCell& b) { return a.row < b.row; });
}

}  // namespace

Audit audit(const model::Model& model, const std::string& file, const AuditRun& options) {
  const base::Stopwatch watch;
  const table::Table table = load_table(model, file, options.read);
  AuditRun rest = options;
  if (std::optional<double>& seconds = rest.audit.question.limits.seconds) {
    seconds = std::max(0.0, *seconds - watch.seconds());
  }
  return audit(model, table, rest);
}

Audit audit(const model::Model& model, const table::Table& table, const AuditRun& options) {
  Prediction prediction = predict(model, table, {.label = {}, .read = {}, .threads = 0});
  add_bad_constraints(model, table, options.audit.question, prediction);
  Audit out;
  out.bad_cells = std::move(prediction.bad_cells);
  out.warnings = std::move(prediction.warnings);
  out.report.rows = table.rows;
  out.report.bad =
      static_cast<std::uint64_t>(std::count(prediction.bad.begin(), prediction.bad.end(), true));
  out.made = out.report.bad == 0 || options.leave_bad_rows_out;
  if (!out.made) return out;
  AuditOptions asked = options.audit;
  asked.missing_marks = options.read.missing;
  out.report = batch::audit(model, table, model::bind_table(model, table), prediction.bad, asked);
  return out;
}

}  // namespace cogs::engine
