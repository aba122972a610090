// SPDX-License-Identifier: Apache-2.0
#include "table/run_on_threads.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cogs::table {

unsigned thread_count(unsigned wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

void run_on_threads(unsigned threads, const std::function<void(unsigned)>& work) {
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto guarded = [&](unsigned number) {
    try {
      work(number);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) {
    try {
      others.emplace_back(guarded, i);
    } catch (const std::system_error&) {  // no more threads to be had
      guarded(i);
    }
  }
  guarded(0);
  for (std::thread& other : others) other.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace cogs::table
