// SPDX-License-Identifier: Apache-2.0
#include "table/repeat_rows.h"

#include <gtest/gtest.h>

#include "table/read_table.h"

namespace cogs::table {
namespace {

TEST(RepeatRows, StandForTheRowsThatTheyCount) {
  const Table counted = parse_table("a,n,b\n1,2,x\n,1,y\n3,3,?\n", "t");
  const Table whole = parse_table("a,b\n1,x\n1,x\n,y\n3,?\n3,?\n3,?\n", "t");
  const Table found = repeat_rows(counted, "N");
  ASSERT_EQ(found.rows, whole.rows);
  ASSERT_EQ(found.columns.size(), whole.columns.size());
  for (std::size_t i = 0; i < whole.columns.size(); ++i) {
    const Column& column = found.columns[i];
    const Column& expected = whole.columns[i];
    EXPECT_EQ(column.name, expected.name);
    EXPECT_EQ(column.missing_cells, expected.missing_cells);
    ASSERT_EQ(column.codes.size(), whole.rows);
    for (std::size_t row = 0; row < whole.rows; ++row) {
      EXPECT_EQ(column.text(column.codes[row]), expected.text(expected.codes[row])) << row;
    }
  }
}

TEST(RepeatRows, RefuseWhatIsNoCountWithItsRow) {
  const auto refused = [](const std::string& text, const std::string& column) {
    try {
      repeat_rows(parse_table(text, "t"), column);
    } catch (const base::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused("a,n\n1,2\n2,0\n", "n").find("row 2: '0' in 'n'"), std::string::npos);
  EXPECT_NE(refused("a,n\n1,2\n2,-1\n", "n").find("row 2: '-1'"), std::string::npos);
  EXPECT_NE(refused("a,n\n1,1.5\n2,1\n", "n").find("row 1: '1.5'"), std::string::npos);
  EXPECT_NE(refused("a,n\n1,1\n2,\n", "n").find("row 2: '?'"), std::string::npos);
  EXPECT_NE(refused("a,n\n1,1\n2,many\n", "n").find("row 2"), std::string::npos);
  EXPECT_NE(refused("a,n\n1,4000000000\n2,4000000000\n", "n").find("more than"), std::string::npos);
  EXPECT_NE(refused("a,n\n1,99999999999999999999\n", "n").find("row 1"), std::string::npos);
  EXPECT_NE(refused("a\n1\n", "n").find("no column 'n'"), std::string::npos);
}

}  // namespace
}  // namespace cogs::table
