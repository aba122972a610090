// SPDX-License-Identifier: Apache-2.0
//
// What is no table, or not one that can be read: a located error, whatever the size.
#include <gtest/gtest.h>

#include "table_texts.h"

namespace cogs::table {
namespace {

using Texts = std::vector<std::string>;

TEST(BadTables, EmptyOnes) {
  EXPECT_EQ(errors_of(""), (Texts{"0:0: the file is empty"}));
  EXPECT_EQ(errors_of("\n\r\n\n"), (Texts{"0:0: the file is empty"}));
  EXPECT_EQ(errors_of("\xEF\xBB\xBF"), (Texts{"0:0: the file is empty"}));
}

TEST(BadTables, NamesOfColumns) {
  EXPECT_EQ(errors_of("a,,b\n1,2,3\n"), (Texts{"1:3: column 2 has no name"}));
  EXPECT_EQ(errors_of("\na,b,a,\n1,2,3,4\n"),
            (Texts{"2:5: columns 1 and 3 have the same name, 'a'"}));
  EXPECT_EQ(errors_of("a,b,\n1,2,\n1,2,4\n"),
            (Texts{"0:0: column 3 has no name, but cells ('4' in row 2)"}));
}

TEST(BadTables, OptionsThatNameOtherColumns) {
  EXPECT_EQ(errors_of("age,job\n1,x\n", {.numeric = {"aeg"}, .ignore = {"zzz"}}),
            (Texts{"0:0: there is no column 'aeg'", "0:0: there is no column 'zzz'"}));
  EXPECT_EQ(errors_of("age,job\n1,x\n", {.numeric = {"age"}, .categorical = {"age"}}),
            (Texts{"0:0: the column 'age' is said to be both numeric and categorical"}));
  EXPECT_EQ(errors_of("a\n", {.delimiter = '"'}),
            (Texts{"0:0: this delimiter cannot be told from quotes or line ends"}));
}

TEST(BadTables, RowsWithTooFewOrTooManyFields) {
  EXPECT_EQ(errors_of("a,b,c\n1,2,3\n1,2\n\n1,\"\n\",3,ä,5\nx\n"),
            (Texts{"3:3: row 2 has 2 fields, the header has 3",
                   "6:5: row 3 has 5 fields, the header has 3",
                   "7:1: row 4 has 1 field, the header has 3"}));
  EXPECT_EQ(errors_of("1,2\n3\n"), (Texts{"2:1: row 2 has 1 field, the first row has 2"}));
}

TEST(BadTables, AreReportedUpToTwentyPlaces) {
  std::string text = "a,b\n";
  for (int i = 0; i < 50; ++i) text += "1\n2,3\n";
  for (const std::size_t block : {16U, 100U, 10000U}) {
    ReadOptions options;
    options.threads = 3;
    try {
      read_in_blocks(text, options, block);
      FAIL();
    } catch (const base::InputError& error) {
      ASSERT_EQ(error.diagnostics().size(), 21u);
      EXPECT_EQ(located(error.diagnostics()[19]), "40:1: row 39 has 1 field, the header has 2");
      EXPECT_EQ(located(error.diagnostics()[20]), "0:0: 30 more rows cannot be read");
    }
  }
}

TEST(BadTables, Quotes) {
  EXPECT_EQ(
      errors_of("a,b\n5\" pipe,2\n\"x\"y,2\n3,4\n1,\"2\n3,4\n"),
      (Texts{"2:2: a quote inside a field without quotes",
             "3:4: text after the closing quote of a field", "5:3: this quote is never closed"}));
  EXPECT_EQ(errors_of("a,\"b\n1,2\n"), (Texts{"1:3: this quote is never closed"}));
  // What stands behind an open quote is not there for reading: this is not skipped.
  EXPECT_EQ(errors_of("a,b\n1,\"2\n3,4\n", {.skip_bad_rows = true}),
            (Texts{"2:3: this quote is never closed"}));
}

TEST(BadTables, CharactersThatAreNoText) {
  EXPECT_EQ(errors_of(std::string("a,b\n1,2\n1,\0\n", 12)),
            (Texts{"3:3: the file is not text: it has a zero byte"}));
  EXPECT_EQ(errors_of(std::string("a\0b\n1,2\n", 8)),
            (Texts{"1:2: the file is not text: it has a zero byte"}));
  EXPECT_EQ(errors_of("a,b\nä,\xFF\n\xC3,ü\n\xED\xA0\x80,1\n"),
            (Texts{"2:3: this byte is not UTF-8 text", "3:1: this byte is not UTF-8 text",
                   "4:1: this byte is not UTF-8 text"}));
  EXPECT_EQ(errors_of("\xFF\xFE"
                      "a,b\n"),
            (Texts{"1:1: this byte is not UTF-8 text"}));
  EXPECT_EQ(errors_of("a,b\n1\r2,3\n4,5\r\n"), (Texts{"2:2: a carriage return inside a line"}));
  EXPECT_EQ(errors_of("a,b\r1,2\r"), (Texts{"1:4: a carriage return inside a line"}));
}

// A source that never ends, and counts what is asked of it.
class Endless : public ByteSource {
 public:
  Endless(std::string begin, char c) : begin_(std::move(begin)), c_(c) {}
  std::size_t read(char* into, std::size_t size) override {
    for (std::size_t i = 0; i < size; ++i, ++done_)
      into[i] = done_ < begin_.size() ? begin_[done_] : c_;
    return size;
  }
  std::size_t bytes_done() const override { return done_; }
  std::size_t bytes_in_all() const override { return 0; }

