// SPDX-License-Identifier: Apache-2.0
//
// What is odd about the cells of a column, as one warning: how many, which, where, what to write.
#pragma once

#include "table/table.h"

namespace cogs::table {

// Adds to table.warnings what a person should know about the column.
void warn_of_odd_cells(const Column& column, Table& table);

// A value that stands in exactly the same rows of several columns: hardly a measurement.
struct SharedCode {
  std::string value;
  std::vector<ColumnId> columns;
  std::size_t rows = 0;
};
std::vector<SharedCode> find_shared_codes(const Table& table);
base::Diagnostic describe(const SharedCode& code, const Table& table);

}  // namespace cogs::table
