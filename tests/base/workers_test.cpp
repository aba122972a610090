// SPDX-License-Identifier: Apache-2.0
#include "base/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace cogs::base {
namespace {

TEST(Workers, DoEachJobOnceInEveryRound) {
  Workers workers(4);
  for (std::size_t jobs : {0, 1, 2, 3, 100, 5000}) {
    std::vector<std::atomic<int>> done(jobs);
    workers.each(jobs, [&](std::size_t job, unsigned worker) {
      EXPECT_LT(worker, workers.count());
      ++done[job];
    });
    for (std::size_t job = 0; job < jobs; ++job) EXPECT_EQ(done[job], 1) << job << " of " << jobs;
  }
}

TEST(Workers, ThrowOnWhatAJobThrowsAndGoOnAfterwards) {
  Workers workers(3);
  EXPECT_THROW(workers.each(100,
                            [](std::size_t job, unsigned) {
                              if (job == 17) throw std::runtime_error("17");
                            }),
               std::runtime_error);
  std::atomic<int> done = 0;
  workers.each(10, [&](std::size_t, unsigned) { ++done; });
  EXPECT_EQ(done, 10);
}

// More than the pool ever has: each number is called all the same.
TEST(RunOnThreads, CallsEachNumberOnceHoweverManyThreadsThereAre) {
  constexpr unsigned wanted = 700;
  std::vector<std::atomic<int>> done(wanted);
  run_on_threads(wanted, [&](unsigned i) { ++done[i]; });
  for (unsigned i = 0; i < wanted; ++i) EXPECT_EQ(done[i], 1) << i;
}

}  // namespace
}  // namespace cogs::base
