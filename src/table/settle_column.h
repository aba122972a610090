// SPDX-License-Identifier: Apache-2.0
//
// The distinct fields of a column -> its type and dictionary, and which code each field gets.
//
// Here fields get their meaning: quotes and the blanks around fields without quotes go away,
// missing ones and numbers are recognised, and what is equal ("1" and "1.0" in a numeric column)
// becomes one value.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "table/field_dictionary.h"
#include "table/read_table.h"
#include "table/table.h"

namespace cogs::table {

// How often a field stands in its column, and where first.
struct FieldUse {
  std::size_t cells = 0, row = 0;  // rows count from 1
};

struct SettleOptions {
  std::unordered_set<std::string> missing;  // marks, beside the empty cell
  bool missing_is_value = false;            // in categorical columns
  // Asked now and then; once it says true, settle_column throws SettlingStopped.
  std::function<bool()> stop = {};
};

struct SettlingStopped {};

// What a column shows about the decimal mark of its table.
enum class DecimalMark { nothing, point, comma, either };

struct SettledColumn {
  Column column;  // without its codes and missing_cells
  DecimalMark mark = DecimalMark::nothing;
  // Where the mark is `either`: some cells have none, and could not have one (970 beside 1.067).
  bool whole_beside = false;
  std::size_t unfit_cells = 0;  // no dates in the format that an option gave
  std::vector<Code> code_of;    // of each field of the dictionary
  std::vector<Code> too_large;  // fields that are numbers out of range, taken as texts
};

// `uses` counts the cells of fields; it is asked only about columns with odd cells.
SettledColumn settle_column(
    const FieldDictionary& fields, const ColumnReading& reading, const SettleOptions& options,
    const std::function<std::vector<FieldUse>(const std::vector<Code>&)>& uses);

}  // namespace cogs::table
