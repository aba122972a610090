// SPDX-License-Identifier: Apache-2.0
#include "table/table.h"

#include <gtest/gtest.h>

#include "table/natural_order.h"
#include "table/read_table.h"

namespace cogs::table {
namespace {

TEST(Codes, AreAsNarrowAsTheirLargest) {
  EXPECT_EQ(Codes(10, 255).bytes(), 10u);
  EXPECT_EQ(Codes(10, 256).bytes(), 20u);
  EXPECT_EQ(Codes(10, 65536).bytes(), 40u);
  Codes codes(3, 70000);
  codes.set(1, 70000);
  EXPECT_EQ(codes.size(), 3u);
  EXPECT_EQ(codes[1], 70000u);
  EXPECT_EQ(codes[2], 0u);
}

TEST(Column, FindsCodesOfValues) {
  const Table table = parse_table("a,b\n10,x\n9,y10\nfew,y9\n,?\n", "t", {.numeric = {"a"}});
  const Column& numbers = table.columns[0];
  EXPECT_EQ(numbers.code_of("10"), 1u);
  EXPECT_EQ(numbers.code_of(" 10.0"), 1u);
  EXPECT_EQ(numbers.code_of("few"), 2u);
  EXPECT_EQ(numbers.code_of("11"), std::nullopt);
  EXPECT_EQ(numbers.code_of("?"), std::nullopt);
  EXPECT_EQ(numbers.text(numbers.missing()), "?");
  const Column& texts = table.columns[1];
  for (Code code = 0; code < texts.missing(); ++code)
    EXPECT_EQ(texts.code_of(texts.text(code)), code);
  EXPECT_EQ(texts.code_of("Y9"), std::nullopt);
}

TEST(NaturalOrder, ComparesRunsOfDigitsByTheirNumber) {
  const std::vector<std::string> ordered = {"",  "01", "1",   "1a",  "2", "10",
                                            "a", "a1", "a9b", "a10", "ab"};
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    for (std::size_t j = 0; j < ordered.size(); ++j) {
      EXPECT_EQ(natural_order(ordered[i], ordered[j]), i <=> j) << ordered[i] << " " << ordered[j];
    }
  }
}

}  // namespace
}  // namespace cogs::table