 private:
  std::string begin_;
  char c_;
  std::size_t done_ = 0;
};

std::string error_of_endless(std::string begin, char c,
                             std::size_t longest = std::size_t{1} << 20) {
  Endless source(std::move(begin), c);
  const std::string text =
      outcome([&] { return read_table_from(source, "data.csv", {}, {.longest_row = longest}); });
  EXPECT_LT(source.bytes_done(), 3 * longest + 1000000);
  return text.substr(0, text.find('['));
}

TEST(BadTables, RowsWithoutEnd) {
  EXPECT_EQ(error_of_endless("a,b\n1,2\n", 'x'),
            "error 3:1: this row has more than 64 MB rows must end in LF or CRLF ");
  EXPECT_EQ(error_of_endless("", 'x'),
            "error 1:1: this row has more than 64 MB rows must end in LF or CRLF ");
  EXPECT_EQ(error_of_endless("", '\0').substr(0, 30), "error 1:1: the file is not tex");
  EXPECT_EQ(error_of_endless("a,b\n1,2\n3,\"", '\n'),
            "error 3:3: the row with the field that opens here has more than 64 MB is the closing "
            "quote missing? ");
  EXPECT_EQ(error_of_endless("\na,\"", 'x'),
            "error 2:3: the row with the field that opens here has more than 64 MB is the closing "
            "quote missing? ");
  EXPECT_EQ(error_of_endless("", '\n'),
            "error 0:0: the file is empty the first line must name the columns ");
}

TEST(BadTables, TheTrueLimitOfARow) {
  EXPECT_EQ(error_of_endless("a,b\n1,2\n", 'x', longest_row_bytes).substr(0, 30),
            "error 3:1: this row has more t");
}

TEST(BadTables, TooManyRows) {
  std::string text = "a,b\n";
  for (int i = 0; i < 100; ++i) text += "1,2\n";
  const auto source = text_source(text);
  EXPECT_EQ(outcome([&] {
              return read_table_from(*source, "data.csv", {}, {.block_bytes = 64, .most_rows = 99});
            }),
            "error 0:0: the table has more than 99 rows  []\n");
  EXPECT_EQ(read_table_from(*source, "data.csv", {}, {.most_rows = 100}).rows, 100u);
}

TEST(BadTables, ManyColumnsAndQuotesTakeLittleTime) {
  // Each of these would take minutes if something in it were looked at again and again.
  std::string wide = "c0", quoted = "\"c0\"";
  for (int i = 1; i < 65536; ++i) {
    wide += ",c" + std::to_string(i);
    quoted += ",\"c" + std::to_string(i) + "\"";
  }
  EXPECT_EQ(parse_table(wide + "\n" + quoted + "\n", "data.csv").columns.size(), 65536u);
  std::string doubled = "a\n\"" + std::string(2000000, '"') + "\"\n";
  EXPECT_EQ(parse_table(doubled, "data.csv").columns[0].texts[0].size(), 1000000u);
}

}  // namespace
}  // namespace cogs::table
