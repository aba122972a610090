// SPDX-License-Identifier: Apache-2.0
#include "engine/evaluate.h"

#include "engine/predict.h"

namespace cogs::engine {

namespace {

void take_warnings(const table::Table& table, Evaluations& result) {
  result.warnings.insert(result.warnings.begin(), table.warnings.begin(), table.warnings.end());
}

}  // namespace

Evaluations evaluate(const model::Model& model, const std::string& rows, const std::string& data,
                     const std::vector<CounterfactualSource>& sources,
                     const EvaluateOptions& options, const table::ReadOptions& read) {
  const table::Table starts = load_table(model, rows, read);
  EvaluateOptions complete = options;
  complete.missing = read.missing;
  if (data.empty()) {
    Evaluations result = batch::evaluate(model, starts, starts, sources, complete);
    take_warnings(starts, result);
    return result;
  }
  const table::Table measure = load_table(model, data, read);
  Evaluations result = batch::evaluate(model, starts, measure, sources, complete);
  take_warnings(measure, result);
  take_warnings(starts, result);
  return result;
}

}  // namespace cogs::engine
