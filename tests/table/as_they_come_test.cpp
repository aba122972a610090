// SPDX-License-Identifier: Apache-2.0
//
// Columns as people write them: their types, notations and odd cells, however the text is cut into
// blocks; and texts in other encodings.
#include <gtest/gtest.h>

#include "table/decode.h"
#include "table/look.h"
#include "table/odd_cells.h"
#include "table/read_table.h"
#include "table_texts.h"

namespace cogs::table {
namespace {

Table parse(const std::string& text, const ReadOptions& options = {}) {
  return parse_table(text, "data.csv", options);
}

// A column of the numbers 1000, 1001, ... as `write` has them, with `odd` in between.
template <class Write>
std::string column(Write write, std::size_t rows, const std::vector<std::string>& odd = {}) {
  std::string text = "n;k\n";
  for (std::size_t i = 0; i < rows; ++i) {
    text += (i > 0 && i <= odd.size() ? odd[i - 1] : write(1000 + i)) + ";x\n";
  }
  return text;
}

std::string plainly(std::size_t n) { return std::to_string(n); }

TEST(AsTheyCome, ADateColumnHasDays) {
  const Table table = parse("d,e\n2024-03-07,a\n1970-01-02,b\n?,c\n");
  const Column& d = table.columns[0];
  ASSERT_TRUE(d.numeric);
  EXPECT_EQ(d.notation.date, "%Y-%m-%d");
  EXPECT_EQ(d.numbers, (std::vector<base::Number>{1, 19789}));
  EXPECT_EQ(d.missing_cells, 1u);
}

TEST(AsTheyCome, NumbersAmongDatesMakeNames) {
  EXPECT_FALSE(parse("d,e\n2024-03-07,a\n17,b\n").columns[0].numeric);
}

TEST(AsTheyCome, TheOtherColumnsTellWhatAPointIs) {
  const Table german = parse("a;b\n1.234;3,5\n2.500;4,25\n");
  EXPECT_EQ(german.columns[0].numbers, (std::vector<base::Number>{1234, 2500}));
  EXPECT_TRUE(german.columns[0].notation.decimal_comma);
  const Table english = parse("a;b\n1.234;3.5\n2.500;4.25\n");
  EXPECT_EQ(english.columns[0].numbers.front(), *base::Number::parse("1.234"));
  // A point that is certain keeps the others from being read otherwise.
  const Table both = parse("a;b;c\n1.234;3,5;0.5\n2.500;4,25;0.25\n");
  EXPECT_EQ(both.columns[0].numbers.front(), *base::Number::parse("1.234"));
  EXPECT_TRUE(both.columns[1].notation.decimal_comma);
}

TEST(AsTheyCome, SemicolonsMakeAPointAThousandAndThatIsSaid) {
  const Table table = parse("a;b\n970;x\n1.067;y\n3.007;x\n");
  EXPECT_EQ(table.columns[0].numbers, (std::vector<base::Number>{970, 1067, 3007}));
  ASSERT_EQ(table.warnings.size(), 1u);
  EXPECT_NE(table.warnings[0].message.find("read as thousands"), std::string::npos);
  EXPECT_NE(table.warnings[0].help.find("--decimal a=."), std::string::npos);
  // Among commas it is a decimal number, and that is said where whole numbers stand beside it.
  const Table commas = parse("a,b\n970,x\n1.067,y\n3.007,x\n");
  EXPECT_EQ(commas.columns[0].numbers.front(), *base::Number::parse("1.067"));
  ASSERT_EQ(commas.warnings.size(), 1u);
  EXPECT_NE(commas.warnings[0].help.find("--decimal a=,"), std::string::npos);
  EXPECT_TRUE(parse("a,b\n1.067,x\n3.007,y\n").warnings.empty());
  // 2000 without a point: whoever wrote it has no points for thousands.
  const Table plain = parse("a;b\n2000;x\n1.067;y\n");
  EXPECT_EQ(plain.columns[0].numbers.front(), *base::Number::parse("1.067"));
  EXPECT_TRUE(plain.warnings.empty());
}

TEST(AsTheyCome, DigitsWithLeadingZerosAndOneLengthAreNames) {
  const Table zip = parse("zip,k\n01069,a\n80331,b\n?,c\n");
  EXPECT_FALSE(zip.columns[0].numeric);
  EXPECT_EQ(zip.columns[0].texts, (std::vector<std::string>{"01069", "80331"}));
  EXPECT_EQ(zip.columns[0].missing_cells, 1u);
  ASSERT_EQ(zip.warnings.size(), 1u);
  EXPECT_NE(zip.warnings[0].help.find("--numeric zip"), std::string::npos);
  EXPECT_TRUE(parse("zip,k\n01069,a\n80331,b\n", {.numeric = {"zip"}}).columns[0].numeric);
  for (const char* cells : {"0\n5\n", "0.5\n0.7\n", "007\n12\n", "01\n12\n", "100\n200\n",
                            "000\n000\n", "-01\n023\n"}) {
    EXPECT_TRUE(parse(std::string("n\n") + cells).columns[0].numeric) << cells;
  }
}

TEST(AsTheyCome, AFormatThatFitsFewDatesIsAnError) {
  const ReadOptions wrong{.date_formats = {{"d", "%d/%m/%Y"}}};
  EXPECT_THROW(parse("d,k\n7/14/1995,a\n2/19/2024,b\n3/4/2020,c\n", wrong), base::InputError);
  std::string text = "d,k\n";
  for (int i = 0; i < 40; ++i) text += std::to_string(i % 28 + 1) + "/3/2020,a\n";
  const Table table = parse(text + "2/19/2024,b\n", wrong);
  EXPECT_EQ(table.columns[0].missing_cells, 1u);
  ASSERT_EQ(table.warnings.size(), 1u);
  EXPECT_NE(table.warnings[0].message.find("no date as %d/%m/%Y ('2/19/2024' in row 41)"),
            std::string::npos);
}

TEST(AsTheyCome, SpreadsheetsAddALineAndColumns) {
  const Table table = parse("sep=|\r\na|b||\r\n1|x||\r\n2|y||\r\n");
  ASSERT_EQ(table.columns.size(), 2u);
  EXPECT_EQ(table.columns[1].name, "b");
  EXPECT_EQ(table.rows, 2u);
  EXPECT_TRUE(table.warnings.empty());
  EXPECT_THROW(parse("a,b,\n1,x,\n2,y,z\n"), base::InputError);
  EXPECT_THROW(parse("a,,b\n1,,x\n"), base::InputError);
  EXPECT_EQ(parse("sep=x\n1\n").columns[0].name, "sep=x");
}

TEST(AsTheyCome, ThousandsWithoutAnyHintAreSaid) {
  const Table table = parse("a;b\n1,234;x\n2,500;y\n");
  EXPECT_EQ(table.columns[0].numbers.front(), base::Number(1234));
  ASSERT_EQ(table.warnings.size(), 1u);
  EXPECT_NE(table.warnings[0].message.find("'1,234' was read as thousands"), std::string::npos);
}

TEST(AsTheyCome, AlmostNumericColumnsAreNumericAndSaid) {
  const Table table = parse(column(plainly, 40, {"abc", "unknown", "abc"}));
  const Column& n = table.columns[0];
  ASSERT_TRUE(n.numeric);
  EXPECT_FALSE(n.mixed());
  EXPECT_TRUE(n.notation.texts_are_missing);
  EXPECT_EQ(n.missing_cells, 3u);
  EXPECT_EQ(n.odd_cells, 3u);
  ASSERT_EQ(n.odd.size(), 2u);
  EXPECT_EQ(n.odd[0].text, "abc");
  EXPECT_EQ(n.odd[0].cells, 2u);
  EXPECT_EQ(n.odd[0].row, 2u);
  ASSERT_EQ(table.warnings.size(), 1u);
}

TEST(AsTheyCome, ManyTextsMakeNames) {
  std::vector<std::string> odd(15, "text");
  const Table table = parse(column(plainly, 40, odd));
  EXPECT_FALSE(table.columns[0].numeric);
  ASSERT_EQ(table.warnings.size(), 1u);
  EXPECT_NE(table.warnings[0].message.find("15 of 40 cells"), std::string::npos);
}

TEST(AsTheyCome, ColumnsOfNamesAreNoneOfNumbers) {
  EXPECT_TRUE(parse("a,b\nunknown,1\n1,2\n2,3\n").warnings.empty());
  EXPECT_FALSE(parse("a,b\nunknown,1\n1,2\n2,3\n").columns[0].numeric);
  EXPECT_FALSE(parse("a,b\n-,1\n-,2\n").columns[0].numeric);
  EXPECT_FALSE(parse("a,b\nx1,1\nx2,2\n").columns[0].numeric);
}

TEST(AsTheyCome, PlainReadingIsWhatItWas) {
  ReadOptions options;
  options.known = [](const std::vector<std::string>& names) {
    ColumnReading plain;
    plain.plain = true;
    return std::vector<ColumnReading>(names.size(), plain);
  };
  EXPECT_FALSE(parse("a;b\n$1,234;x\n$2,500;y\n", options).columns[0].numeric);
  EXPECT_FALSE(parse("a;b\n2024-01-01;x\n", options).columns[0].numeric);
}

TEST(AsTheyCome, BlocksAndThreadsMakeNoDifference) {
  std::string text = "n;d;m\n";
  for (int i = 0; i < 500; ++i) {
    text += (i % 97 == 5   ? "unknown"
             : i % 89 == 7 ? "abc"
                           : std::to_string(i) + ",5") +
            ";2024-0" + std::to_string(1 + i % 9) + "-11;" +
            (i % 10 == 0 ? "-9" : std::to_string(i)) + "\n";
  }
  ReadOptions options;
  options.missing_values = {{"m", "-9"}};
  const Table whole = parse(text, options);
  EXPECT_EQ(whole.columns[2].missing_cells, 50u);
  EXPECT_EQ(whole.columns[2].notation.missing, std::vector<std::string>{"-9"});
  for (const std::size_t block : {std::size_t{20}, std::size_t{64}, std::size_t{1000}}) {
    for (const unsigned threads : {1U, 3U}) {
      options.threads = threads;
      const Table cut = read_in_blocks(text, options, block);
      ASSERT_EQ(cut.columns.size(), whole.columns.size());
      for (std::size_t c = 0; c < cut.columns.size(); ++c) {
        EXPECT_EQ(cut.columns[c].numbers, whole.columns[c].numbers);
        EXPECT_EQ(cut.columns[c].notation, whole.columns[c].notation);
        ASSERT_EQ(cut.columns[c].odd.size(), whole.columns[c].odd.size());
        for (std::size_t o = 0; o < cut.columns[c].odd.size(); ++o) {
          EXPECT_EQ(cut.columns[c].odd[o].text, whole.columns[c].odd[o].text);
          EXPECT_EQ(cut.columns[c].odd[o].row, whole.columns[c].odd[o].row);
        }
        for (std::size_t row = 0; row < whole.rows; ++row) {
          ASSERT_EQ(cut.columns[c].codes[row], whole.columns[c].codes[row]);
        }
      }
    }
  }
}

TEST(AsTheyCome, ATableReadLikeAnotherHasItsNotation) {
  const Table first = parse("a;b\n3,5;x\n4,25;y\n");
  ReadOptions options;
  options.like = &first;
  const Table second = parse("a;b\n1,234;x\n", options);
  EXPECT_EQ(second.columns[0].numbers.front(), *base::Number::parse("1.234"));
}

TEST(AsTheyCome, SharedCodesAreFound) {
  std::string text = "a,b,c,d\n";
  for (int i = 0; i < 60; ++i) {
    const std::string code = i % 12 == 0 ? "-8" : std::to_string(i);
    text += code + "," + code + "," + code + "," + std::to_string(i % 7 - 3) + "\n";
  }
  const Table table = parse(text);
  const std::vector<SharedCode> codes = find_shared_codes(table);
  ASSERT_EQ(codes.size(), 1u);
  EXPECT_EQ(codes[0].value, "-8");
  EXPECT_EQ(codes[0].columns.size(), 3u);
  EXPECT_EQ(codes[0].rows, 5u);
}

TEST(AsTheyCome, ALookCountsEverything) {
  const Table table = parse("n,k\n1,a\n2,b\n2,a\n,a\n9,\n");
  const TableLook all = look(table, 1);
  EXPECT_EQ(all.columns[0].filled, 4u);
  EXPECT_EQ(*all.columns[0].median, base::Number(2));
  EXPECT_EQ(*all.columns[0].high, base::Number(9));
  EXPECT_EQ(all.columns[0].bars, (std::vector<std::size_t>{3, 0, 1}));
  ASSERT_EQ(all.columns[1].frequent.size(), 2u);
  EXPECT_EQ(all.columns[1].frequent[0].value, "a");
  EXPECT_EQ(all.columns[1].frequent[0].cells, 3u);
}

std::string decoded_text(const std::string& bytes, Encoding encoding, std::size_t piece) {
  const auto source = decoded(text_source(bytes), encoding, "file");
  std::string out, buffer(piece, ' ');
  while (const std::size_t count = source->read(buffer.data(), buffer.size())) {
    out.append(buffer, 0, count);
  }
  return out;
}

TEST(Decode, ReadsUtf16OfBothKinds) {
  const std::string little(
      "\xFF\xFE"
      "a\0\xE9\0\x3D\xD8\x00\xDE",
      10);
  const std::string big("\xFE\xFF\0a\0\xE9\xD8\x3D\xDE\x00", 10);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{100}}) {
    EXPECT_EQ(decoded_text(little, Encoding::utf16, piece), "a\u00E9\U0001F600");
    EXPECT_EQ(decoded_text(big, Encoding::utf16, piece), "a\u00E9\U0001F600");
  }
}

