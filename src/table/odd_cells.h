// SPDX-License-Identifier: Apache-2.0
//
// What is odd about the cells of a column, as one warning: how many, which, where, what to write.
#pragma once

#include "table/table.h"

namespace cogs::table {

// Adds to table.warnings what a person should know about the column.
void warn_of_odd_cells(const Column& column, Table& table);

// Adds a hint where all names of a column read as dates in a format that an option can give.
void warn_of_dates(const Column& column, Table& table);
// The format that was given for the dates of the column does not fit so many cells.
base::Diagnostic describe_unfit(const Column& column, const Table& table, std::size_t cells);

// A value that stands in exactly the same rows of several columns, or, in one column, several times
// far below all others: hardly a measurement.
struct SharedCode {
  std::string value;
  std::vector<ColumnId> columns;
  std::size_t rows = 0;
};
std::vector<SharedCode> find_shared_codes(const Table& table);
base::Diagnostic describe(const SharedCode& code, const Table& table);

}  // namespace cogs::table
