// SPDX-License-Identifier: Apache-2.0
//
// The thread that writes. It takes all work that waits, runs it in one transaction, commits, and
// then tells everybody. Work that fails is undone by itself (a savepoint), the others stand.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "store/sqlite.h"

namespace cogs::store {

class GroupCommit {
 public:
  struct Work {
    std::function<void()> run;     // on the writer's thread, inside the transaction
    std::function<void()> undone;  // what it changed in memory is put back; may be empty
    std::function<void(std::exception_ptr)> done;  // null: it is on the disk
  };
  struct Figures {
    std::uint64_t commits = 0, waiting = 0, largest = 0;
  };

  explicit GroupCommit(Connection& connection);
  ~GroupCommit();  // what waits is written first

  void add(Work work);
  Figures figures();

 private:
  static constexpr std::size_t most_together = 256;

  void serve();
  void write(std::deque<Work>& group);

  Connection& connection_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Work> waiting_;
  Figures figures_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace cogs::store
