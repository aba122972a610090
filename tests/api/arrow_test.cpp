// SPDX-License-Identifier: Apache-2.0
//
// Answers for record batches are those for the CSV text with the same cells.
#include <cogs/arrow.h>

#include <cogs/waist.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "../support/arrow_rows.h"
#include "loan.h"

namespace cogs {
namespace {

using test::ArrowCells;
using test::ArrowRows;
using Kind = test::ArrowCells::Kind;
using test::loan_text;

// People of all kinds: with a path, without, one that cannot be read, one with gaps.
std::vector<ArrowCells> people(std::size_t copies) {
  std::vector<ArrowCells> columns{{"age", Kind::number, {}},
                                  {"debt", Kind::text, {}},
                                  {"bank_balance", Kind::dictionary, {}},
                                  {"credit_score", Kind::number, {}},
                                  {"note", Kind::text, {}}};
  const std::vector<std::vector<test::Cell>> rows{
      {"31", "5000", "40000", "599", "a"},
      {"50", "0", "99999", "700", "b,c"},
      {"20", "much", "1", "400", "\"d\""},
      {std::nullopt, "1", std::nullopt, "650", std::nullopt},
      {"44", "70", "59999", "850", ""}};
  for (std::size_t i = 0; i < copies; ++i) {
    for (const auto& row : rows) {
      for (std::size_t c = 0; c < columns.size(); ++c) columns[c].cells.push_back(row[c]);
    }
  }
  return columns;
}

std::string csv_of(const std::vector<ArrowCells>& columns) {
  std::string out = "age,debt,bank_balance,credit_score,note\n";
  for (std::size_t row = 0; row < columns[0].cells.size(); ++row) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      std::string quoted;
      for (const char letter : columns[c].cells[row].value_or("")) {
        quoted += letter;
        if (letter == '"') quoted += '"';
      }
      out += (c == 0 ? "" : ",") + (quoted.empty() ? quoted : '"' + quoted + '"');
    }
    out += '\n';
  }
  return out;
}

// The lines of JSON form, from the last column of all batches.
std::string lines_of(ArrowAnswers& answers) {
  std::string out;
  ArrowArray batch{};
  while (answers.next(&batch)) {
    const ArrowArray& texts = *batch.children[batch.n_children - 1];
    const auto* ends = static_cast<const std::int32_t*>(texts.buffers[1]);
    const char* bytes = static_cast<const char*>(texts.buffers[2]);
    for (std::int64_t i = 0; i < texts.length; ++i) {
      out += std::string(bytes + ends[i], bytes + ends[i + 1]) + "\n";
    }
    batch.release(&batch);
  }
  return out;
}

// The places of faults in a text are nothing that batches have.
std::string without_places(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const std::size_t line = lines.find("\"line\": "), column = lines.find("\"column\": ");
    const std::size_t at = std::min(line, column);
    if (at == std::string_view::npos) break;
    const std::size_t digits = lines.find(' ', at) + 1;
    out += lines.substr(0, digits);
    out += '0';
    lines.remove_prefix(std::min(lines.find_first_not_of("0123456789", digits), lines.size()));
  }
  return out += lines;
}

TEST(ArrowAnswers, AreThoseOfTheSameCsv) {
  const Decision loan = Decision::parse(loan_text, "loan.cogs");
  const std::vector<ArrowCells> columns = people(9000);  // several slices
  std::string expected;
  BatchOptions csv;
  csv.json_lines = true;
  loan.batch(
      Table::text(csv_of(columns), "table"),
      [&](std::string_view piece) {
        expected += piece;
        return true;
      },
      csv);
  for (const unsigned threads : {1U, 3U}) {
    ArrowRows rows({columns});
    ArrowArrayStream stream = rows.stream();
    {
      Control control;
      control.threads = threads;
      ArrowAnswers answers =
          waist::stream_answers(loan, &stream, "table", R"({"form": "json"})", control);
      EXPECT_EQ(without_places(lines_of(answers)), without_places(expected));
      EXPECT_EQ(answers.rows(), 45000U);
      EXPECT_EQ(answers.bad(), 9000U);
      ASSERT_FALSE(answers.bad_cells().empty());
      EXPECT_EQ(answers.bad_cells()[0].row, 3U);
      EXPECT_EQ(answers.bad_cells()[0].column, "debt");
    }
    EXPECT_EQ(rows.held, 0);
  }
}

