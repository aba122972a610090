// SPDX-License-Identifier: Apache-2.0
//
// What a long computation may use: time, memory, effort, and the caller's patience.
//
// A computation asks exhausted() now and then and returns its best so far when it is.
// Asking is cheap: the clock is read once in a few calls.
//
// A computation in parts gives each part a budget of its own, made with the whole: it is exhausted
// when its own limits or those of the whole are reached. Parts may run on several threads, since
// what they take from the whole (when it must end, whether it was cancelled, how much the process
// may hold) does not change.
//
// Effort is counted in steps, never in time: with a limit of effort alone, the same question gives
// the same answer wherever it is asked.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>

namespace cogs::base {

struct Limits {
  using Clock = std::chrono::steady_clock;

  std::optional<double> seconds = {};            // from the moment that a budget is made of them
  std::optional<std::size_t> memory_bytes = {};  // of the whole process, where that can be known
  std::optional<std::uint64_t> effort = {};      // steps, of each question
  const std::atomic<bool>* cancelled = nullptr;  // set by another thread or a signal handler
  // However many budgets are made of these limits, all end by then.
  std::optional<Clock::time_point> deadline = {};
  // Does the process hold more than so many bytes? Without it, computations estimate their own.
  bool (*holds_more_than)(std::size_t bytes) = nullptr;
};

enum class Exhausted { no, time, memory, cancelled, effort };

// Thrown when a limit ends a computation that has no partial answer, such as reading a table.
struct Stopped : std::exception {
  explicit Stopped(Exhausted why) : reason(why) {}
  const char* what() const noexcept override { return "a limit was reached"; }

  Exhausted reason;
};

class Budget {
 public:
  using Clock = Limits::Clock;

  Budget() = default;
  explicit Budget(const Limits& limits) : limits_(limits), start_(Clock::now()) {
    if (!limits.seconds) return;
    const Clock::time_point end = start_ + duration(*limits.seconds);
    limits_.deadline = limits.deadline ? std::min(*limits.deadline, end) : end;
  }
  // A part of `whole`, which need not outlive it.
  Budget(const Limits& limits, const Budget& whole) : Budget(whole.within(limits)) {}

  // For computations that make budgets of their own: these limits, inside those of this budget.
  Limits within(Limits limits) const {
    if (const auto& end = limits_.deadline) {
      limits.deadline = limits.deadline ? std::min(*limits.deadline, *end) : *end;
    }
    if (!limits.cancelled) limits.cancelled = limits_.cancelled;
    if (!limits.memory_bytes) limits.memory_bytes = limits_.memory_bytes;
    if (!limits.holds_more_than) limits.holds_more_than = limits_.holds_more_than;
    return limits;
  }

  // These limits as they are from here on, for budgets that go on where this one ends.
  Limits left() const {
    Limits limits = limits_;
    limits.seconds.reset();  // the deadline has them
    return limits;
  }

  // Books memory that the computation holds on to (an estimate by the computation itself).
  void use_memory(std::size_t bytes) { memory_used_ += bytes; }
  void free_memory(std::size_t bytes) {
    memory_used_ -= bytes < memory_used_ ? bytes : memory_used_;
  }
  std::size_t memory_used() const { return memory_used_; }

  // Books work, in steps that depend on the question alone.
  void spend(std::uint64_t steps = 1) { effort_used_ += steps; }
  std::uint64_t effort_used() const { return effort_used_; }

  bool exhausted() { return ask((++asked_ & 0xF) == 1); }
  // The same with a look at the clock each time, for steps that take long.
  bool exhausted_now() { return ask(true); }
  Exhausted reason() const { return reason_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  // Asking the system takes microseconds.
  static constexpr Clock::duration between_measures = std::chrono::milliseconds(1);

  static Clock::duration duration(double seconds) {
    constexpr double longest = 1e9;  // more would not fit into a Clock::duration
    return std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(std::min(seconds, longest)));
  }

  bool ask(bool look) {
    if (reason_ != Exhausted::no) return true;
    if (limits_.effort && effort_used_ > *limits_.effort) {
      reason_ = Exhausted::effort;
    } else if (limits_.memory_bytes && memory_used_ > *limits_.memory_bytes) {
      reason_ = Exhausted::memory;
    } else if (look) {
      look_around();
    }
    return reason_ != Exhausted::no;
  }

  void look_around() {
    if (limits_.cancelled && limits_.cancelled->load(std::memory_order_relaxed)) {
      reason_ = Exhausted::cancelled;
    } else if (limits_.deadline || limits_.memory_bytes) {
      const Clock::time_point now = Clock::now();
      if (limits_.deadline && now >= *limits_.deadline) {
        reason_ = Exhausted::time;
      } else if (limits_.memory_bytes && limits_.holds_more_than && now >= next_measure_) {
        next_measure_ = now + between_measures;
        if (limits_.holds_more_than(*limits_.memory_bytes)) reason_ = Exhausted::memory;
      }
    }
  }

  Limits limits_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_measure_ = start_ + between_measures;
  std::size_t memory_used_ = 0;
  std::uint64_t effort_used_ = 0;
  std::uint32_t asked_ = 0;
  Exhausted reason_ = Exhausted::no;
};

}  // namespace cogs::base
