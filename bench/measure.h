// SPDX-License-Identifier: Apache-2.0
//
// What the benchmarks measure with: CPU time, order statistics, and children of this process
// whose peak of memory is their own.
#pragma once

#include <atomic>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace cogs::bench {

// CPU time of this thread, in seconds. Other work on the machine disturbs it far less than it
// disturbs the clock on the wall.
double cpu_seconds();

// The smallest value that at least `share` of all values do not exceed; 0 of none.
double quantile(std::vector<double> values, double share);
inline double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }
double largest(const std::vector<double>& values);

struct Child {
  std::vector<std::string> lines;  // that it wrote
  double cpu_seconds = 0;          // user and system
  double wall_seconds = 0;
  double peak_mb = 0;  // resident set
  int exit_code = 0;   // 128 + signal where one ended it
};

// Runs `work` in a fork of this process; it writes its results to the file, line by line.
Child run_in_child(const std::function<void(std::FILE*)>& work);

// Runs a program to its end, or until it has used `limit` seconds of CPU time (0: no limit);
// then `exit_code` is `out_of_time`. `lines` are its standard output and standard error.
constexpr int out_of_time = 128 + 27;  // SIGPROF
Child run_program(const std::vector<std::string>& command, double limit = 0);

// Sets `rang` once this process has used so much CPU time. At most one at a time.
class CpuAlarm {
 public:
  explicit CpuAlarm(double seconds);
  ~CpuAlarm();
  CpuAlarm(const CpuAlarm&) = delete;
  CpuAlarm& operator=(const CpuAlarm&) = delete;

  const std::atomic<bool>* rang() const;
};

}  // namespace cogs::bench
