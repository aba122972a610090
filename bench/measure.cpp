// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace cogs::bench {

namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

static_assert(out_of_time == 128 + SIGPROF);

std::atomic<bool> alarm_rang = false;

void ring(int) { alarm_rang = true; }

// SIGPROF after so much CPU time of the process.
void set_timer(double limit) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(limit);
  timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (limit - std::floor(limit)));
  setitimer(ITIMER_PROF, &timer, nullptr);
}

// A CPU timer of the kernel would make the clock that a program reads a coarse one.
void end_after(pid_t child, double limit) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(child, &clock) == 0 && clock_gettime(clock, &used) == 0 &&
      static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec) > limit) {
    kill(child, SIGPROF);
  }
}

// Forks; `in_child` gets the writing end of a pipe and must not return.
Child fork_and_read(const std::function<void(int)>& in_child, double limit = 0) {
  int ends[2];
  std::fflush(nullptr);
  if (pipe(ends) != 0) throw std::runtime_error("pipe failed");
  const auto began = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    close(ends[0]);
    in_child(ends[1]);
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  pollfd from_child{ends[0], POLLIN, 0};
  char buffer[4096];
  while (true) {
    if (poll(&from_child, 1, limit > 0 ? 100 : -1) == 0) {
      end_after(child, limit);
      continue;
    }
    const ssize_t size = read(ends[0], buffer, sizeof buffer);
    if (size <= 0) break;
    text.append(buffer, static_cast<std::size_t>(size));
  }
  close(ends[0]);
  Child result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result.lines.push_back(line);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  result.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  result.peak_mb = static_cast<double>(usage.ru_maxrss) / 1024;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  const auto at = static_cast<std::ptrdiff_t>(std::max(1.0, rank)) - 1;
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

double largest(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

Child run_in_child(const std::function<void(std::FILE*)>& work) {
  return fork_and_read([&](int end) {
    std::FILE* out = fdopen(end, "w");
    try {
      work(out);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "bench: %s\n", error.what());
      std::fclose(out);
      _exit(1);
    }
    std::fclose(out);
    _exit(0);
  });
}

Child run_program(const std::vector<std::string>& command, double limit) {
  return fork_and_read(
      [&](int end) {
        dup2(end, STDOUT_FILENO);
        dup2(end, STDERR_FILENO);
        close(end);
        std::vector<char*> words;
        for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        execvp(words[0], words.data());
      },
      limit);
}

CpuAlarm::CpuAlarm(double seconds) {
  alarm_rang = false;
  signal(SIGPROF, ring);
  set_timer(seconds);
}

CpuAlarm::~CpuAlarm() {
  set_timer(0);
  signal(SIGPROF, SIG_DFL);
}

const std::atomic<bool>* CpuAlarm::rang() const { return &alarm_rang; }

}  // namespace cogs::bench
