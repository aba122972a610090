// SPDX-License-Identifier: Apache-2.0
//
// Columns of a table and features of a model: which is which.
//
// A feature has the name of its column, in small letters where that alone makes it a plain name.
// Reading a table goes the other way: the very name first, then one that differs in capitals.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/small_letters.h"
#include "model/model.h"

namespace cogs::model {

// The names that columns get in a model, one each and all different. A name that would read as an
// operator (`is`, `=`) gets a `_` at its end.
std::vector<std::string> names_for_columns(const std::vector<std::string>& columns);

// By feature: the index of its column, if there is one. A column serves one feature at most.
std::vector<std::optional<std::size_t>> match_columns(const std::vector<std::string>& features,
                                                      const std::vector<std::string>& columns);

// The columns of the model's features in a table.
struct FeatureColumns {
  std::vector<std::optional<std::size_t>> column_of;  // by feature
  std::vector<FeatureId> lacking;                     // without a column
  std::vector<base::Diagnostic> warnings;             // columns that look like misspelt features
};
// Throws InputError about `file` if no column is a feature of the model.
FeatureColumns find_feature_columns(const Model& model, const std::vector<std::string>& columns,
                                    const std::string& file);
// Where the columns of these names stand, in any capitals. Throws InputError about `file` for one
// that is not there; `use` says what it was wanted for.
std::vector<std::size_t> find_columns(const std::vector<std::string>& wanted,
                                      const std::vector<std::string>& columns,
                                      const std::string& file, const std::string& use);
// "there is no column for age, debt: missing in every row".
base::Diagnostic lacking_columns(const std::string& file, const std::vector<std::string>& features,
                                 const std::string& consequence = "missing in every row");

}  // namespace cogs::model
