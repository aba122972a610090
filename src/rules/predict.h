// SPDX-License-Identifier: Apache-2.0
//
// RuleSet + Table -> the class of each row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/measure.h"
#include "rules/rule_set.h"
#include "table/table.h"

namespace cogs::rules {

constexpr std::uint32_t no_outcome = 0xFFFFFFFF;  // several classes, and no rule covers the row

// For each of `rows` (empty: all) the index into rules.outcomes. Columns are matched by name; a
// column that the table lacks is missing in every row. With two classes a row that no rule covers
// is of the second class.
std::vector<std::uint32_t> predict(const RuleSet& rules, const table::Table& table,
                                   const std::vector<std::uint32_t>& rows = {},
                                   unsigned threads = 0);

// The predictions against the label column of the table. Rows without a label are left out.
Measures evaluate(const RuleSet& rules, const table::Table& table,
                  const std::vector<std::uint32_t>& rows = {}, unsigned threads = 0);

// Which of `rows` get another class than the label column says, one each in their order.
std::vector<bool> wrong_rows(const RuleSet& rules, const table::Table& table,
                             const std::vector<std::uint32_t>& rows);

}  // namespace cogs::rules
