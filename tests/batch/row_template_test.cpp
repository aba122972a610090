// SPDX-License-Identifier: Apache-2.0
#include "batch/row_template.h"

#include <gtest/gtest.h>

namespace cogs::batch {
namespace {

std::string filled(const std::string& text) {
  std::string out;
  RowTemplate(text).append_to(out, [](std::uint32_t gap, std::string& into) {
    into += gap == row_gap ? "[row]" : "[" + std::to_string(gap) + "]";
  });
  return out;
}

TEST(RowTemplate, PutsValuesIntoTheGaps) {
  EXPECT_EQ(filled(""), "");
  EXPECT_EQ(filled("nothing to fill"), "nothing to fill");
  EXPECT_EQ(filled(mark(3)), "[3]");
  EXPECT_EQ(filled("a" + mark(0) + mark(12) + "b" + mark(row_gap) + "c"), "a[0][12]b[row]c");
}

TEST(RowTemplate, LeavesAloneWhatOnlyLooksLikeAMark) {
  const std::string one = mark(7);
  const std::string closing = one.substr(one.size() - 3);
  const std::string opening = one.substr(0, one.size() - closing.size() - 1);
  for (const std::string& text :
       {opening, closing, opening + closing, opening + "x" + closing, opening + "7",
        opening + "99999999999999999999" + closing, opening + "-1" + closing}) {
    EXPECT_EQ(filled("<" + text + ">"), "<" + text + ">");
  }
  EXPECT_EQ(filled(opening + one + closing), opening + "[7]" + closing);
}

// People may write private characters, and numbers of any length, into models and tables.
TEST(RowTemplate, TakesNothingThatPeopleWriteForAMark) {
  for (const std::string& text : {std::string("\xEE\x80\x80") + "7" + "\xEE\x80\x81",
                                  std::string("\xEE\x80\x80") + "999999999" + "\xEE\x80\x81",
                                  std::string("604661760000000000000000000000000123")}) {
    EXPECT_EQ(filled("<" + text + ">"), "<" + text + ">");
    EXPECT_EQ(without_quotes_around_marks("\"" + text + "\""), "\"" + text + "\"");
  }
  EXPECT_EQ(without_quotes_around_marks("[\"" + mark(7) + "\"]"), "[" + mark(7) + "]");
}

TEST(RowTemplate, MarksEveryFeature) {
  const model::Record record = marks(2);
  ASSERT_EQ(record.size(), 2U);
  EXPECT_EQ(record[1]->text, mark(1));
}

}  // namespace
}  // namespace cogs::batch
