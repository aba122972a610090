// SPDX-License-Identifier: Apache-2.0
//
// When a search over an Assignment ends early, and when it starts again from the top: what the
// two searches of the ground engine have in common.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/budget.h"
#include "logic/ground/assignment.h"
#include "logic/solve.h"

namespace cogs::logic {

class SearchLimits {
 public:
  SearchLimits(std::uint64_t most_steps, base::Budget& budget)
      : most_steps_(most_steps), budget_(budget) {}

  // Looks at the limits, and brings the figures up to date.
  bool is_at_limit(const Assignment& assignment, SolveStatistics& statistics);
  // Why the search has ended; Cut::no while no limit was met.
  Cut cut() const { return cut_; }
  void stop();

  bool is_restart_due(const Assignment& assignment) const {
    return assignment.conflicts() >= restart_at_;
  }
  void restart(Assignment& assignment);
  void put_restart_off(std::uint64_t conflicts) { restart_at_ = conflicts; }

 private:
  std::uint64_t most_steps_;
  base::Budget& budget_;
  Cut cut_ = Cut::no;
  std::size_t booked_ = 0;
  std::uint64_t restart_at_ = 100, restarts_ = 0;
};

}  // namespace cogs::logic
