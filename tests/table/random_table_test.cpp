// SPDX-License-Identifier: Apache-2.0
//
// Random texts, read in blocks so small that their borders fall everywhere, by several threads,
// and compared with a parser that goes character by character. COGS_SEED=7 begins elsewhere.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "table_texts.h"

namespace cogs::table {
namespace {

using Fields = std::vector<std::string>;

struct NaiveRow {
  std::uint32_t line = 0;
  bool bad = false;
  Fields fields;
};

// The rules of csv_rules.h once more, as simply as they can be said.
class NaiveParser {
 public:
  explicit NaiveParser(const std::string& text) : text_(text) {}

  std::vector<NaiveRow> run() {
    std::vector<NaiveRow> rows;
    while (at_ < text_.size()) {
      if (at_line_end() && (rows.empty() || rows[0].fields.size() != 1)) {
        end_line();
        continue;
      }
      rows.push_back(read_row());
      if (rows.back().fields.size() != rows[0].fields.size()) rows.back().bad = true;
    }
    return rows;
  }

 private:
  bool is(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool at_line_end() const {
    return at_ == text_.size() || is('\n') ||
           (is('\r') && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n'));
  }
  void end_line() {
    if (is('\r')) ++at_;
    if (is('\n')) ++at_;
    ++line_;
  }
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    end_line();
  }

  NaiveRow read_row() {
    NaiveRow row;
    row.line = line_;
    while (true) {
      std::string blanks, field;
      while (is(' ')) blanks += text_[at_++];
      if (is('"')) {
        ++at_;
        while (true) {
          if (at_ == text_.size()) return row.bad = true, row;
          if (is('"')) {
            ++at_;
            if (!is('"')) break;
          }
          if (is('\n')) ++line_;
          field += text_[at_++];
        }
        while (is(' ')) ++at_;
        if (!at_line_end() && !is(',')) return skip_line(), row.bad = true, row;
      } else {
        while (!at_line_end() && !is(',')) {
          if (is('"')) return skip_line(), row.bad = true, row;
          if (is('\r')) row.bad = true;
          field += text_[at_++];
        }
        while (field.ends_with(' ')) field.pop_back();
      }
      row.fields.push_back(field);
      if (at_line_end()) return end_line(), row;
      ++at_;
    }
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

class RandomTables : public testing::Test {
 protected:
  void SetUp() override {
    const char* given = std::getenv("COGS_SEED");
    seed_ =
        given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
    std::cout << "seed " << seed_ << "\n";
    random_.seed(seed_);
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  // Mostly well-formed, with everything that may go wrong now and then.
  std::string text(bool faults) {
    static const Fields plain = {"a",  "bb",       "7",         "007", "7.0",
                                 " 7", "x y",      "",          "?",   "Married-civ-spouse",
                                 "ä",  "12345678", "123456789", "-3.5"};
    const unsigned columns = 1 + below(4), rows = below(12);
    const bool crlf = below(3) == 0, last_end = below(2) == 0;
    std::string text;
    for (unsigned i = 0; i < columns; ++i) text += (i ? ",c" : "c") + std::to_string(i);
    text += crlf ? "\r\n" : "\n";
    for (unsigned row = 0; row < rows; ++row) {
      const unsigned fields = faults && below(20) == 0 ? 1 + below(5) : columns;
      for (unsigned i = 0; i < fields; ++i) {
        if (i) text += ",";
        switch (below(faults ? 8 : 6)) {
          case 0: {
            std::string inner;
            for (unsigned n = below(4); n > 0; --n) {
              static const Fields pieces = {"\"\"", ",", "\n", "\r\n", "\r", "q", " ", "5"};
              inner += pieces[below(8)];
            }
            text += (below(6) == 0 ? " \"" : "\"") + inner + (below(6) == 0 ? "\" " : "\"");
            break;
          }
          case 6:
            if (below(6) == 0) {
              static const Fields odd = {"\"", "x\"y", "\"x\"y", "\r", "a\rb", "\n"};
              text += odd[below(6)];
              break;
            }
            [[fallthrough]];
          default: text += plain[below(static_cast<unsigned>(plain.size()))];
        }
      }
      if (row + 1 < rows || last_end) text += crlf ? "\r\n" : "\n";
      if (below(15) == 0) text += "\n";
    }
    return text;
  }

  unsigned seed_ = 0;
  std::mt19937 random_;
};

TEST_F(RandomTables, AreReadAsByANaiveParser) {
  for (int run = 0; run < 1500; ++run) {
    const std::string input = text(true);
    SCOPED_TRACE("seed " + std::to_string(seed_) + ", text:\n" + input);
    const std::vector<NaiveRow> naive = NaiveParser(input).run();
    ReadOptions options;
    options.delimiter = ',';
    options.header = true;
    options.missing = {};
    options.threads = 1 + below(3);
    for (const std::string& name : naive[0].fields) options.categorical.push_back(name);
    Cells good;
    std::vector<std::uint32_t> bad_lines;
    for (std::size_t i = 1; i < naive.size(); ++i) {
      if (naive[i].bad) {
        bad_lines.push_back(naive[i].line);
        continue;
      }
      good.push_back(naive[i].fields);
      for (std::string& cell : good.back()) {
        if (cell.find_first_not_of(' ') == std::string::npos) cell = "?";  // missing
      }
    }
    try {
      const Table table = read_in_blocks(input, options, 1 + below(40));
      ASSERT_TRUE(bad_lines.empty());
      ASSERT_EQ(cells(table), good);
    } catch (const base::InputError& error) {
      ASSERT_EQ(error.diagnostics().size(), bad_lines.size()) << error.what();
      for (std::size_t i = 0; i < bad_lines.size(); ++i) {
        // A fault may be lines below the row's start.
        EXPECT_GE(error.diagnostics()[i].place.line, bad_lines[i]);
        if (i + 1 < bad_lines.size()) {
          EXPECT_LT(error.diagnostics()[i].place.line, bad_lines[i + 1]);
        }
      }
      options.skip_bad_rows = true;
      try {
        ASSERT_EQ(cells(read_in_blocks(input, options, 1 + below(40))), good);
      } catch (const base::InputError& again) {  // an open quote is never skipped
        EXPECT_NE(outcome([&] { return read_in_blocks(input, options, 50); }).find("never closed"),
                  std::string::npos);
      }
    }
    if (HasFailure()) return;
  }
}

TEST_F(RandomTables, DoNotDependOnThreadsBlocksOrSources) {
  for (int run = 0; run < 1000; ++run) {
    const std::string input = text(below(2) == 0);
    SCOPED_TRACE("seed " + std::to_string(seed_) + ", text:\n" + input);
    ReadOptions options;
    options.skip_bad_rows = below(3) == 0;
    options.missing_is_value = below(3) == 0;
    if (below(3) == 0) options.header = below(2) == 0;
    options.threads = 1;
    const std::string expected = outcome([&] { return parse_table(input, "data.csv", options); });
    options.threads = 1 + below(4);
    ASSERT_EQ(outcome([&] { return read_in_blocks(input, options, 1 + below(60)); }), expected);
    ASSERT_EQ(outcome([&] { return read_in_pieces(input, options, 1 + below(60), 1 + below(9)); }),
              expected);
  }
}

TEST_F(RandomTables, OfManyRowsDoNotDependOnThreads) {
  std::string input = "number,decimal,kind,id\n";
  for (int row = 0; row < 30000; ++row) {
    const unsigned decimal = below(1000);
    input += std::to_string(below(70000)) + "," + std::to_string(decimal / 10) + "." +
             std::to_string(decimal % 10) + "," +
             (below(9) ? "k" + std::to_string(below(300)) : "") + ",row number " +
             std::to_string(row) + "\n";
  }
  ReadOptions options;
  options.threads = 1;
  const std::string expected = outcome([&] { return parse_table(input, "data.csv", options); });
  for (const unsigned threads : {2U, 3U, 8U}) {
    options.threads = threads;
    EXPECT_EQ(outcome([&] { return read_in_blocks(input, options, 4096); }), expected);
    EXPECT_EQ(outcome([&] { return read_in_pieces(input, options, 5000, 777); }), expected);
  }
}

}  // namespace
}  // namespace cogs::table
