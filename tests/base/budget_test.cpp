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

TEST(Budget, EndsAfterSoManySteps) {
  Budget budget(Limits{.effort = 10});
  budget.spend(9);
  budget.spend();
  EXPECT_FALSE(exhausted_soon(budget));
  budget.spend();
  EXPECT_TRUE(budget.exhausted());
  EXPECT_EQ(budget.reason(), Exhausted::effort);
  EXPECT_EQ(budget.effort_used(), 11u);
}

TEST(Budget, EndsWithTheWholeThatItIsAPartOf) {
  const Budget whole(Limits{.seconds = 0.0});
  Budget part(Limits{.seconds = 1000.0}, whole);
  EXPECT_TRUE(exhausted_soon(part));
  EXPECT_EQ(part.reason(), Exhausted::time);
}

TEST(Budget, HasLimitsOfItsOwnInsideTheWhole) {
  const Budget whole(Limits{.seconds = 1000.0});
  Budget part(Limits{.seconds = 0.0}, whole);
  EXPECT_TRUE(exhausted_soon(part));
  Budget other({}, whole);
  EXPECT_FALSE(exhausted_soon(other));
}

TEST(Budget, TakesCancellationAndMemoryFromTheWhole) {
  std::atomic<bool> cancelled = false;
  const Budget whole(Limits{.memory_bytes = 100, .cancelled = &cancelled});
  Budget part({}, whole), other({}, whole);
  EXPECT_FALSE(exhausted_soon(part));
  other.use_memory(101);
  EXPECT_TRUE(other.exhausted());
  EXPECT_EQ(other.reason(), Exhausted::memory);
  cancelled = true;
  EXPECT_TRUE(exhausted_soon(part));
  EXPECT_EQ(part.reason(), Exhausted::cancelled);
}

// However often a computation makes budgets of the limits that it was given.
TEST(Budget, HandsOnItsEndNotItsSeconds) {
  const Budget whole(Limits{.seconds = 0.0, .effort = 5});
  const Limits left = whole.left();
  EXPECT_FALSE(left.seconds);
  EXPECT_EQ(left.effort, 5u);
  Budget next(left);
  EXPECT_TRUE(next.exhausted_now());
  const Limits person = whole.within({.seconds = 7.0});
  EXPECT_EQ(person.seconds, 7.0);
  EXPECT_TRUE(Budget(person).exhausted_now());
}

TEST(Budget, AsksWhatTheProcessHolds) {
  Limits limits{.memory_bytes = 100};
  limits.holds_more_than = [](std::size_t bytes) { return bytes < 1000; };
  Budget budget(limits);
  while (budget.seconds() < 0.01) {  // a look now and then
    if (budget.exhausted_now()) break;
  }
  EXPECT_EQ(budget.reason(), Exhausted::memory);
  limits.memory_bytes = 2000;
  Budget enough(limits);
  while (enough.seconds() < 0.01) EXPECT_FALSE(enough.exhausted_now());
}

}  // namespace
}  // namespace cogs::base
