// SPDX-License-Identifier: Apache-2.0
//
// What a long computation may use: time, memory, and the caller's patience.
//
// A computation asks exhausted() now and then and returns its best so far when it is.
// Asking is cheap: the clock is read once in a few calls.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>

namespace cogs::base {

struct Limits {
  std::optional<double> seconds;
  std::optional<std::size_t> memory_bytes;
  const std::atomic<bool>* cancelled = nullptr;  // set by another thread or a signal handler
};

enum class Exhausted { no, time, memory, cancelled };

// Thrown when a limit ends a computation that has no partial answer, such as reading a table.
struct Stopped : std::exception {
  explicit Stopped(Exhausted why) : reason(why) {}
  const char* what() const noexcept override { return "a limit was reached"; }

  Exhausted reason;
};

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  Budget() = default;
  explicit Budget(const Limits& limits) : limits_(limits), start_(Clock::now()) {}

  // Books memory that the computation holds on to (an estimate by the computation itself).
  void use_memory(std::size_t bytes) { memory_used_ += bytes; }
  void free_memory(std::size_t bytes) {
    memory_used_ -= bytes < memory_used_ ? bytes : memory_used_;
  }
  std::size_t memory_used() const { return memory_used_; }

  bool exhausted() { return ask((++asked_ & 0xF) == 1); }
  // The same with a look at the clock each time, for steps that take long.
  bool exhausted_now() { return ask(true); }
  Exhausted reason() const { return reason_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  bool ask(bool look) {
    if (reason_ != Exhausted::no) return true;
    if (limits_.memory_bytes && memory_used_ > *limits_.memory_bytes) {
      reason_ = Exhausted::memory;
    } else if (look) {
      if (limits_.cancelled && limits_.cancelled->load(std::memory_order_relaxed)) {
        reason_ = Exhausted::cancelled;
      } else if (limits_.seconds && seconds() > *limits_.seconds) {
        reason_ = Exhausted::time;
      }
    }
    return reason_ != Exhausted::no;
  }

  Limits limits_;
  Clock::time_point start_ = Clock::now();
  std::size_t memory_used_ = 0;
  std::uint32_t asked_ = 0;
  Exhausted reason_ = Exhausted::no;
};

}  // namespace cogs::base
