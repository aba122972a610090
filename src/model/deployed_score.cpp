// SPDX-License-Identifier: Apache-2.0
#include "model/deployed_score.h"

#include <cmath>

#include "score/float_number.h"

namespace cogs::model {

namespace {

double step(const ColumnStep& each, double x) {
  switch (each.kind) {
    case ColumnStep::Kind::add: return x + each.constant;
    case ColumnStep::Kind::subtract: return x - each.constant;
    case ColumnStep::Kind::subtract_from: return each.constant - x;
    case ColumnStep::Kind::multiply: return x * each.constant;
    case ColumnStep::Kind::divide: return x / each.constant;
  }
  return x;
}

}  // namespace

score::Value DeployedScore::column_value(const Model& model, std::size_t column,
                                         const Value* value) const {
  const ColumnSource& source = columns_[column];
  if (source.indicates) {
    return score::Value::of_number(value && value->text == *source.indicates ? 1 : 0);
  }
  if (!value) return {};
  double number = 0;
  if (!source.codes.empty()) {
    const auto code = source.codes.find(value->text);
    if (code == source.codes.end()) return score::Value::of_unknown();
    number = code->second;
  } else if (model.feature(source.feature).numeric()) {
    number = score::nearest_double(*value->number);
  } else {
    return score::read_value(ensemble_.columns[column], value->text).value_or(score::Value{});
  }
  for (const ColumnStep& each : source.steps) number = step(each, number);
  const score::Column& about = ensemble_.columns[column];
  if (about.kind == score::Column::Kind::number) return score::Value::of_number(number);
  return score::read_value(about, score::exact(number).text()).value_or(score::Value::of_unknown());
}

std::vector<score::Value> DeployedScore::row(const Model& model,
                                             const std::vector<const Value*>& values) const {
  std::vector<score::Value> row;
  row.reserve(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    row.push_back(column_value(model, c, values[columns_[c].feature.index()]));
  }
  return row;
}

std::vector<double> DeployedScore::raw(const Model& model,
                                       const std::vector<const Value*>& values) const {
  return score::raw_scores(ensemble_, row(model, values));
}

std::optional<std::vector<Number>> DeployedScore::exact(
    const Model& model, const std::vector<const Value*>& values) const {
  return score::exact_scores(ensemble_, row(model, values));
}

std::optional<Number> deployed_sum(const Model& model, const Score& score,
                                   const std::vector<const Value*>& values) {
  const Score& source = score.between ? model.score(score.between->of) : score;
  if (!source.deployed) return std::nullopt;
  const std::vector<double> raw = source.deployed->raw(model, values);
  const auto number = [&](std::size_t output) -> std::optional<Number> {
    if (!std::isfinite(raw[output])) return std::nullopt;
    return score::exact(raw[output]);
  };
  if (!score.between) return number(0);
  const auto first = number(score.between->first), second = number(score.between->second);
  if (!first || !second) return std::nullopt;
  return *first - *second;
}

std::optional<std::vector<Number>> class_sums(const Model& model, const Score& score,
                                              const Record& record) {
  std::vector<const Value*> values;
  for (const auto& value : record) values.push_back(value ? &*value : nullptr);
  return score.deployed ? score.deployed->exact(model, values) : std::nullopt;
}

}  // namespace cogs::model
