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
  const base::Budget whole(options.limits);
  table::ReadOptions reading = read;
  reading.limits = whole.within(read.limits);
  const table::Table starts = load_table(model, rows, reading);
  EvaluateOptions rest = options;
  rest.limits = whole.left();
  return evaluate(model, starts, data, sources, rest, read);
}

Evaluations evaluate(const model::Model& model, const table::Table& starts, const std::string& data,
                     const std::vector<CounterfactualSource>& sources,
                     const EvaluateOptions& options, const table::ReadOptions& read) {
  const base::Budget whole(options.limits);
  table::ReadOptions reading = read;
  reading.limits = whole.within(read.limits);
  EvaluateOptions complete = options;
  complete.missing = read.missing;
  complete.limits = whole.left();
  if (data.empty()) {
    Evaluations result = batch::evaluate(model, starts, starts, sources, complete);
    take_warnings(starts, result);
    return result;
  }
  const table::Table measure = load_table(model, data, reading);
  Evaluations result = batch::evaluate(model, starts, measure, sources, complete);
  take_warnings(measure, result);
  take_warnings(starts, result);
  return result;
}

}  // namespace cogs::engine
