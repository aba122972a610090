// SPDX-License-Identifier: Apache-2.0
//
// In which rows of a table does a body hold? Auxiliary atoms are worked out on the way.
//
// A test on a feature becomes a truth value for each code of its column; from there on 64 rows are
// one machine word. Atoms are taken in the order of their dependence, circles to their fixpoint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/data/bind_table.h"
#include "model/model.h"

namespace cogs::model {

// Bit i of word w is row 64 * w + i; bits beyond the last row are 0.
using RowSet = std::vector<std::uint64_t>;

inline bool contains(const RowSet& rows, std::size_t row) {
  return (rows[row / 64] >> (row % 64) & 1) != 0;
}
std::size_t count(const RowSet& rows);

// One set for each of `bodies`, which must speak of this model's features and atoms.
std::vector<RowSet> rows_where(const Model& model, const BoundTable& table,
                               const std::vector<std::vector<Literal>>& bodies,
                               unsigned threads = 0);

}  // namespace cogs::model
