// SPDX-License-Identifier: Apache-2.0
#include "table/written_number.h"

#include <gtest/gtest.h>

#include "table/cell_number.h"

namespace cogs::table {
namespace {

std::string read(std::string_view text, bool comma = false) {
  const auto found = written_number(text, comma);
  if (!found) return "none";
  return found->number.text() + (found->sign.empty() ? "" : " " + std::string(found->sign));
}

TEST(WrittenNumber, ReadsThousands) {
  EXPECT_EQ(read("26,000"), "26000");
  EXPECT_EQ(read("1,234,567.5"), "1234567.5");
  EXPECT_EQ(read("26'000"), "26000");
  EXPECT_EQ(read("26 000"), "26000");
  EXPECT_EQ(read("26\u00A0000"), "26000");
  EXPECT_EQ(read("26\u202F000"), "26000");
  EXPECT_EQ(read("12,34,567"), "1234567");
  EXPECT_EQ(read("1.234.567,5", true), "1234567.5");
  EXPECT_EQ(read("26.000", true), "26000");
}

std::string measured(std::string_view text) {
  const auto parts = measured_number(text);
  return parts ? std::string(parts->number) + "|" + std::string(parts->unit) : "none";
}

TEST(WrittenNumber, TakesTheWordBehindANumberAsItsUnit) {
  EXPECT_EQ(measured(" 36 months "), "36|months");
  EXPECT_EQ(measured("180cm"), "180|cm");
  EXPECT_EQ(measured("1,250.5 EUR/month"), "1,250.5|EUR/month");
  EXPECT_EQ(measured("75 m2"), "75|m2");
  EXPECT_EQ(measured("1.5k"), "1.5|k");
  for (const char* text : {"36", "months", "1st", "4th", "12A", "5'11\"", "10+", "m2", "50%"}) {
    EXPECT_EQ(measured(text), "none") << text;
  }
}

TEST(WrittenNumber, TellsOneUnitFromAnotherButNotFromItsPlural) {
  EXPECT_TRUE(same_unit("month", "Months"));
  EXPECT_TRUE(same_unit("Jahre", "Jahr"));
  EXPECT_TRUE(same_unit("mes", "meses"));
  EXPECT_TRUE(same_unit("yrs.", "yrs"));
  EXPECT_FALSE(same_unit("months", "years"));
  EXPECT_FALSE(same_unit("m", "mn"));
  EXPECT_FALSE(same_unit("m", "ms"));
}

TEST(WrittenNumber, ReadsTheUnitOfTheNotationAndNoOther) {
  Notation notation;
  notation.unit = "months";
  EXPECT_EQ(cell_number("36 months", notation), base::Number(36));
  EXPECT_EQ(cell_number("1 month", notation), base::Number(1));
  EXPECT_EQ(cell_number("36", notation), base::Number(36));
  EXPECT_FALSE(cell_number("3 years", notation));
  EXPECT_FALSE(cell_number("36 months", Notation{}));
}

TEST(WrittenNumber, RefusesGroupsThatAreNone) {
  for (const char* text : {"26,00", "1,2", "1,23,4", "0,125", "1234,567", "1,234'567", "26,0000",
                           "1,,234", ",234", "1,234,"}) {
    EXPECT_EQ(read(text), "none") << text;
  }
  for (const char* text : {"1.5", "26000.50", "1.23.456", "0.125", "1,5,5"}) {
    EXPECT_EQ(read(text, true), "none") << text;
  }
}

TEST(WrittenNumber, ReadsDecimalCommas) {
  EXPECT_EQ(read("3,5", true), "3.5");
  EXPECT_EQ(read("-3,5", true), "-3.5");
  EXPECT_EQ(read(",5", true), "0.5");
  EXPECT_EQ(read("1,5e3", true), "1500");
  EXPECT_EQ(read("42", true), "42");
}

TEST(WrittenNumber, NotesMoneyAndPercent) {
  EXPECT_EQ(read("$26,000"), "26000 $");
  EXPECT_EQ(read("-$5.50"), "-5.5 $");
  EXPECT_EQ(read("$-5.50"), "-5.5 $");
  EXPECT_EQ(read("US$ 5"), "5 US$");
  EXPECT_EQ(read("26 000 €", true), "26000 €");
  EXPECT_EQ(read("97%"), "97 %");
  EXPECT_EQ(read("97 %"), "97 %");
  EXPECT_EQ(read("EUR 3"), "3 EUR");
  EXPECT_EQ(read("$5%"), "none");
  EXPECT_EQ(read("$"), "none");
  EXPECT_EQ(read("%"), "none");
}

TEST(WrittenNumber, ReadsMinusAsPeopleWriteIt) {
  EXPECT_EQ(read("(5)"), "-5");
  EXPECT_EQ(read("($5)"), "-5 $");
  EXPECT_EQ(read("5-"), "-5");
  EXPECT_EQ(read("\u22125"), "-5");
  EXPECT_EQ(read("()"), "none");
  EXPECT_EQ(read("-"), "none");
}

TEST(WrittenNumber, ReadsWhatCellsAlwaysWere) {
  for (const char* text : {"12", "-0.5", ".5", "5.", "1e3", " 7 ", "1/3"}) {
    ASSERT_TRUE(cell_number(text)) << text;
    EXPECT_EQ(read(text), cell_number(text)->text());
  }
  for (const char* text : {"", "a", "1a", "12 apples", "1:30", "555-1234", "1-2", "v1.2.3", "e3"}) {
    EXPECT_EQ(read(text), "none") << text;
    EXPECT_EQ(read(text, true), "none") << text;
  }
}

TEST(WrittenNumber, KnowsSpellingsOfMissing) {
  for (const char* text : {"unknown", "UNKNOWN", "-", "--", "#N/A", "n/a", ".", " none ", "#DIV/0!",
                           "not available", "\u2014"}) {
    EXPECT_TRUE(means_missing_number(text)) << text;
  }
  for (const char* text : {"abc", "0", "unknowns", "no", "-1", "never"}) {
    EXPECT_FALSE(means_missing_number(text)) << text;
  }
}

TEST(WrittenNumber, KnowsCurrenciesInAllTheirSpellings) {
  EXPECT_EQ(common_sign("USD"), "$");
  EXPECT_EQ(common_sign("EUR"), "€");
  EXPECT_EQ(common_sign("%"), "%");
  EXPECT_EQ(common_sign("years"), "");
  EXPECT_TRUE(in_other_currency("€5", "$"));
  EXPECT_TRUE(in_other_currency("1.234,50 EUR", "$"));
  EXPECT_TRUE(in_other_currency("5%", "$"));
  for (const char* text : {"5", "$5", "5 USD", "(5)", "-5", "unknown", ""}) {
    EXPECT_FALSE(in_other_currency(text, "$")) << text;
  }
  EXPECT_FALSE(in_other_currency("€5", ""));
  EXPECT_FALSE(in_other_currency("€5", "years"));
}

TEST(WrittenNumber, MarksAreComparedAsNumbers) {
  EXPECT_TRUE(is_mark({"-9"}, "-9.0", base::Number(-9)));
  EXPECT_TRUE(is_mark({"none"}, " none ", std::nullopt));
  EXPECT_FALSE(is_mark({"-9"}, "-8", base::Number(-8)));
  EXPECT_FALSE(is_mark({"none"}, "0", base::Number(0)));
}

}  // namespace
}  // namespace cogs::table