TEST(ArrowAnswers, OutliveTheStreamWithTheColumnsThatTheyRepeat) {
  const Decision loan = Decision::parse(loan_text, "loan.cogs");
  ArrowRows rows({people(2), people(1)});
  ArrowArrayStream stream = rows.stream();
  std::vector<ArrowArray> kept;
  {
    ArrowAnswerOptions how;
    how.repeat_input = true;
    ArrowArrayStream out{};
    as_stream(ArrowAnswers(loan, &stream, how), &out);
    ArrowSchema schema{};
    ASSERT_EQ(out.get_schema(&out, &schema), 0);
    EXPECT_EQ(schema.n_children, 10);
    EXPECT_STREQ(schema.children[2]->name, "bank_balance");
    EXPECT_NE(schema.children[2]->dictionary, nullptr);
    schema.release(&schema);
    for (ArrowArray batch{}; out.get_next(&out, &batch) == 0 && batch.release;)
      kept.push_back(batch);
    out.release(&out);
  }
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_GT(rows.held, 0);  // the batches are in use
  EXPECT_EQ(kept[0].length, 10);
  EXPECT_EQ(static_cast<const std::int64_t*>(kept[0].children[0]->buffers[1])[1], 50);
  // A child that was moved away outlives the rest.
  ArrowArray moved = *kept[1].children[4];
  kept[1].children[4]->release = nullptr;
  for (ArrowArray& batch : kept) batch.release(&batch);
  EXPECT_GT(rows.held, 0);
  moved.release(&moved);
  EXPECT_EQ(rows.held, 0);
}

TEST(ArrowAnswers, StopWhenTheyAreCancelled) {
  const Decision loan = Decision::parse(loan_text, "loan.cogs");
  ArrowRows rows({people(10)});
  ArrowArrayStream stream = rows.stream();
  {
    const std::atomic<bool> cancelled = true;
    Control control;
    control.cancelled = &cancelled;
    ArrowAnswers answers(loan, &stream, {}, {}, control);
    ArrowArray batch{};
    EXPECT_THROW(answers.next(&batch), Stopped);
  }
  EXPECT_EQ(rows.held, 0);
}

TEST(ArrowTable, IsReadOnce) {
  const Decision loan = Decision::parse(loan_text, "loan.cogs");
  ArrowRows rows({people(1)});
  ArrowArrayStream stream = rows.stream();
  const Table table = arrow_table(&stream);
  const Predictions found = loan.predict(table);
  EXPECT_EQ(found.bad_rows, 1U);
  EXPECT_EQ(found.of_row, loan.predict(Table::text(csv_of(people(1)))).of_row);
  EXPECT_THROW(loan.predict(table), OptionsError);
  EXPECT_THROW(loan.batch(table, [](std::string_view) { return true; }), OptionsError);
}

TEST(ArrowTable, AuditsAreThoseOfTheSameCsv) {
  const Decision loan = Decision::parse(loan_text, "loan.cogs");
  ArrowRows rows({people(40)});
  ArrowArrayStream stream = rows.stream();
  AuditOptions how;
  how.by = {"age"};
  how.leave_bad_rows_out = true;
  const std::string found = loan.audit(arrow_table(&stream), how).json({.timing = false});
  EXPECT_EQ(found, loan.audit(Table::text(csv_of(people(40))), how).json({.timing = false}));
}

}  // namespace
}  // namespace cogs
