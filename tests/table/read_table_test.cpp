// SPDX-License-Identifier: Apache-2.0
#include "table/read_table.h"

#include <gtest/gtest.h>

#include <atomic>

#include "table_texts.h"

namespace cogs::table {
namespace {

using Texts = std::vector<std::string>;

Table parse(std::string_view text, const ReadOptions& options = {}) {
  return parse_table(text, "data.csv", options);
}

Texts values(const Column& column) {
  Texts values;
  for (Code code = 0; code < column.missing(); ++code) values.push_back(column.text(code));
  return values;
}

TEST(ReadTable, GivesTypedColumns) {
  const Table table = parse("age,job\n31,nurse\n4,baker\n31,\n");
  EXPECT_EQ(table.file, "data.csv");
  EXPECT_EQ(table.rows, 3u);
  EXPECT_EQ(names(table), (Texts{"age", "job"}));
  EXPECT_TRUE(table.columns[0].numeric);
  EXPECT_EQ(values(table.columns[0]), (Texts{"4", "31"}));
  EXPECT_FALSE(table.columns[1].numeric);
  EXPECT_EQ(values(table.columns[1]), (Texts{"baker", "nurse"}));
  EXPECT_EQ(table.columns[1].missing_cells, 1u);
  EXPECT_EQ(cells(table), (Cells{{"31", "nurse"}, {"4", "baker"}, {"31", "?"}}));
  EXPECT_TRUE(table.warnings.empty());
  EXPECT_EQ(table.exhausted, base::Exhausted::no);
}

TEST(ReadTable, OrdersNumbersExactlyAndMergesEqualOnes) {
  const Table table =
      parse("n\n1\n1.0\n 01\n-2\n1e1\n0.5\n.5\n1000000000000000000000\n-0\n0\n+1\n5.\n");
  EXPECT_EQ(values(table.columns[0]),
            (Texts{"-2", "0", "0.5", "1", "5", "10", "1000000000000000000000"}));
  EXPECT_EQ(table.columns[0].codes[0], table.columns[0].codes[10]);
}

TEST(ReadTable, TellsNumbersApartThatDoublesDoNot) {
  const Table table =
      parse("n\n0.1000000000000000000001\n0.1\n9007199254740993\n9007199254740992\n");
  EXPECT_EQ(values(table.columns[0]),
            (Texts{"0.1", "0.1000000000000000000001", "9007199254740992", "9007199254740993"}));
}

TEST(ReadTable, TakesAColumnWithATextAsCategoricalUnlessTold) {
  EXPECT_FALSE(parse("a,b\n1,x\n2,x\nfew,x\n").columns[0].numeric);
  const Table table = parse("a,b\n10,x\n9,x\nfew,x\n?,x\n", {.numeric = {"a"}});
  const Column& column = table.columns[0];
  EXPECT_TRUE(column.numeric && column.mixed() && column.has_gaps());
  EXPECT_EQ(values(column), (Texts{"9", "10", "few"}));
  EXPECT_EQ(column.codes[3], column.missing());
}

TEST(ReadTable, TakesNumbersAsTextsIfToldAndOrdersThemNaturally) {
  const Table table = parse("a\n10\n9\n1.0\n1\n", {.categorical = {"a"}});
  EXPECT_EQ(values(table.columns[0]), (Texts{"1", "1.0", "9", "10"}));
}

TEST(ReadTable, TakesTypesFromAnotherTable) {
  const Table learned = parse("a,b,c\n1,x,1\n2,3,2\n");
  const Table table = parse("b,a,d,c\n7,few,8,1\n", {.categorical = {"c"}, .like = &learned});
  EXPECT_FALSE(table.columns[0].numeric);
  EXPECT_TRUE(table.columns[1].mixed());
  EXPECT_TRUE(table.columns[2].numeric);
  EXPECT_FALSE(table.columns[3].numeric);
}

TEST(ReadTable, RecognisesMissingCells) {
  const Table table = parse("a,b\n1,x\n?,NA\n,\n N/A ,\"\"\n2, ? \nnan,NULL\n");
  EXPECT_TRUE(table.columns[0].numeric);
  EXPECT_EQ(table.columns[0].missing_cells, 4u);
  EXPECT_EQ(table.columns[1].missing_cells, 5u);
  EXPECT_EQ(values(table.columns[1]), (Texts{"x"}));
}

TEST(ReadTable, TakesMarksAsValuesOfCategoricalColumnsIfTold) {
  const Table table = parse("a,b\n1,x\n?,?\n2,\n", {.missing_is_value = true});
  EXPECT_EQ(values(table.columns[0]), (Texts{"1", "2"}));
  EXPECT_EQ(values(table.columns[1]), (Texts{"?", "x"}));
  EXPECT_EQ(table.columns[1].missing_cells, 1u);
}

TEST(ReadTable, TakesOtherMarksOfMissingCells) {
  const Table table = parse("a,b\n1,x\n-999,-\n?,y\n", {.missing = {"-999", "-"}});
  EXPECT_FALSE(table.columns[0].numeric);  // "?" is a text now
  EXPECT_EQ(values(table.columns[0]), (Texts{"1", "?"}));
  EXPECT_EQ(values(table.columns[1]), (Texts{"x", "y"}));
  EXPECT_FALSE(parse("a\n-999\n", {.header = true, .missing = {"-999"}}).columns[0].numeric);
}

TEST(ReadTable, GivesAColumnWithoutValuesNoType) {
  const Table table = parse("a,b\n,1\n?,2\n");
  EXPECT_FALSE(table.columns[0].numeric);
  EXPECT_EQ(table.columns[0].missing(), 0u);
  EXPECT_EQ(table.columns[0].missing_cells, 2u);
}

TEST(ReadTable, TrimsBlanksAroundFieldsWithoutQuotes) {
  const Table table = parse("age, job\n39, State-gov\n40,State-gov \n 41 ,\" State-gov\"\n");
  EXPECT_EQ(names(table), (Texts{"age", "job"}));
  EXPECT_EQ(values(table.columns[0]), (Texts{"39", "40", "41"}));
  EXPECT_EQ(values(table.columns[1]), (Texts{" State-gov", "State-gov"}));
}

TEST(ReadTable, TakesQuotesLineEndsAndByteOrderMarks) {
  const Table table =
      parse("\xEF\xBB\xBF\"a\",\"b,c\"\r\n\"x\r\ny\",\"say \"\"hi\"\"\"\r\n\"1\",  \"z\"  \r\n");
  EXPECT_EQ(names(table), (Texts{"a", "b,c"}));
  EXPECT_EQ(cells(table), (Cells{{"x\r\ny", "say \"hi\""}, {"1", "z"}}));
}

TEST(ReadTable, TakesQuotedAndPlainFieldsAsTheSame) {
  const Table table = parse("a,b\nx,1\n\"x\",\"1\"\r\n x,1.0");
  EXPECT_EQ(values(table.columns[0]), (Texts{"x"}));
  EXPECT_EQ(values(table.columns[1]), (Texts{"1"}));
}

TEST(ReadTable, FindsTheDelimiter) {
  EXPECT_EQ(names(parse("a;b\n1,5;2\n")), (Texts{"a", "b"}));
  EXPECT_EQ(names(parse("a\tb\nx y\tz\n")), (Texts{"a", "b"}));
  EXPECT_EQ(names(parse("a|b\nx|z\n")), (Texts{"a", "b"}));
  EXPECT_EQ(names(parse("a\nx\n")), (Texts{"a"}));
  EXPECT_EQ(names(parse("a;b,c\nx;y,z\n", {.delimiter = ';'})), (Texts{"a", "b,c"}));
  EXPECT_EQ(names(parse("a b\n1 2\n", {.delimiter = ' '})), (Texts{"a", "b"}));
}

TEST(ReadTable, FindsOutWhetherThereIsAHeader) {
  EXPECT_EQ(names(parse("1,x\n2,y\n")), (Texts{"c1", "c2"}));
  EXPECT_EQ(parse("1,x\n2,y\n").rows, 2u);
  EXPECT_EQ(names(parse("x,y\nx,z\n")), (Texts{"x", "y"}));
  EXPECT_EQ(names(parse("year,2019\n1,5\n")), (Texts{"year", "2019"}));
  EXPECT_EQ(names(parse("x,?\ny,z\n")), (Texts{"c1", "c2"}));
  EXPECT_EQ(names(parse("x,y\n", {.header = false})), (Texts{"c1", "c2"}));
  EXPECT_EQ(names(parse("1,2\n3,4\n", {.header = true})), (Texts{"1", "2"}));
}

TEST(ReadTable, LeavesColumnsOut) {
  const Table table = parse("id,a,b\n1,x,2\n2,y,3\n", {.ignore = {"id"}});
  EXPECT_EQ(names(table), (Texts{"a", "b"}));
  EXPECT_EQ(cells(table), (Cells{{"x", "2"}, {"y", "3"}}));
  EXPECT_EQ(table.find("b")->index(), 1u);
  EXPECT_FALSE(table.find("id"));
}

TEST(ReadTable, TakesAHeaderWithoutRows) {
  for (const char* text : {"a,b\n", "a,b", "a,b\n\n"}) {
    const Table table = parse(text);
    EXPECT_EQ(table.rows, 0u);
    EXPECT_EQ(names(table), (Texts{"a", "b"}));
    EXPECT_EQ(table.columns[0].codes.size(), 0u);
  }
}

TEST(ReadTable, TakesEmptyLinesAsRowsOnlyWhereThereIsOneColumn) {
  EXPECT_EQ(parse("\na,b\n\n1,2\n\n").rows, 1u);
  EXPECT_EQ(cells(parse("a\n1\n\n2\n")), (Cells{{"1"}, {"?"}, {"2"}}));
}

TEST(ReadTable, UsesAsFewBytesACodeAsItCan) {
  for (const auto& [count, bytes] : {std::pair{255U, 1U}, {256U, 2U}, {65535U, 2U}, {65536U, 4U}}) {
    std::string text = "n,k\n";
    for (unsigned i = 0; i < count; ++i) text += std::to_string(i * 7 % count) + ",x\n";
    const Table table = parse(text);
    EXPECT_EQ(table.columns[0].numbers.size(), count);
    EXPECT_EQ(table.columns[0].codes.bytes(), count * bytes);
    EXPECT_EQ(table.coded_bytes(), count * (bytes + 1));
    EXPECT_EQ(table.columns[0].text(table.columns[0].codes[3]), std::to_string(21 % count));
  }
}

TEST(ReadTable, WarnsOfNumbersOutOfRange) {
  const Table table = parse("a,b\n1,x\n1e999999,y\n");
  EXPECT_FALSE(table.columns[0].numeric);
  ASSERT_EQ(table.warnings.size(), 1u);
  EXPECT_EQ(table.warnings[0].message,
            "'1e999999' in column 'a', row 2, is beyond the range of numbers and taken as a text");
}

TEST(ReadTable, SkipsBadRowsIfTold) {
  const Table table = parse("a,b\n1,2\n3\n4,5,6\n7,8\n", {.skip_bad_rows = true});
  EXPECT_EQ(cells(table), (Cells{{"1", "2"}, {"7", "8"}}));
  ASSERT_EQ(table.warnings.size(), 1u);
  EXPECT_EQ(table.warnings[0].severity, base::Severity::warning);
  EXPECT_EQ(
      located(table.warnings[0]),
      "3:1: 2 rows that cannot be read left out; the first: row 2 has 1 field, the header has 2");
  EXPECT_EQ(table.warnings[0].help, "lines 3, 4");
}

TEST(ReadTable, StopsWhenItIsCancelled) {
  const std::atomic<bool> cancelled = true;
  ReadOptions options;
  options.limits.cancelled = &cancelled;
  const Table table = parse("a,b\n1,2\n", options);
  EXPECT_EQ(table.exhausted, base::Exhausted::cancelled);
  EXPECT_TRUE(table.columns.empty());
  EXPECT_EQ(table.rows, 0u);
}

TEST(ReadTable, StopsWhereItsMemoryEnds) {
  std::string text = "a,b\n";
  for (int i = 0; i < 20000; ++i) text += std::to_string(i) + ",x" + std::to_string(i) + "\n";
  ReadOptions options;
  options.limits.memory_bytes = 100000;
  EXPECT_EQ(read_in_blocks(text, options, 4096).exhausted, base::Exhausted::memory);
  options.limits.memory_bytes = std::size_t{1} << 30;
  EXPECT_EQ(read_in_blocks(text, options, 4096).rows, 20000u);
}

TEST(ReadTable, SaysHowFarItIs) {
  std::string text = "a,b\n";
  while (text.size() < (std::size_t{10} << 20)) text += "12345,abcdefgh\n";
  std::vector<std::size_t> done;
  ReadOptions options;
  options.progress = [&](std::size_t now, std::size_t all) {
    EXPECT_EQ(all, text.size());
    done.push_back(now);
  };
  parse(text, options);
  ASSERT_GE(done.size(), 3u);
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(done.back(), text.size());
}

TEST(ReadTable, PassesOnWhatTheProgressThrows) {
  std::string text = "a,b\n";
  while (text.size() < (std::size_t{10} << 20)) text += "12345,abcdefgh\n";
  ReadOptions options;
  options.progress = [](std::size_t, std::size_t) { throw std::runtime_error("enough"); };
  EXPECT_THROW(parse(text, options), std::runtime_error);
}

}  // namespace
}  // namespace cogs::table
