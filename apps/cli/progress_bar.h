// SPDX-License-Identifier: Apache-2.0
//
// How far long work has come, on a terminal's standard error:
//
//   reading loans.csv  [##########..........]  52 %  3 s left
//
// Nothing is drawn in the first half second, so short work leaves no trace; the line is wiped when
// the bar goes.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace cogs::cli {

class ProgressBar {
 public:
  // Draws nothing unless `wanted` and standard error is a terminal.
  ProgressBar(std::string what, bool wanted);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // A share between 0 and 1; a negative one is not known. With a count, how many a second.
  void show(double share, std::uint64_t count = 0, const std::string& of_what = {});

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  bool wanted_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), last_{};
};

}  // namespace cogs::cli
