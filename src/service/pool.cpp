// SPDX-License-Identifier: Apache-2.0
#include "service/pool.h"

#include <utility>

namespace cogs::service {

Pool::Pool(unsigned threads, std::size_t longest_queue) : longest_(longest_queue) {
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { serve(); });
}

Pool::~Pool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Pool::add(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() >= longest_) return false;
    queue_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

std::size_t Pool::waiting() {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

void Pool::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stop_ || !queue_.empty(); });
    if (queue_.empty()) return;
    auto work = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    work();
    work = nullptr;
    lock.lock();
  }
}

}  // namespace cogs::service
