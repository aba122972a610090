// SPDX-License-Identifier: Apache-2.0
//
// A Control as the stages want it, for as long as a call runs: limits with one deadline for all
// parts of the call, and a flag that a stop request sets.
#pragma once

#include <atomic>
#include <functional>
#include <stop_token>

#include <cogs/limits.h>

#include "base/budget.h"
#include "path/search.h"

namespace cogs::api {

class Running {
 public:
  explicit Running(const Control& control);
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // Good for as long as this object.
  const base::Limits& limits() const { return limits_; }
  path::ProgressHook search_hook() const;

 private:
  const Control& control_;
  std::atomic<bool> stopped_{false};
  struct Set {
    std::atomic<bool>* flag;
    void operator()() const { flag->store(true, std::memory_order_relaxed); }
  };
  std::stop_callback<Set> on_stop_;
  base::Limits limits_;
};

}  // namespace cogs::api
