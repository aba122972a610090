// SPDX-License-Identifier: Apache-2.0
//
// Model + table -> the decision for each row, with the usual measures where the label is known.
//
//   engine::Prediction found = engine::predict(loan, "loans.csv");
//   found.classes.names[found.of_row[0]];     // "reject"
//
// A value that a feature cannot have makes a row bad: it gets no class and counts in no measure.
// What was not seen when a domain was observed is fine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "model/data/classify.h"
#include "model/model.h"
#include "rules/measure.h"
#include "table/read_table.h"
#include "table/table.h"

namespace cogs::engine {

struct BadCell {
  std::uint64_t row = 0;  // from 1
  std::string column, value;
  std::string message, help;
};
constexpr std::size_t most_bad_cells = 20;  // that a Prediction keeps

struct PredictOptions {
  // The column with the decisions that were made; without it, one that is called like the
  // predicate of the decision, if there is one.
  std::optional<std::string> label;
  table::ReadOptions read;
  unsigned threads = 0;
  base::Limits limits;  // of the whole, reading included
  // Called for each bad cell, by row, then column: a table may have more than one wants to keep.
  std::function<void(const BadCell&)> each_bad_cell;
  // What else is wrong with a row (from 0); no message: nothing.
  std::function<const base::Diagnostic&(std::size_t row)> other_problem;
};

struct Prediction {
  std::size_t rows = 0;
  model::ClassNames classes;
  std::vector<std::uint32_t> of_row;  // into classes.names; model::no_class: none, or a bad row
  std::vector<bool> bad;              // by row; empty if none is
  std::uint64_t bad_rows = 0;
  std::vector<BadCell> bad_cells;    // the first ones, by row, then column
  std::optional<std::string> label;  // the column that the measures are taken from
  std::optional<rules::Measures> measures;
  std::vector<std::string> missing_features;  // without a column, and rules mention them
  std::vector<base::Diagnostic> warnings;
  double read_seconds = 0, predict_seconds = 0;
};

// Throws base::InputError for a table that cannot be read, has no feature of the model, or has no
// column `label`, and base::Stopped at a limit.
Prediction predict(const model::Model& model, const std::string& file,
                   const PredictOptions& options = {});
Prediction predict(const model::Model& model, const table::Table& table,
                   const PredictOptions& options = {});

// How a table must be read so that "?" and the like stay values where the model lists them, and
// numbers are what they were when it was learned. The model must outlive the reading.
table::ReadOptions read_options_for(const model::Model& model, table::ReadOptions options);
// The table, whole; base::Stopped where a limit ended the reading.
table::Table load_table(const model::Model& model, const std::string& file,
                        table::ReadOptions options = {});

}  // namespace cogs::engine
