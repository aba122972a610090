// SPDX-License-Identifier: Apache-2.0
#include "base/date.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace cogs::base {
namespace {

Number day(std::string_view text, std::string_view format = iso_date) {
  return parse_date(text, format).value_or(-999999);
}

TEST(Date, CountsDaysFrom1970) {
  EXPECT_EQ(day("1970-01-01"), Number(0));
  EXPECT_EQ(day("1969-12-31"), Number(-1));
  EXPECT_EQ(day("2000-03-01") - day("2000-02-28"), Number(2));
  EXPECT_EQ(day("1900-03-01") - day("1900-02-28"), Number(1));
  EXPECT_EQ(day("2024-03-07"), Number(19789));
}

TEST(Date, ReadsOtherFormats) {
  EXPECT_EQ(day("07/03/2024", "%d/%m/%Y"), Number(19789));
  EXPECT_EQ(day("3/7/24", "%m/%d/%y"), Number(19789));
  EXPECT_EQ(day("7 march 2024", "%d %B %Y"), Number(19789));
  EXPECT_EQ(day("07-Mar-2024", "%d-%b-%Y"), Number(19789));
  EXPECT_EQ(day("20240307", "%Y%m%d"), Number(19789));
  EXPECT_EQ(day("1/2/70", "%d/%m/%y"), Number(31));
}

TEST(Date, RefusesWhatIsNoDate) {
  for (const char* text : {"2024-02-30", "2023-02-29", "2024-13-01", "2024-00-10", "2024-1-5",
                           "2024-03-07x", "2024-03-07T25:00", "2024-03-07 12:60", "", "12"}) {
    EXPECT_FALSE(parse_date(text, iso_time)) << text;
  }
  EXPECT_FALSE(parse_date("13:00 PM", "%I:%M %p"));
  EXPECT_FALSE(parse_date("07/03/24", "%d/%m/%Y"));
}

TEST(Date, TimesAreSecondsAndIsoFormsMeanTheSame) {
  const Number noon = day("2024-03-07T12:00:00", iso_time);
  EXPECT_EQ(noon, Number(19789) * Number(86400) + Number(43200));
  for (const char* text : {"2024-03-07 12:00", "2024-03-07T12:00:00Z", "2024-03-07T14:00:00+02:00",
                           "2024-03-07T11:30-00:30", "2024-03-07T12:00:00.000"}) {
    EXPECT_EQ(day(text, iso_time), noon) << text;
  }
  EXPECT_EQ(day("2024-03-07T12:00:00.25", iso_time) - noon, *Number::parse("0.25"));
  EXPECT_EQ(day("12:30 AM", "%I:%M %p"), Number(1800));
  EXPECT_EQ(day("12:30 PM", "%I:%M %p"), Number(45000));
}

TEST(Date, WritesWhatItReads) {
  Random random(20240307);
  for (const char* format : {"%Y-%m-%d", "%d.%m.%Y", "%d %B %Y", "%b %d, %Y", "%Y-%m-%dT%H:%M:%S",
                             "%m/%d/%Y %I:%M:%S %p"}) {
    for (int i = 0; i < 2000; ++i) {
      const auto days = static_cast<std::int64_t>(random.below(200000)) - 100000;
      const Number number =
          has_time(format) ? Number(days * 86400 + static_cast<std::int64_t>(random.below(86400)))
                           : Number(days);
      EXPECT_EQ(day(date_text(number, format), format), number) << date_text(number, format);
    }
  }
}

TEST(Date, SaysWhatIsWrongWithAFormat) {
  EXPECT_EQ(fault_of_date_format("%d/%m/%Y"), "");
  EXPECT_NE(fault_of_date_format("dd/mm"), "");
  EXPECT_NE(fault_of_date_format("%d/%q"), "");
  EXPECT_NE(fault_of_date_format("%d/%"), "");
}

}  // namespace
}  // namespace cogs::base
