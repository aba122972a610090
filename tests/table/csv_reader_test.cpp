// SPDX-License-Identifier: Apache-2.0
#include "table/csv_reader.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace cogs::table {
namespace {

using Fields = std::vector<std::string>;

struct Read {
  Fields header;
  std::vector<Fields> rows;
  std::vector<std::uint32_t> lines;
};

Read read(const std::string& text) {
  std::istringstream in(text);
  CsvReader reader(in, "data.csv");
  Read result{reader.header(), {}, {}};
  for (CsvRow row; reader.next(row);) {
    result.rows.push_back(row.fields);
    result.lines.push_back(row.line);
    EXPECT_EQ(row.number, result.rows.size());
    EXPECT_EQ(row.places.size(), row.fields.size());
  }
  return result;
}

// The one diagnostic that reading `text` ends with, as "line:column: message".
std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const base::InputError& error) {
    const base::Diagnostic& d = error.diagnostics().at(0);
    EXPECT_EQ(d.file, "data.csv");
    return std::to_string(d.place.line) + ":" + std::to_string(d.place.column) + ": " + d.message;
  }
  return "no error";
}

TEST(CsvReader, GivesHeaderAndRows) {
  const Read table = read("age,job\n31,nurse\n40,\n");
  EXPECT_EQ(table.header, (Fields{"age", "job"}));
  EXPECT_EQ(table.rows, (std::vector<Fields>{{"31", "nurse"}, {"40", ""}}));
  EXPECT_EQ(table.lines, (std::vector<std::uint32_t>{2, 3}));
}

TEST(CsvReader, NeedsNoLineEndAtTheEnd) {
  EXPECT_EQ(read("a,b\n1,2").rows, (std::vector<Fields>{{"1", "2"}}));
}

TEST(CsvReader, SkipsAByteOrderMark) {
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a,b\n1,2\n")
                .header,
            (Fields{"a", "b"}));
}

TEST(CsvReader, TakesCrlf) {
  const Read table = read("a,b\r\n1,2\r\n3,4\r\n");
  EXPECT_EQ(table.header, (Fields{"a", "b"}));
  EXPECT_EQ(table.rows, (std::vector<Fields>{{"1", "2"}, {"3", "4"}}));
}

TEST(CsvReader, KeepsBlanks) { EXPECT_EQ(read("a, b\n 1 ,\t\n").rows[0], (Fields{" 1 ", "\t"})); }

TEST(CsvReader, TakesQuotedFields) {
  EXPECT_EQ(read("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"\",\"\"\n").rows,
            (std::vector<Fields>{{"x,y", "say \"hi\""}, {"", ""}}));
}

TEST(CsvReader, KeepsLineEndsInsideQuotes) {
  const Read table = read("a,b\r\n\"1\r\n\r\n2\",x\r\n3,\"\n\"\n");
  EXPECT_EQ(table.rows, (std::vector<Fields>{{"1\r\n\r\n2", "x"}, {"3", "\n"}}));
  EXPECT_EQ(table.lines, (std::vector<std::uint32_t>{2, 5}));
}

TEST(CsvReader, SkipsEmptyLinesOnlyWhereTheyCannotBeRows) {
  EXPECT_EQ(read("\na,b\n\n1,2\n\n").rows, (std::vector<Fields>{{"1", "2"}}));
  EXPECT_EQ(read("a\n1\n\n2\n").rows, (std::vector<Fields>{{"1"}, {""}, {"2"}}));
}

TEST(CsvReader, PlacesFieldsByCharacters) {
  std::istringstream in("a,b\näö,xyz\n");
  CsvReader reader(in, "data.csv");
  CsvRow row;
  ASSERT_TRUE(reader.next(row));
  EXPECT_EQ(row.places, (std::vector<base::Place>{{2, 1, 2}, {2, 4, 3}}));
}

TEST(CsvReader, RefusesAnEmptyFile) {
  EXPECT_EQ(error_of(""), "0:0: the file is empty");
  EXPECT_EQ(error_of("\n\n"), "0:0: the file is empty");
}

