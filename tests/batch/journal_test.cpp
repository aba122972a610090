// SPDX-License-Identifier: Apache-2.0
#include "batch/journal.h"

#include <gtest/gtest.h>

namespace cogs::batch {
namespace {

const RunIdentity run{"abc", "--fix debt", 1000, 7};

Progress state(std::uint64_t blocks) {
  Progress p;
  p.blocks = blocks;
  p.input_bytes = 100 * blocks;
  p.rows = 10 * blocks;
  p.lines = 11 * blocks;
  p.output_bytes = 200 * blocks;
  p.error_bytes = blocks;
  p.counts.rows = 10 * blocks;
  p.counts.bad = blocks;
  return p;
}

std::optional<Progress> read(const std::string& text, std::uint64_t output = 10000,
                             std::uint64_t errors = 10000) {
  return read_journal(text, "j", run, output, errors);
}

TEST(Journal, GivesTheLastState) {
  const std::string text =
      journal_head(run) + journal_line(state(1)) + journal_line(state(2)) + journal_line(state(3));
  const auto last = read(text);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->blocks, 3U);
  EXPECT_EQ(last->counts.bad, 3U);
  EXPECT_EQ(last->lines, 33U);
}

TEST(Journal, IsCutWhereTheDiskWas) {
  const std::string head = journal_head(run);
  const std::string text = head + journal_line(state(1)) + journal_line(state(2));
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const auto last = read(text.substr(0, size));
    const std::size_t first = head.size() + journal_line(state(1)).size();
    if (size + 1 < first) {
      EXPECT_FALSE(last) << size;
    } else if (size + 1 < text.size()) {
      EXPECT_EQ(last->blocks, 1U) << size;
    } else {
      EXPECT_EQ(last->blocks, 2U);
    }
  }
}

TEST(Journal, GoesNoFurtherThanTheFilesDo) {
  const std::string text = journal_head(run) + journal_line(state(1)) + journal_line(state(2));
  EXPECT_EQ(read(text, 399)->blocks, 1U);
  EXPECT_EQ(read(text, 400, 1)->blocks, 1U);
  EXPECT_EQ(read(text, 400, 2)->blocks, 2U);
  EXPECT_FALSE(read(text, 199));
}

TEST(Journal, KnowsTheRowsOfABlockThatIsNotDone) {
  Progress begun = state(2);
  begun.begun = {7, 50, 3, {}};
  begun.begun.counts.rows = 7;
  begun.begun.counts.found = 6;
  const std::string text = journal_head(run) + journal_line(state(1)) + journal_line(begun);
  EXPECT_EQ(read(text)->begun.rows, 7U);
  EXPECT_EQ(read(text, 450, 5)->begun.counts.found, 6U);
  // What the files lack of it is made again.
  EXPECT_EQ(read(text, 449, 5)->begun.rows, 0U);
  EXPECT_EQ(read(text, 450, 4)->begun.rows, 0U);
  EXPECT_EQ(read(text, 449, 5)->blocks, 2U);
  EXPECT_EQ(read(text, 399, 5)->blocks, 1U);
}

TEST(Journal, StopsAtALineThatWasChanged) {
  std::string text = journal_head(run) + journal_line(state(1)) + journal_line(state(2));
  const std::size_t second = journal_head(run).size() + journal_line(state(1)).size();
  text[second] = '9';
  EXPECT_EQ(read(text)->blocks, 1U);
}

TEST(Journal, RefusesAnotherRun) {
  for (const RunIdentity& other :
       {RunIdentity{"abd", "--fix debt", 1000, 7}, RunIdentity{"abc", "--fix age", 1000, 7},
        RunIdentity{"abc", "--fix debt", 1001, 7}, RunIdentity{"abc", "--fix debt", 1000, 8}}) {
    EXPECT_THROW(read(journal_head(other) + journal_line(state(1))), base::InputError);
  }
  EXPECT_THROW(read("something else"), base::InputError);
}

}  // namespace
}  // namespace cogs::batch
