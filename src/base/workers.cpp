// SPDX-License-Identifier: Apache-2.0
#include "base/workers.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace cogs::base {

Workers::Workers(unsigned threads) {
  constexpr unsigned most = 256;
  threads = std::clamp(thread_count(threads), 1U, most);
  for (unsigned worker = 1; worker < threads; ++worker) {
    try {
      threads_.emplace_back([this, worker] { serve(worker); });
    } catch (const std::system_error&) {  // no more threads to be had: the others do it all
      break;
    }
  }
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(unsigned worker) {
  try {
    for (std::size_t job = next_++; job < jobs_; job = next_++) (*work_)(job, worker);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

void Workers::serve(unsigned worker) {
  std::size_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [&] { return stop_ || round_ != seen; });
    if (stop_) return;
    seen = round_;
    lock.unlock();
    run(worker);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

void Workers::each(std::size_t jobs, const std::function<void(std::size_t, unsigned)>& work) {
  if (threads_.empty() || jobs < 2) {
    for (std::size_t job = 0; job < jobs; ++job) work(job, 0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    jobs_ = jobs;
    next_ = 0;
    busy_ = static_cast<unsigned>(threads_.size());
    ++round_;
  }
  wake_.notify_all();
  run(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return busy_ == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

unsigned thread_count(unsigned wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

void run_on_threads(unsigned threads, const std::function<void(unsigned)>& work) {
  Workers workers(threads);
  workers.each(threads, [&](std::size_t job, unsigned) { work(static_cast<unsigned>(job)); });
}

}  // namespace cogs::base
