// SPDX-License-Identifier: Apache-2.0
#include "engine/audit.h"

#include <algorithm>
#include <utility>

#include "base/stopwatch.h"
#include "model/bind_table.h"

namespace cogs::engine {

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
