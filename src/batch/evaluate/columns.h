// SPDX-License-Identifier: Apache-2.0
//
// The header of a file of counterfactuals -> which column is what.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "batch/evaluate/evaluate.h"

namespace cogs::batch {

struct CounterfactualColumns {
  std::vector<std::optional<std::size_t>> of_feature;
  std::optional<std::size_t> row, seconds;
  std::optional<std::size_t> changes;  // cogs_changes: the file is an output of cogs batch
};

// Throws base::InputError where an option names a column that is not there, where there is no
// feature at all, and where a column looks like a misspelt feature: to take that feature for
// unchanged would give wrong figures. Features without a column are named in a warning.
CounterfactualColumns find_columns(const model::Model& model, const std::string& file,
                                   const std::vector<std::string>& header,
                                   const EvaluateOptions& options,
                                   std::vector<base::Diagnostic>& warnings);

}  // namespace cogs::batch
