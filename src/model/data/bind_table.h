// SPDX-License-Identifier: Apache-2.0
//
// Model + Table -> what each code of each column means to the model.
//
// Columns are found by name (column_names.h). A table for this should be read with
// `missing_is_value`, so that "?" is still a value where a set domain lists it; the marks that it
// does not list are missing here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"
#include "table/read_table.h"
#include "table/table.h"

namespace cogs::model {

struct BoundColumn {
  const table::Column* column = nullptr;  // null: missing in every row
  // By code; nullopt: missing, or of no use to the model (see BoundTable::bad). The last one is
  // that of a missing cell.
  std::vector<std::optional<Value>> values;
};

// A value that the feature cannot have: not a number, or not in a domain that is a law.
struct BadValue {
  FeatureId feature;
  table::Code code = 0;
};

struct BoundTable {
  std::vector<BoundColumn> columns;  // by feature; as long as the table lives
  std::size_t rows = 0;
  std::vector<FeatureId> without_column;
  std::vector<BadValue> bad;
  std::size_t unseen_values = 0;           // outside an observed domain
  std::vector<base::Diagnostic> warnings;  // columns that look like misspelt features

  // By feature, then by code: whether the value is bad. Empty for features without bad values.
  std::vector<std::vector<bool>> bad_codes() const;
};

// How the columns of a table are read for the model: numbers of its features as their notations
// say, everything else as plain as it is. So a cell means what it meant when the model was learned.
std::vector<table::ColumnReading> readings_of(const Model& model,
                                              const std::vector<std::string>& columns);
// The model with what a person says about this reading (missing_values, date_formats, decimals).
// Columns that are no features are passed over.
Model with_reading(Model model, const table::ReadOptions& options);

// Throws InputError if no column is a feature of the model.
BoundTable bind_table(const Model& model, const table::Table& table);

// What is wrong with a bad value; not located: the rows that have it are. A hostile table has a
// great many, so each is put into words when somebody asks.
base::Diagnostic describe_bad(const Model& model, const BoundTable& table, const BadValue& bad);

}  // namespace cogs::model
