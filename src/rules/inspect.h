// SPDX-License-Identifier: Apache-2.0
//
// Table -> columns that look like identifiers, names or notes: rules about them would say nothing
// of other rows, and a model that lists their values would hold people's data.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "table/table.h"

namespace cogs::rules {

enum class IdentifierSign {
  distinct,  // categorical, and nearly every row has a value of its own
  sequence,  // integers, each once, that count through: 1, 2, 3 ..., with few left out
  number,    // integers, nearly every row has one of its own, and the column is called an id
  many,      // categorical, and half of the rows or more have a value of their own
  named,     // categorical, and called a name of people; or with many values and called a name,
             // an address or the like
};

struct Identifier {
  table::ColumnId column;
  IdentifierSign sign = IdentifierSign::distinct;
  std::size_t values = 0;  // distinct ones
  std::string word = {};   // of the column's name, where that told it
};

// Among all columns but `label`, in order. In tables of fewer than twenty rows only
// what is called a name of people.
std::vector<Identifier> find_identifiers(const table::Table& table, table::ColumnId label);

}  // namespace cogs::rules
