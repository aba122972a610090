// SPDX-License-Identifier: Apache-2.0
//
// A table from record batches is the table of the CSV text with the same cells.
#include "table/read_arrow.h"

#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "../support/arrow_rows.h"
#include "base/diagnostic.h"

namespace cogs::table {
namespace {

using test::ArrowCells;
using test::ArrowRows;
using test::Cell;
using Kind = test::ArrowCells::Kind;

std::string csv_of(const std::vector<std::vector<ArrowCells>>& batches) {
  std::string out;
  for (const ArrowCells& column : batches.front()) out += (out.empty() ? "" : ",") + column.name;
  out += "\n";
  for (const auto& batch : batches) {
    for (std::size_t row = 0; row < batch.front().cells.size(); ++row) {
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (i > 0) out += ',';
        std::string quoted;
        for (const char c : batch[i].cells[row].value_or("")) {
          quoted += c;
          if (c == '"') quoted += '"';
        }
        if (!quoted.empty()) out += '"' + quoted + '"';
      }
      out += '\n';
    }
  }
  return out;
}

void expect_same(const Table& found, const Table& expected) {
  ASSERT_EQ(found.rows, expected.rows);
  ASSERT_EQ(found.columns.size(), expected.columns.size());
  for (std::size_t i = 0; i < found.columns.size(); ++i) {
    const Column& a = found.columns[i];
    const Column& b = expected.columns[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.numeric, b.numeric) << a.name;
    EXPECT_EQ(a.numbers, b.numbers) << a.name;
    EXPECT_EQ(a.texts, b.texts) << a.name;
    EXPECT_EQ(a.missing_cells, b.missing_cells) << a.name;
    for (std::size_t row = 0; row < found.rows; ++row) {
      ASSERT_EQ(a.codes[row], b.codes[row]) << a.name << ", row " << row;
    }
  }
}

TEST(ReadArrow, GivesTheTableOfTheSameCsv) {
  const unsigned seed = 20261;
  std::cout << "seed " << seed << "\n";
  std::mt19937 draw(seed);
  const std::vector<Cell> words{"red", "blue", "a,b", "say \"so\"", "\"all\"", std::nullopt, "NA"};
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<std::vector<ArrowCells>> batches;
    for (int b = 0; b < 3; ++b) {
      ArrowCells number{"n", Kind::number, {}}, text{"t", Kind::text, {}},
          coded{"d", Kind::dictionary, {}};
      const std::size_t rows = draw() % 50 + (b == 0 ? 1 : 0);
      for (std::size_t i = 0; i < rows; ++i) {
        number.cells.push_back(draw() % 9 == 0 ? Cell() : std::to_string(draw() % 2000));
        text.cells.push_back(words[draw() % words.size()]);
        coded.cells.push_back(words[draw() % words.size()]);
      }
      batches.push_back({number, text, coded});
    }
    ArrowRows rows(batches);
    ArrowArrayStream stream = rows.stream();
    {
      ArrowStream source(&stream, "t");
      EXPECT_EQ(stream.release, nullptr);
      expect_same(read_arrow(source, {}), parse_table(csv_of(batches), "t", {}));
    }
    EXPECT_EQ(rows.held, 0);
  }
}

TEST(ReadArrow, RefusesColumnsOfTheSameName) {
  ArrowRows rows({{{"a", Kind::text, {"x"}}, {"a", Kind::text, {"y"}}}});
  ArrowArrayStream stream = rows.stream();
  {
    ArrowStream source(&stream, "t");
    EXPECT_THROW(read_arrow(source, {}), base::InputError);
  }
  EXPECT_EQ(rows.held, 0);
}

TEST(ReadArrow, LeavesOutWhatOptionsIgnoreAndPandasIndexes) {
  ArrowRows rows({{{"a", Kind::number, {"1"}},
                   {"b", Kind::text, {"y"}},
                   {"__index_level_0__", Kind::number, {"7"}}}});
  ArrowArrayStream stream = rows.stream();
  ArrowStream source(&stream, "t");
  ReadOptions options;
  options.ignore = {"b"};
  const Table table = read_arrow(source, options);
  ASSERT_EQ(table.columns.size(), 1U);
  EXPECT_EQ(table.columns[0].name, "a");
}

TEST(ReadArrow, StopsAtALimit) {
  ArrowRows rows({{{"a", Kind::number, {"1", "2"}}}});
  ArrowArrayStream stream = rows.stream();
  ArrowStream source(&stream, "t");
  const std::atomic<bool> cancelled = true;
  ReadOptions options;
  options.limits.cancelled = &cancelled;
  const Table table = read_arrow(source, options);
  EXPECT_EQ(table.exhausted, base::Exhausted::cancelled);
  EXPECT_TRUE(table.columns.empty());
}

}  // namespace
}  // namespace cogs::table
