// SPDX-License-Identifier: Apache-2.0
//
// An imported score as the program that is deployed has it: its columns, made of features, and its
// sum with every rounding. The checker judges answers by it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/model.h"
#include "model/record.h"
#include "score/ensemble.h"
#include "score/evaluate.h"

namespace cogs::model {

// One step of the arithmetic between a feature and a column, in double.
struct ColumnStep {
  enum class Kind { add, subtract, subtract_from, multiply, divide };
  Kind kind = Kind::add;
  double constant = 0;
};

// Where a column of the file gets its value from.
struct ColumnSource {
  FeatureId feature;
  std::optional<std::string> indicates;  // 1 where the feature has this value, else 0
  std::map<std::string, double> codes;   // by value of the feature; empty: its own
  std::vector<ColumnStep> steps;         // then these
};

// What the deployed program comes to for a score of the model: the raw score, or the difference of
// two; none where it is no number, or the score is no imported one.
std::optional<Number> deployed_sum(const Model& model, const Score& score,
                                   const std::vector<const Value*>& values);

// The exact sums of a score with several classes, in their order; none where there are none.
std::optional<std::vector<Number>> class_sums(const Model& model, const Score& score,
                                              const Record& record);

class DeployedScore {
 public:
  DeployedScore(score::Ensemble ensemble, std::vector<ColumnSource> columns)
      : ensemble_(std::move(ensemble)), columns_(std::move(columns)) {}

  const score::Ensemble& ensemble() const { return ensemble_; }
  const std::vector<ColumnSource>& columns() const { return columns_; }

  // What the column has for this value of its feature; null: missing.
  score::Value column_value(const Model& model, std::size_t column, const Value* value) const;
  // The raw scores of its outputs, as they are deployed. `values`: of each feature, null where it
  // is missing.
  std::vector<double> raw(const Model& model, const std::vector<const Value*>& values) const;
  // The same without rounding; none where a linear term has no number.
  std::optional<std::vector<Number>> exact(const Model& model,
                                           const std::vector<const Value*>& values) const;

 private:
  std::vector<score::Value> row(const Model& model, const std::vector<const Value*>& values) const;

  score::Ensemble ensemble_;
  std::vector<ColumnSource> columns_;
};

}  // namespace cogs::model
