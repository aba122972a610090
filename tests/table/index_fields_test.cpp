// SPDX-License-Identifier: Apache-2.0
#include "table/index_fields.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "table/csv_rules.h"

namespace cogs::table {
namespace {

FieldIndex index_of(const std::string& text, std::size_t columns, bool portable = false) {
  FieldIndex index;
  index_fields(text, ',', columns, index, portable);
  return index;
}

TEST(IndexFields, FindsTheFieldsOfRegularBlocks) {
  const FieldIndex index = index_of("1,\"a,b\"\n,\"x\ny\"\r\n3,4", 2);
  EXPECT_TRUE(index.regular);
  EXPECT_EQ(index.rows, 3u);
  EXPECT_EQ(index.lines, 3u);
  ASSERT_EQ(index.fields, 6u);
  EXPECT_EQ((std::vector<std::uint32_t>(index.bounds.begin() + 1, index.bounds.begin() + 7)),
            (std::vector<std::uint32_t>{1, 7, 8, 15, 17, 19}));
}

TEST(IndexFields, SaysWhatIsNotRegular) {
  for (const char* text : {"1,2\n\n3,4\n", "1,2,3\n4\n", "1\n2,3\n", "1,2,3,4\n"}) {
    EXPECT_TRUE(index_of(text, 2).plain) << text;
    EXPECT_FALSE(index_of(text, 2).regular) << text;
  }
  for (const char* text : {"1,2\r3,4\n", "a\"b,2\n", "\"a\"b,2\n", "\"a,2\n", " \"a\",2\n",
                           "\"a\" ,2\n", "\xFF,2\n", "\"a\"\r,2\n"}) {
    EXPECT_FALSE(index_of(text, 2).plain) << text;
    EXPECT_FALSE(index_of(text, 2, true).plain) << text;
  }
  EXPECT_FALSE(index_of(std::string("\0,2\n", 4), 2).plain);
}

TEST(IndexFields, AgreesWithTheRulesRowByRow) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::string characters = ",\"\n\r ab\xC3\xA4";
  std::size_t plain = 0;
  for (int run = 0; run < 20000; ++run) {
    std::string text;
    // Fields that are right, with now and then a character that need not be.
    for (unsigned length = static_cast<unsigned>(random() % 150); text.size() < length;) {
      switch (random() % 8) {
        case 0: text += "\"a,\"\"\n\""; break;
        case 1: text += "\r\n"; break;
        case 2: text += "\n"; break;
        case 3:
          if (random() % 20 == 0) text += characters[random() % 9];
          break;
        case 4: text += "abcdefg"; break;
        case 5: text += "\xC3\xA4"; break;
        default: text += ",";
      }
    }
    const FieldIndex index = index_of(text, 1), portable = index_of(text, 1, true);
    ASSERT_EQ(index.plain, portable.plain) << text;
    std::vector<std::uint32_t> ends;
    bool faults = false;
    std::size_t rows = 0, at = 0;
    RowEnd row;
    for (std::size_t begin = 0; begin < text.size(); begin = row.next, ++rows) {
      row = find_row_end(text, begin, ',', true);
      faults |= row.fault != RowFault::none;
      if (faults) break;
      const std::size_t first = ends.size();
      split_row(text, begin, row.end, ',', ends);
      faults |= check_carriage_returns(text, begin, ends.data() + first, ends.size() - first, at) !=
                RowFault::none;
      ends.back() = static_cast<std::uint32_t>(row.next - (text[row.next - 1] == '\n'));
    }
    faults |= check_characters(text, at) != RowFault::none;
    // A blank beside quotes is allowed, but not plain.
    if (!index.plain) {
      EXPECT_TRUE(faults || text.find(" \"") != std::string::npos ||
                  text.find("\" ") != std::string::npos)
          << text;
      continue;
    }
    ++plain;
    ASSERT_FALSE(faults) << text;
    for (const FieldIndex* one : {&index, &portable}) {
      ASSERT_EQ(one->rows, rows) << text;
      ASSERT_EQ(one->fields, ends.size()) << text;
      ASSERT_TRUE(std::equal(ends.begin(), ends.end(), one->bounds.begin() + 1)) << text;
    }
  }
  EXPECT_GT(plain, 1000u);
}

}  // namespace
}  // namespace cogs::table
