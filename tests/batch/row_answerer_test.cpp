// SPDX-License-Identifier: Apache-2.0
//
// Blocks of any bytes: each row gets one line, bad ones are marked, nothing ends the run, and it
// makes no difference where blocks are cut. COGS_SEED chooses other blocks.
#include "batch/row_answerer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>

#include "model/read/read_model.h"
#include "table/csv_rules.h"

namespace cogs::batch {
namespace {

const char* const model_text = R"(
#feature x : real 0..10.
#feature y : integer 0..100, may increase.
#feature z : {a, b, 'c, d'}.
#undesired bad(X).
bad(X) :- x(X, V), V < 5, y(X, W), W < 60.
bad(X) :- z(X, a), not y(X, 7).
)";

// One line a row: status, first values, and the row's number.
class PlainFormat : public RowFormat {
 public:
  std::string head(const InputLayout&) const override { return "head\n"; }
  bool repeats_input() const override { return false; }
  std::string answer(const AnswerRow& row) const override {
    std::string out = std::to_string(static_cast<int>(row.result.status));
    for (const auto& value : row.start) out += " " + value->text;
    for (const path::Path& path : row.result.paths) out += " " + path.cost.text();
    return out + " " + mark(row_gap);
  }
  std::string problem(std::uint64_t row, const std::vector<base::Diagnostic>& all) const override {
    return "error " + std::to_string(all.front().place.line) + " " + std::to_string(row);
  }
  std::string value(const model::Feature&, const std::optional<model::Value>& v) const override {
    return v ? v->text : "?";
  }
  std::string errors_head() const override { return {}; }
  std::string error_line(std::uint64_t row, const base::Diagnostic&) const override {
    return std::to_string(row) + "\n";
  }
};

class RowAnswererTest : public ::testing::Test {
 protected:
  RowAnswererTest() : model_(model::read_model(model_text, "m.cogs")) {
    columns_.layout.columns = {"z", "id", "x", "y"};
    columns_.of_feature = {2, 3, 0};
    options_.read.missing = {"?"};
  }

  std::string answer(std::string_view text, Position before = {}, Counts* counts = nullptr) {
    RowAnswerer answerer(model_, file_, format_, options_, columns_, base::Budget());
    const Position size = answerer.measure(text);
    const BlockAnswer found = answerer.answer(before);
    EXPECT_EQ(found.counts.rows, size.rows);
    EXPECT_EQ(static_cast<std::uint64_t>(std::count(found.text.begin(), found.text.end(), '\n')),
              size.rows)
        << text;
    const Counts& c = found.counts;
    EXPECT_EQ(c.rows, c.found + c.already + c.none + c.gave_up + c.bad);
    if (counts) *counts = c;
    return found.text;
  }

