// SPDX-License-Identifier: Apache-2.0
//
// Table -> columns that look like identifiers: rules about them would say nothing of other rows.
#pragma once

#include <cstddef>
#include <vector>

#include "table/table.h"

namespace cogs::rules {

enum class IdentifierSign {
  distinct,  // categorical, and nearly every row has a value of its own
  sequence,  // integers, each once, that count through: 1, 2, 3 ..., or rise from row to row
};

struct Identifier {
  table::ColumnId column;
  IdentifierSign sign = IdentifierSign::distinct;
  std::size_t values = 0;  // distinct ones
};

// Among all columns but `label`, in order. Tables of fewer than twenty rows have none.
std::vector<Identifier> find_identifiers(const table::Table& table, table::ColumnId label);

}  // namespace cogs::rules
