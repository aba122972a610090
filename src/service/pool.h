// SPDX-License-Identifier: Apache-2.0
//
// Threads for what takes longer than an I/O thread may: questions to the engine, the store's reads.
// A queue of bounded length: who comes when it is full is told to come again.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cogs::service {

class Pool {
 public:
  Pool(unsigned threads, std::size_t longest_queue);
  ~Pool();  // what waits is done first

  bool add(std::function<void()> work);  // false: the queue is full
  std::size_t waiting();

 private:
  void serve();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  std::size_t longest_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace cogs::service
