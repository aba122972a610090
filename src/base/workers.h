// SPDX-License-Identifier: Apache-2.0
//
// The one pool of threads: a few that wait for work. One at a time calls each(); the calling thread
// works too. Where the system has no more threads to give, fewer do the same.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cogs::base {

class Workers {
 public:
  // 0: as many as there are cores.
  explicit Workers(unsigned threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  unsigned count() const { return static_cast<unsigned>(threads_.size()) + 1; }

  // Calls work(job, worker) for each job below `jobs`, in any order; `worker` is below count().
  // Rethrows what a job throws.
  void each(std::size_t jobs, const std::function<void(std::size_t, unsigned)>& work);

 private:
  void serve(unsigned worker);
  void run(unsigned worker);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(std::size_t, unsigned)>* work_ = nullptr;
  std::size_t jobs_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::size_t round_ = 0;
  unsigned busy_ = 0;
  bool stop_ = false;
  std::exception_ptr failure_;
};

// 0 means as many as there are cores.
unsigned thread_count(unsigned wanted);

// Calls work(0) to work(threads - 1), on as many threads where they can be had, and waits for all:
// no call may wait for another. If any throws, one of the exceptions is thrown on.
void run_on_threads(unsigned threads, const std::function<void(unsigned)>& work);

}  // namespace cogs::base
