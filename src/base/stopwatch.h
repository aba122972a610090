// SPDX-License-Identifier: Apache-2.0
//
// Seconds by the clock since it was made.
#pragma once

#include <chrono>

namespace cogs::base {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point start_ = Clock::now();
};

}  // namespace cogs::base
