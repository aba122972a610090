// SPDX-License-Identifier: Apache-2.0
//
// What the threads have read -> the columns of the table, codes in the order of the file.
//
// The codes of a column are there twice only while that column is copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "table/block_coder.h"
#include "table/read_table.h"
#include "table/table_layout.h"

namespace cogs::table {

// What one thread has read; its codes and dictionaries are used up.
struct ThreadShare {
  struct Rows {
    std::size_t block = 0;
    std::uint64_t rows = 0;
  };
  std::vector<CodedField>* columns = nullptr;
  std::vector<Rows> blocks;  // ascending
};

// table.rows is the number of all rows. `stop` is asked between columns, by one thread at a time;
// once it says true the columns are left as they are, and the result is false.
bool fill_columns(Table& table, const TableLayout& layout, const ReadOptions& options,
                  std::vector<ThreadShare> shares, unsigned threads,
                  const std::function<bool()>& stop);

}  // namespace cogs::table
