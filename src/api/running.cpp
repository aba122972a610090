// SPDX-License-Identifier: Apache-2.0
#include "api/running.h"

#include <algorithm>

#include "api/convert.h"

namespace cogs::api {

Running::Running(const Control& control)
    : control_(control), on_stop_(control.stop, Set{&stopped_}) {
  using Clock = base::Limits::Clock;
  const Limits& given = control.limits;
  limits_.memory_bytes = given.memory_bytes;
  limits_.effort = given.effort;
  limits_.deadline = given.deadline;
  limits_.holds_more_than = given.holds_more_than;
  limits_.cancelled = control.cancelled ? control.cancelled : &stopped_;
  if (given.seconds) {
    constexpr double longest = 1e9;  // more would not fit into a duration
    const std::chrono::duration<double> time(std::clamp(*given.seconds, 0.0, longest));
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
    limits_.deadline = limits_.deadline ? std::min(*limits_.deadline, end) : end;
  }
}

path::ProgressHook Running::search_hook() const {
  if (!control_.progress) return {};
  return [this](const path::Progress& at) {
    Progress progress;
    if (at.best) progress.best = shown(*at.best);
    progress.bound = shown(at.bound);
    control_.progress(progress);
  };
}

}  // namespace cogs::api
