// SPDX-License-Identifier: Apache-2.0
//
// A column that says what was so -> how often the rules decide otherwise, for all people or a
// group.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"
#include "table/table.h"

namespace cogs::batch {

// Of rows whose cell is not missing.
struct ActualCounts {
  std::uint64_t rows = 0;
  std::uint64_t undesired = 0;  // so in the column
  std::uint64_t decided = 0;    // by the rules
  std::uint64_t wrongly = 0;    // by the rules, and not so in the column
  std::uint64_t missed = 0;     // so in the column, and not by the rules

  void add(bool actual, bool by_rules, std::uint64_t people);
};

enum class Actual : std::uint8_t { unknown, other, undesired };

// `asked` is COL or COL=VALUE; without a value it is that of the undesired decision. By row.
// Throws base::InputError where there is no such column or value.
std::vector<Actual> read_actual(const model::Model& model, const table::Table& table,
                                const std::string& asked);

}  // namespace cogs::batch
