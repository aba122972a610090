// SPDX-License-Identifier: Apache-2.0
#include "base/budget.h"

#include <gtest/gtest.h>

namespace cogs::base {
namespace {

// The clock is read now and then; this many questions include a reading.
bool exhausted_soon(Budget& budget) {
  for (int i = 0; i < 1000; ++i) {
    if (budget.exhausted()) return true;
  }
  return false;
}

TEST(Budget, WithoutLimitsNeverEnds) {
  Budget budget;
  budget.use_memory(std::size_t{1} << 50);
  EXPECT_FALSE(exhausted_soon(budget));
  EXPECT_EQ(budget.reason(), Exhausted::no);
}

TEST(Budget, EndsWithTheTime) {
  Budget budget(Limits{.seconds = 0.0, .memory_bytes = {}});
  EXPECT_TRUE(exhausted_soon(budget));
  EXPECT_EQ(budget.reason(), Exhausted::time);
}

TEST(Budget, EndsWithTheMemoryAndStaysEnded) {
  Budget budget(Limits{.seconds = {}, .memory_bytes = 100});
  budget.use_memory(100);
  EXPECT_FALSE(exhausted_soon(budget));
  budget.use_memory(1);
  EXPECT_TRUE(budget.exhausted());
  budget.free_memory(101);
  EXPECT_EQ(budget.memory_used(), 0u);
  EXPECT_TRUE(budget.exhausted());
  EXPECT_EQ(budget.reason(), Exhausted::memory);
}

TEST(Budget, EndsWhenTheCallerSaysSo) {
  std::atomic<bool> cancelled = false;
  Budget budget(Limits{.seconds = {}, .memory_bytes = {}, .cancelled = &cancelled});
  EXPECT_FALSE(exhausted_soon(budget));
  cancelled = true;
  EXPECT_TRUE(exhausted_soon(budget));
  EXPECT_EQ(budget.reason(), Exhausted::cancelled);
}

}  // namespace
}  // namespace cogs::base
