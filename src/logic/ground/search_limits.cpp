// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/search_limits.h"

#include <algorithm>

namespace cogs::logic {

bool SearchLimits::is_at_limit(const Assignment& assignment, SolveStatistics& statistics) {
  statistics.goals = assignment.propagations();
  if (most_steps_ > 0 && statistics.goals + statistics.choices > most_steps_) {
    cut_ = Cut::steps;
    return true;
  }
  const std::size_t bytes = assignment.bytes();
  if (bytes > booked_) budget_.use_memory(bytes - booked_);
  booked_ = std::max(booked_, bytes);
  statistics.peak_bytes = budget_.memory_used();
  return budget_.exhausted();
}

void SearchLimits::stop() {
  if (const Cut reason = cut_of(budget_.reason()); reason != Cut::no) cut_ = reason;
}

void SearchLimits::restart(Assignment& assignment) {
  assignment.restart();
  assignment.forget();
  restart_at_ = assignment.conflicts() + 100 * luby(restarts_++);
}

}  // namespace cogs::logic
