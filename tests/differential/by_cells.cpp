// SPDX-License-Identifier: Apache-2.0
#include "differential/by_cells.h"

#include <algorithm>

#include "model/compile.h"
#include "oracle/cells.h"
#include "path/problem.h"
#include "state/evaluate.h"

namespace cogs::differential {

namespace {

constexpr int small_domain = 12;

}  // namespace

Judgement judge_by_cells(const model::Model& model, const model::Record& record) {
  model::CutRequest request;
  request.start = &record;
  const model::CompiledModel compiled = model::compile(model, request);
  const state::Situation situation(compiled, record, path::permissions(model, {}));
  state::Evaluator evaluator(situation);
  Judgement result;
  result.undesired = evaluator.atom(model.undesired.value) == state::Truth::yes;
  result.consistent = true;
  for (std::uint32_t f = 0; f < situation.feature_count(); ++f) {
    result.consistent = result.consistent && !evaluator.unsupported(f);
    for (std::size_t r = 0; r < compiled.causes[f].rules.size(); ++r) {
      result.consistent = result.consistent && !evaluator.in_vain(f, r);
    }
  }
  for (std::size_t d = 0; d < model.denials.size(); ++d) {
    result.consistent = result.consistent && !evaluator.void_denial(d);
  }
  return result;
}

bool covers(const path::Region& region, const model::Record& point) {
  for (std::size_t f = 0; f < region.features.size(); ++f) {
    bool inside = false;
    if (!point[f]) continue;
    if (const auto* values = std::get_if<std::vector<model::Value>>(&region.features[f])) {
      inside = std::find(values->begin(), values->end(), *point[f]) != values->end();
    } else {
      for (const auto& stretch : std::get<std::vector<model::Interval>>(region.features[f])) {
        inside = inside || stretch.contains(*point[f]->number);
      }
    }
    if (!inside) return false;
  }
  return true;
}

std::vector<std::vector<model::Value>> values_to_try(const model::Model& model) {
  const oracle::Meaning meaning(model);
  std::vector<std::vector<model::Value>> result;
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    const model::Feature& feature = model.features[f];
    std::vector<model::Value>& values = result.emplace_back();
    if (!feature.numeric()) {
      for (const model::SetValue& each : feature.set().values) values.push_back(each.value);
      continue;
    }
    const model::NumericDomain& domain = feature.numbers();
    if (domain.integer && domain.low && domain.high &&
        *domain.high - *domain.low <= base::Number(small_domain)) {
      for (base::Number n = domain.low->ceil(); n <= *domain.high; n += 1) {
        values.push_back(model::Value::of(n));
      }
      continue;
    }
    const oracle::Cells cells(meaning, f, std::nullopt, std::nullopt, feature.price);
    for (std::size_t cell = 0; cell < cells.count(); ++cell) {
      for (const model::Value& value : cells.samples(cell)) {
        if (oracle::in_domain(feature, value)) values.push_back(value);
      }
    }
  }
  return result;
}

std::vector<model::Record> states_to_try(const std::vector<std::vector<model::Value>>& values,
                                         std::size_t most, std::mt19937_64& random) {
  std::size_t count = 1;
  for (const auto& of_feature : values) count = std::min(count * of_feature.size(), most + 1);
  std::vector<model::Record> states;
  for (std::size_t i = 0; i < std::min(count, most); ++i) {
    std::size_t rest = i;
    model::Record& state = states.emplace_back();
    for (const auto& of_feature : values) {
      if (count > most) rest = random();
      state.push_back(of_feature[rest % of_feature.size()]);
      rest /= of_feature.size();
    }
  }
  return states;
}

}  // namespace cogs::differential
