// SPDX-License-Identifier: Apache-2.0
//
// Model + Table -> the same rows as the model sees them: one column for each feature, numbers
// where its domain has numbers and texts where it has a set. Values that the feature cannot have
// are missing, and so is every cell of a feature without a column.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "table/table.h"

namespace cogs::model {

struct FeatureTable {
  table::Table table;  // column i is feature i; behind them the label, if it was found
  std::optional<table::ColumnId> label;
  std::vector<bool> has_column;            // by feature
  std::size_t bad_cells = 0;               // with a value that the feature cannot have
  std::vector<base::Diagnostic> warnings;  // columns that look like misspelt features
};

// The label is the column that the undesired atom is named after, unless `label` says another.
// Throws InputError if no column is a feature of the model, or if `label` is no column.
FeatureTable feature_table(const Model& model, const table::Table& table,
                           const std::optional<std::string>& label = {});

}  // namespace cogs::model
