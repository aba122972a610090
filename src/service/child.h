// SPDX-License-Identifier: Apache-2.0
//
// Processes of our own program: what takes long, and what comes from people whom nobody has to
// trust, is done by one with limits, so that nothing it meets can end or stop the server.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <string>
#include <vector>

namespace cogs::service {

struct ChildLimits {
  double seconds = 3600;
  std::size_t memory = std::size_t{4} << 30;
};

// In `folder`, with its output in the files `out` and `err` there; 0 if it cannot be started.
pid_t start_child(const std::string& program, const std::vector<std::string>& words,
                  const std::string& folder, const ChildLimits& limits);

struct ChildEnd {
  bool started = false, late = false;
  int code = -1;      // of its exit; -1: ended by a signal
  std::string words;  // of its `err`
};
// The same, and waits for its end.
ChildEnd run_child(const std::string& program, const std::vector<std::string>& words,
                   const std::string& folder, const ChildLimits& limits);

// The beginning of a file; "" where there is none.
std::string beginning_of(const std::string& file, std::size_t most);

}  // namespace cogs::service
