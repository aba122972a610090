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
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/classify.h"
#include "model/model.h"
#include "rules/measure.h"
#include "table/read_table.h"
#include "table/table.h"

namespace cogs::engine {

struct PredictOptions {
  // The column with the decisions that were made; without it, one that is called like the
  // predicate of the decision, if there is one.
  std::optional<std::string> label;
  table::ReadOptions read;
  unsigned threads = 0;
};

struct BadCell {
  std::uint64_t row = 0;  // from 1
  std::string column, value;
  std::string message, help;
};

struct Prediction {
  std::size_t rows = 0;
  model::ClassNames classes;
  std::vector<std::uint32_t> of_row;  // into classes.names; model::no_class: none, or a bad row
  std::vector<bool> bad;              // by row; empty if none is
  std::vector<BadCell> bad_cells;     // by row, then column
  std::optional<std::string> label;   // the column that the measures are taken from
  std::optional<rules::Measures> measures;
  std::vector<std::string> missing_features;  // without a column, and rules mention them
  std::vector<base::Diagnostic> warnings;
  double read_seconds = 0, predict_seconds = 0;
};

// Throws base::InputError for a table that cannot be read, has no feature of the model, or has no
// column `label`.
Prediction predict(const model::Model& model, const std::string& file,
                   const PredictOptions& options = {});
Prediction predict(const model::Model& model, const table::Table& table,
                   const PredictOptions& options = {});

// How a table must be read so that "?" and the like stay values where the model lists them.
table::ReadOptions read_options_for(const model::Model& model, table::ReadOptions options);
// The table, whole; base::Stopped where a limit ended the reading.
table::Table load_table(const model::Model& model, const std::string& file,
                        table::ReadOptions options = {});

}  // namespace cogs::engine
