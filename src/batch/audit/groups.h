// SPDX-License-Identifier: Apache-2.0
//
// Columns of a table -> groups of its rows, by value; numbers with many values are cut into bands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "batch/audit/counted_rows.h"
#include "model/data/bind_table.h"
#include "table/table.h"

namespace cogs::batch {

constexpr std::size_t most_numbers_apart = 12;  // more distinct numbers become bands
constexpr std::size_t most_groups = 40;         // the largest ones; all others are one group

struct GroupValue {
  enum class Kind { value, missing, band, others };
  Kind kind = Kind::value;
  std::string text = {};           // of a value
  base::Number low = 0, high = 0;  // the least and the largest value of a band
};

constexpr std::uint32_t no_group = UINT32_MAX;

struct Grouping {
  std::vector<std::string> columns;
  std::vector<std::string> in_bands;            // those of them that were cut into quartiles
  std::vector<std::vector<GroupValue>> groups;  // a value for each column
  std::vector<std::uint32_t> of_row;            // no_group: left out
  std::size_t pooled = 0;                       // how many groups are in that of all others
};

// Reads columns as the model does where they are features. `left_out`: rows that do not count;
// empty if all do. `marks`: texts that stand for missing cells. `counts`: how many rows each stands
// for. Throws base::InputError for a name that no column has, or that is given twice.
class Groups {
 public:
  Groups(const table::Table& table, const model::BoundTable& bound,
         const std::vector<bool>& left_out, const RowCounts& counts,
         std::vector<std::string> marks);

  // Where the columns stand in the table.
  std::vector<std::size_t> places(const std::vector<std::string>& columns) const;
  // Each column apart, and with `cross` also all of them together.
  std::vector<Grouping> by(const std::vector<std::string>& columns, bool cross) const;

 private:
  Grouping by_column(std::size_t column) const;
  Grouping by_all(const std::vector<Grouping>& parts) const;
  std::vector<GroupValue> values_of_codes(std::size_t column, bool& banded) const;

  const table::Table& table_;
  const model::BoundTable& bound_;
  const std::vector<bool>& left_out_;
  const RowCounts& counts_;
  std::vector<std::string> marks_;
};

}  // namespace cogs::batch
