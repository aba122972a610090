// SPDX-License-Identifier: Apache-2.0
#include "rules/workers.h"

#include <algorithm>
#include <utility>

namespace cogs::rules {

Workers::Workers(unsigned threads) {
  constexpr unsigned most = 256;
  if (threads == 0) threads = std::thread::hardware_concurrency();
  threads = std::clamp(threads, 1U, most);
  for (unsigned worker = 1; worker < threads; ++worker) {
    threads_.emplace_back([this, worker] { serve(worker); });
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

}  // namespace cogs::rules
