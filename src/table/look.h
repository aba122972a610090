// SPDX-License-Identifier: Apache-2.0
//
// Table -> what is in each column, at a glance: counts that one pass over the codes gives.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "table/odd_cells.h"
#include "table/table.h"

namespace cogs::table {

struct ColumnLook {
  const Column* column = nullptr;
  std::size_t filled = 0;    // cells that are not missing
  std::size_t distinct = 0;  // values
  bool integers = false;     // numeric, and every number is whole
  std::optional<base::Number> low, first_quarter, median, third_quarter, high;
  double mean = 0;
  // Numbers: cells in parts of equal width from low to high. Names: of the most frequent values.
  std::vector<std::size_t> bars;
  struct Frequent {
    std::string value;
    std::size_t cells = 0;
  };
  std::vector<Frequent> frequent;  // of names, the most frequent first
};

struct TableLook {
  std::vector<ColumnLook> columns;
  std::vector<SharedCode> codes;
};

// Keeps references to the table. `threads` 0: as many as there are cores.
TableLook look(const Table& table, unsigned threads = 0);

}  // namespace cogs::table
