// SPDX-License-Identifier: Apache-2.0
//
// One protocol for everything that may take long: what it may use, how it is cancelled, how it says
// how far it has come. Every such function takes a Control last.
//
//   std::stop_source stop;
//   cogs::Control control;
//   control.limits.seconds = 2;
//   control.stop = stop.get_token();          // stop.request_stop() from any thread ends the call
//   control.progress = [](const cogs::Progress& at) { ... };
//   cogs::Recourse way = loan.recourse(john, {}, control);
//   if (way.status == cogs::Status::gave_up) ...  // way.stopped says why; the best so far is there
//
// A computation that has a partial answer gives that; one that has none (learning, an audit without
// any figure yet) throws Stopped. Calls look at their limits often: every few microseconds in
// searches, between blocks of rows in tables.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include <cogs/error.h>
#include <cogs/value.h>

namespace cogs {

struct Limits {
  std::optional<double> seconds = {};  // of the call, from when it begins
  // However many calls are made with it, all end by then.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  std::optional<std::size_t> memory_bytes = {};  // an estimate of what the computation holds
  // Steps of each question. The same question gives the same answer on every machine where this is
  // the only limit.
  std::optional<std::uint64_t> effort = {};
  // Where the caller can tell what the whole process holds, `memory_bytes` is of the process.
  bool (*holds_more_than)(std::size_t bytes) = nullptr;
};

// How far a call has come. What does not apply has its default.
struct Progress {
  enum class Stage { searching, reading, learning, answering };
  Stage stage = Stage::searching;
  std::optional<Number> best = {};  // of a search: the cost of the best path so far
  Number bound = {};                // ... and nothing costs less than this
  double share = -1;                // of a table: the part that is done; -1: not known
  std::uint64_t rows = 0;           // ... and the rows
};

struct Control {
  Limits limits = {};
  std::stop_token stop = {};
  // In place of `stop` where a signal handler cancels, which must not touch a stop_source.
  const std::atomic<bool>* cancelled = nullptr;
  // Called now and then, by one thread at a time, from a thread of the call; must not throw.
  std::function<void(const Progress&)> progress = {};
  unsigned threads = 0;  // of calls about tables; 0: as many as there are cores
};

}  // namespace cogs
