// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/counted_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/diagnostic.h"

namespace cogs::batch {

namespace {

table::Column texts_column(const std::string& name, const std::vector<std::string>& cells) {
  table::Column column;
  column.name = name;
  column.texts = cells;
  std::sort(column.texts.begin(), column.texts.end());
  column.texts.erase(std::unique(column.texts.begin(), column.texts.end()), column.texts.end());
  column.codes = table::Codes(cells.size(), column.missing());
  for (std::size_t row = 0; row < cells.size(); ++row) {
    column.codes.set(row, *column.code_of(cells[row]));
  }
  return column;
}

table::Table table_of(std::vector<table::Column> columns, std::size_t rows) {
  table::Table table;
  table.file = "table";
  table.columns = std::move(columns);
  table.rows = rows;
  return table;
}

RowOutcomes outcomes(std::vector<std::uint32_t> of_row) {
  RowOutcomes found;
  found.of_row = std::move(of_row);
  return found;
}

}  // namespace

TEST(CountedRows, RowsOfTheSameOutcomeAndGroupAreOne) {
  const table::Table table = table_of({texts_column("sex", {"m", "f", "m", "m", "f"})}, 5);
  const auto parts = find_parts(table, {0}, {}, outcomes({0, 0, 0, 1, 0}), RowCounts());
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].text(), "n2:1;3");
  EXPECT_EQ(parts[1].text(), "n2:2;5");
  EXPECT_EQ(parts[2].text(), "n1:4");
  EXPECT_EQ(parts[2].row, 3U);
}

TEST(CountedRows, PartsOfPartsAddUp) {
  const std::vector<std::string> said = {"n9:5;6;7", "n3:1;2;40", "n2:3;4"};
  const table::Table table = table_of({texts_column("rows", said)}, 3);
  const RowCounts counts(table, "rows");
  EXPECT_EQ(counts.sum(3), 14U);
  EXPECT_EQ(counts.sum(std::vector<bool>{true, false, true}), 11U);
  EXPECT_EQ(counts.number(1), 1U);
  const auto parts = find_parts(table, {}, {}, outcomes({0, 0, 0}), counts);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].text(), "n14:1;2;3;4;5");
}

TEST(CountedRows, FirstBadRowsStayApart) {
  const std::size_t rows = most_bad_apart + 10;
  const table::Table table = table_of({}, rows);
  const auto parts =
      find_parts(table, {}, std::vector<bool>(rows, true),
                 outcomes(std::vector<std::uint32_t>(rows, no_outcome)), RowCounts());
  ASSERT_EQ(parts.size(), most_bad_apart + 1);
  EXPECT_EQ(parts.back().count, 10U);
  EXPECT_EQ(parts.back().first.front(), most_bad_apart + 1);
}

TEST(CountedRows, OtherTextsAreRefused) {
  for (const char* text :
       {"", "n", "n1", "n0:1", "n1:", "n1:0", "n1:1;2", "n2:2;1", "n2:1,2", "3", "n1:1x"}) {
    const table::Table table = table_of({texts_column("rows", {text})}, 1);
    EXPECT_THROW(RowCounts(table, "rows"), base::InputError) << text;
  }
  EXPECT_THROW(RowCounts(table_of({}, 0), "rows"), base::InputError);
}

}  // namespace cogs::batch
