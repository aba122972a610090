// SPDX-License-Identifier: Apache-2.0
//
// Rows of a table as a model file wants them, and whether the raw scores in such a table are those
// that the model gives, bit for bit.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "score/ensemble.h"
#include "score/evaluate.h"

namespace cogs::score {

// How a column of the model comes from a table: a column of the same name; or whether a column has
// a certain value, where the model has 'job_clerk' and the table 'job' (pandas' get_dummies).
struct ColumnSource {
  std::size_t field = 0;
  std::optional<std::string> value;  // of a one-hot column
};

// For each column of the model; none where the table has nothing for it.
std::vector<std::optional<ColumnSource>> column_sources(const Ensemble& ensemble,
                                                        const std::vector<std::string>& header);

// Columns that some test or linear term looks at.
std::vector<bool> columns_in_use(const Ensemble& ensemble);

struct CheckedRows {
  std::uint64_t rows = 0;
};

// A CSV table with the columns of the model and the raw scores that its library gave: a column
// `raw_score`, or with several outputs `raw_score_0` and so on. Throws InputError, located, if a
// column that is needed is not there, a cell cannot be read, or a score differs: in any bit, or,
// for libraries that add in an order of their own, by more than rounding can account for.
CheckedRows check_rows(const Ensemble& ensemble, std::istream& in, const std::string& file);

}  // namespace cogs::score