TEST(Decode, RefusesHalfCharacters) {
  EXPECT_THROW(decoded_text(std::string("\xFF\xFE"
                                        "a",
                                        3),
                            Encoding::utf16, 10),
               base::InputError);
  EXPECT_THROW(decoded_text(std::string("\x00\xD8", 2), Encoding::utf16le, 10), base::InputError);
  EXPECT_THROW(decoded_text(std::string("\x00\xDC", 2), Encoding::utf16le, 10), base::InputError);
}

TEST(Decode, ReadsOneByteEncodings) {
  EXPECT_EQ(decoded_text("caf\xE9", Encoding::latin1, 10), "caf\u00E9");
  EXPECT_EQ(decoded_text("5 \x80", Encoding::cp1252, 10), "5 \u20AC");
  EXPECT_EQ(decoded_text("5 \xA4", Encoding::latin9, 10), "5 \u20AC");
  EXPECT_EQ(decoded_text("\xCF\xF0", Encoding::cp1251, 10), "\u041F\u0440");
  EXPECT_THROW(decoded_text("\x81", Encoding::cp1252, 10), base::InputError);
  EXPECT_EQ(encoding_named("Windows-1252"), Encoding::cp1252);
  EXPECT_EQ(encoding_named("ISO_8859-1"), Encoding::latin1);
  EXPECT_FALSE(encoding_named("klingon"));
  for (const std::string& name : encoding_names()) EXPECT_TRUE(encoding_named(name)) << name;
}

}  // namespace
}  // namespace cogs::table
