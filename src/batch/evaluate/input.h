// SPDX-License-Identifier: Apache-2.0
//
// A file of counterfactuals -> states, each with the row that it belongs to.
//
//   CSV         columns named like features; a column says which row is meant, else line i belongs
//               to row i. A feature without a column is as in the row. A line without any value
//               says that there is no counterfactual.
//   cogs batch  CSV with cogs_changes, which are applied to the row's own columns; or JSON Lines
//
// Values outside of domains are taken as they are; only numbers must be numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "batch/evaluate/evaluate.h"

namespace cogs::batch {

struct Given {
  std::uint64_t row = 0;               // from 1 to the number of rows
  std::uint32_t line = 0;              // of the file
  std::optional<model::Record> state;  // nullopt: the file says that there is none
  std::optional<double> seconds;
};

struct GivenRows {
  std::uint64_t count = 0;
  std::function<model::Record(std::uint64_t row)> record;
};

// Calls `take` with each line, in the order of the file. Throws base::InputError with the first
// twenty things that are wrong; `take` may have been called before.
void read_counterfactuals(const model::Model& model, const CounterfactualSource& source,
                          const GivenRows& rows, const EvaluateOptions& options,
                          std::vector<base::Diagnostic>& warnings,
                          const std::function<void(Given)>& take);

}  // namespace cogs::batch
