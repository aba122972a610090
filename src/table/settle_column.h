// SPDX-License-Identifier: Apache-2.0
//
// The distinct fields of a column -> its type and dictionary, and which code each field gets.
//
// Here fields get their meaning: quotes and the blanks around fields without quotes go away,
// missing ones and numbers are recognised, and what is equal ("1" and "1.0" in a numeric column)
// becomes one value.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "table/field_dictionary.h"
#include "table/table.h"

namespace cogs::table {

enum class ColumnType { found_out, numeric, categorical };

struct SettleOptions {
  std::unordered_set<std::string> missing;  // marks, beside the empty cell
  bool missing_is_value = false;            // in categorical columns
};

struct SettledColumn {
  Column column;                // without its codes and missing_cells
  std::vector<Code> code_of;    // of each field of the dictionary
  std::vector<Code> too_large;  // fields that are numbers out of range, taken as texts
};

SettledColumn settle_column(const FieldDictionary& fields, ColumnType type,
                            const SettleOptions& options);

}  // namespace cogs::table
