// SPDX-License-Identifier: Apache-2.0
//
// Distinct rows with counts -> the table that they stand for: a cluster sends each row once, with
// how often it has it, and what is learned here is what all rows would give.
//
// A cell takes as many bytes as its code needs, one where a column has few values.
#pragma once

#include <string>

#include "table/table.h"

namespace cogs::table {

// Each row as often as the column `counts` says, without that column; rows keep their order. Throws
// base::InputError if there is no such column, or a cell of it is no whole number from 1 on, with
// the row; and for more rows than 32 bits count.
Table repeat_rows(const Table& table, const std::string& counts);

}  // namespace cogs::table