TEST(CsvReader, RefusesRaggedRows) {
  EXPECT_EQ(error_of("a,b,c\n1,2,3\n1,2\n"), "3:3: row 2 has 2 fields, the header has 3");
  EXPECT_EQ(error_of("a,b\n1,2,3\n"), "2:5: row 1 has 3 fields, the header has 2");
}

TEST(CsvReader, RefusesAnOpenQuoteWhereItOpens) {
  EXPECT_EQ(error_of("a,b\n1,\"2\n3,4\n"), "2:3: this quote is never closed");
}

TEST(CsvReader, RefusesQuotesThatCouldMeanTwoThings) {
  EXPECT_EQ(error_of("a,b\n5\" pipe,2\n"), "2:2: a quote inside a field without quotes");
  EXPECT_EQ(error_of("a,b\n\"x\"y,2\n"), "2:4: text after the closing quote of a field");
}

TEST(CsvReader, RefusesWhatIsNotText) {
  EXPECT_EQ(error_of(std::string("a,b\n1,\0\n", 8)),
            "2:3: the file is not text: it has a zero byte");
  EXPECT_EQ(error_of("a,b\r1,2\r"), "1:4: a carriage return inside a line");
}

TEST(CsvReader, RefusesColumnsWithoutANameOfTheirOwn) {
  EXPECT_EQ(error_of("a,,b\n"), "1:3: column 2 has no name");
  EXPECT_EQ(error_of("a,b,a\n"), "1:5: columns 1 and 3 have the same name, 'a'");
}

TEST(CsvReader, GoesOnAfterABadRow) {
  std::istringstream in("a,b\n1\n\"x\"y,2\n3,4\n");
  CsvReader reader(in, "data.csv");
  CsvRow row;
  EXPECT_THROW(reader.next(row), base::InputError);
  EXPECT_THROW(reader.next(row), base::InputError);
  ASSERT_TRUE(reader.next(row));
  EXPECT_EQ(row.fields, (Fields{"3", "4"}));
  EXPECT_EQ(row.number, 3u);
  EXPECT_FALSE(reader.next(row));
}

TEST(CsvReader, CarriesTheLineInDiagnosticsUnlessItIsHuge) {
  const auto source_line = [](const std::string& text) {
    try {
      read(text);
    } catch (const base::InputError& error) {
      return error.diagnostics().at(0).source_line;
    }
    return std::string("no error");
  };
  EXPECT_EQ(source_line("a,b\n1,2,3\n"), "1,2,3");
  EXPECT_EQ(source_line("a,b\n1,2," + std::string(100000, 'x')), "");
}

TEST(CsvReader, ReadsBackWhatWasWritten) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const Fields pieces = {"a", "ä", ",", "\"", "\n", "\r\n", " ", "0"};
  for (int run = 0; run < 300; ++run) {
    const unsigned columns = 1 + below(4);
    std::vector<Fields> rows(below(5));
    std::string text;
    for (unsigned i = 0; i < columns; ++i) text += (i ? ",c" : "c") + std::to_string(i);
    text += "\n";
    for (Fields& row : rows) {
      for (unsigned i = 0; i < columns; ++i) {
        std::string field, quoted;
        for (unsigned n = below(5); n > 0; --n) field += pieces[below(8)];
        for (const char c : field) quoted += c == '"' ? "\"\"" : std::string(1, c);
        const bool needs_quotes = field.find_first_of(",\"\r\n") != std::string::npos;
        text += i ? "," : "";
        // Empty first fields are quoted as well: an empty line would not be a row.
        text += needs_quotes || field.empty() || below(2) ? "\"" + quoted + "\"" : field;
        row.push_back(field);
      }
      text += below(2) ? "\n" : "\r\n";
    }
    ASSERT_EQ(read(text).rows, rows) << text;
  }
}

}  // namespace
}  // namespace cogs::table
