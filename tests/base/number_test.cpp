// SPDX-License-Identifier: Apache-2.0
#include "base/number.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace cogs::base {
namespace {

Number number(const std::string& text) {
  const auto parsed = Number::parse(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(Number(-987654321));
}

TEST(Number, ReadsItsForms) {
  EXPECT_EQ(number("-12"), Number(-12));
  EXPECT_EQ(number("+7"), Number(7));
  EXPECT_EQ(number("0.10"), Number(1) / Number(10));
  EXPECT_EQ(number("1e3"), Number(1000));
  EXPECT_EQ(number("2.5E-3"), Number(1) / Number(400));
  EXPECT_EQ(number("1r3"), Number(1) / Number(3));
  EXPECT_EQ(number("-2/6"), Number(-1) / Number(3));
  EXPECT_EQ(number("00123.4500"), number("123.45"));
}

TEST(Number, RefusesEverythingElse) {
  for (const char* text :
       {"",     "-",   "+",   ".",     ".5",  "5.",          "1.2.3",        "1e",
        "1e+",  "e5",  "1/0", "1/",    "/2",  "1r-3",        " 1",           "1 ",
        "0x10", "inf", "nan", "1_000", "--1", "1e999999999", "1e-999999999", "1,5"}) {
    EXPECT_FALSE(Number::parse(text)) << text;
  }
  EXPECT_FALSE(Number::parse(std::string(100000, '9')));
}

TEST(Number, WritesWhatReadsBack) {
  EXPECT_EQ(number("0.10").text(), "0.1");
  EXPECT_EQ(number("-0.05").text(), "-0.05");
  EXPECT_EQ(number("1/3").text(), "1/3");
  EXPECT_EQ(number("12.50").text(), "12.5");
  EXPECT_EQ(number("-0").text(), "0");
  EXPECT_EQ(number("1e20").text(), "100000000000000000000");
  EXPECT_EQ(number("9007199254740993").text(), "9007199254740993");
  EXPECT_EQ(number("12.345").decimals(), 3);
  EXPECT_EQ(number("1/3").decimals(), 0);
}

TEST(Number, RoundsDownAndUp) {
  EXPECT_EQ(number("-2.5").floor(), Number(-3));
  EXPECT_EQ(number("-2.5").ceil(), Number(-2));
  EXPECT_EQ(number("2.5").floor(), Number(2));
  EXPECT_EQ(number("2.5").ceil(), Number(3));
  EXPECT_EQ(number("7").floor(), Number(7));
  EXPECT_EQ(number("-100000000000000000000.5").floor(), number("-100000000000000000001"));
}

TEST(Number, IsExactBeyondMachineIntegers) {
  const Number most = std::numeric_limits<std::int64_t>::max();
  const Number least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ((most + 1).text(), "9223372036854775808");
  EXPECT_EQ((most + 1) - 1, most);
  EXPECT_EQ((-least).text(), "9223372036854775808");
  EXPECT_EQ(least.absolute(), most + 1);
  EXPECT_EQ(least.text(), "-9223372036854775808");
  EXPECT_EQ((most * most).text(), "85070591730234615847396907784232501249");
  EXPECT_EQ(most * most / most, most);
  EXPECT_FALSE((most + 1).to_int64());
  EXPECT_EQ(most.to_int64(), std::numeric_limits<std::int64_t>::max());
  EXPECT_LT(most, most + 1);
  EXPECT_LT(least - 1, least);
}

TEST(Number, TellsTenthsApartFromDoubles) {
  EXPECT_EQ(number("0.1") + number("0.2"), number("0.3"));
  EXPECT_EQ(Number::power_of_ten(-2), number("0.01"));
  EXPECT_EQ(Number::power_of_ten(30), number("1e30"));
}

// The laws of arithmetic on random fractions, with many at the edge of 64 bits.
TEST(Number, ObeysTheLawsOfArithmetic) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const auto integer = [&]() -> Number {
    const auto bits = static_cast<std::int64_t>(random());
    switch (random() % 4) {
      case 0: return bits % 10;
      case 1: return std::numeric_limits<std::int64_t>::max() - (bits & 3);
      case 2: return std::numeric_limits<std::int64_t>::min() + (bits & 3);
      default: return bits >> (random() % 63);
    }
  };
  const auto fraction = [&]() -> Number {
    Number below = integer();
    return integer() / (below.sign() == 0 ? Number(1) : below);
  };
  for (int run = 0; run < 3000; ++run) {
    const Number a = fraction(), b = fraction(), c = fraction();
    SCOPED_TRACE(a.text() + "  " + b.text() + "  " + c.text());
    ASSERT_EQ(a + b, b + a);
    ASSERT_EQ((a + b) - b, a);
    ASSERT_EQ(a * (b + c), a * b + a * c);
    if (b.sign() != 0) {
      ASSERT_EQ(a / b * b, a);
    }
    ASSERT_EQ(a < b, (b - a).sign() > 0);
    ASSERT_EQ(a == b, (b - a).sign() == 0);
    ASSERT_EQ(-(-a), a);
    ASSERT_TRUE(a.floor() <= a && a < a.floor() + 1 && a.floor().is_integer());
    ASSERT_EQ(Number::parse(a.text()), a);
    ASSERT_EQ(((a + b) - b).hash(), a.hash());
  }
}

}  // namespace
}  // namespace cogs::base