  model::Model model_;
  std::string file_ = "d.csv";
  PlainFormat format_;
  BatchOptions options_;
  InputColumns columns_;
};

TEST_F(RowAnswererTest, AnswersRowsAndMarksBadOnes) {
  EXPECT_EQ(answer("a,1,2.50,7\n"
                   "b,2,9,3\n"
                   "\"c, d\",3,?,\n"
                   "q,4,1,1\n"
                   "a,5,1\n"
                   "\n"
                   "b,6,4.999,59\r\n"
                   "b,\"7\nx\",11,1"),
            "0 2.5 7 a 1 1\n"
            "1 9 3 b 2\n"
            "1 ? ? c, d 3\n"
            "error 4 4\n"
            "error 5 5\n"
            "0 4.999 59 b 1 6\n"
            "error 9 7\n");
}

TEST_F(RowAnswererTest, CountsFromWhereItIs) {
  EXPECT_EQ(answer("b,2,9,3\nq,1,1,1\n", {10, 20}), "1 9 3 b 11\nerror 22 12\n");
}

// As after a limit: an earlier run has answered the first rows, good and bad ones.
TEST_F(RowAnswererTest, GoesOnInTheMiddleOfABlock) {
  const std::string csv = "a,1,2.50,7\nq,4,1,1\na,5,1\nb,6,4.999,59\nb,2,9,3\n";
  for (const RowKind kind : {RowKind::csv, RowKind::json_lines}) {
    options_.input = kind;
    const std::string text = kind == RowKind::csv ? csv
                                                  : "{\"y\": 5}\n\nx\n{\"y\": 99}\n"
                                                    "{\"y\": 1000}\n{\"y\": 7}";
    RowAnswerer answerer(model_, file_, format_, options_, columns_, base::Budget());
    answerer.measure(text);
    const BlockAnswer whole = answerer.answer({10, 20});
    EXPECT_TRUE(whole.whole());
    std::size_t end = 0;
    for (std::uint64_t rows = 1; rows <= whole.counts.rows; ++rows) {
      end = whole.text.find('\n', end) + 1;
      AnsweredRows done{whole.text.substr(0, end), "", {}};
      done.counts.rows = rows;
      answerer.measure(text);
      const BlockAnswer rest = answerer.answer({10, 20}, done);
      EXPECT_EQ(rest.text, whole.text) << rows;
      EXPECT_EQ(rest.counts.rows, whole.counts.rows);
    }
  }
}

TEST_F(RowAnswererTest, StopsBeforeARowWhereTheRunEnds) {
  const base::Budget ended(base::Limits{.seconds = 0.0});
  for (const RowKind kind : {RowKind::csv, RowKind::json_lines}) {
    options_.input = kind;
    RowAnswerer answerer(model_, file_, format_, options_, columns_, ended);
    answerer.measure(kind == RowKind::csv ? "a,1,2.50,7\nq,4,1,1\n" : "{\"y\": 5}\nx\n");
    const BlockAnswer found = answerer.answer({});
    EXPECT_FALSE(found.whole());
    EXPECT_EQ(found.stopped, base::Exhausted::time);
    EXPECT_EQ(found.counts.rows, 0U);
    EXPECT_EQ(found.text, "");
  }
}

TEST_F(RowAnswererTest, TakesJsonLines) {
  options_.input = RowKind::json_lines;
  EXPECT_EQ(answer("{\"y\": 5}\n\nx\n{\"Y\": 99, \"id\": [1]}\n{\"y\": 1000}"),
            "1 ? 5 ? 1\nerror 3 2\n1 ? 99 ? 3\nerror 5 4\n");
}

TEST_F(RowAnswererTest, AnyBytesGiveOneLineARow) {
  const char* given = std::getenv("COGS_SEED");
  const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : 1;
  std::cout << "COGS_SEED=" << seed << "\n";
  std::mt19937_64 random(seed);
  const std::string_view pieces[] = {"a,1,2,7\n",
                                     "b,2,9.25,3\n",
                                     "\"c, d\",3,?,\n",
                                     ",",
                                     "\n",
                                     "\r\n",
                                     "\"",
                                     "\"\"",
                                     "\xFF",
                                     "é",
                                     std::string_view("\0", 1),
                                     "x",
                                     "5",
                                     "1e3",
                                     "-",
                                     ".",
                                     " ",
                                     "\t",
                                     "q,4,1,1\n",
                                     "9999999999999999999",
                                     "{\"y\": 5, \"x\": null}\n",
                                     "{\"z\": [",
                                     "]}\n"};
  for (int round = 0; round < 4000; ++round) {
    options_.input = round % 4 == 0 ? RowKind::json_lines : RowKind::csv;
    std::string text;
    for (std::uint64_t i = random() % 30; i > 0; --i) {
      text += pieces[random() % std::size(pieces)];
    }
    Counts whole;
    const std::string all = answer(text, {}, &whole);
    if (options_.input != RowKind::csv || text.empty()) continue;
    // Cut where a row ends.
    std::size_t cut = 0;
    for (std::uint64_t rows = random() % 4; rows > 0 && cut < text.size(); --rows) {
      cut = table::find_row_end(text, cut, ',', true).next;
    }
    RowAnswerer answerer(model_, file_, format_, options_, columns_, base::Budget());
    const Position before = answerer.measure(std::string_view(text).substr(0, cut));
    EXPECT_EQ(answer(text.substr(0, cut)) + answer(text.substr(cut), before), all) << text;
  }
}

}  // namespace
}  // namespace cogs::batch
