// SPDX-License-Identifier: Apache-2.0
//
// The same function on several threads.
#pragma once

#include <functional>

namespace cogs::table {

// 0 means as many as there are cores.
unsigned thread_count(unsigned wanted);

// Calls work(0) to work(threads - 1), each on a thread of its own, and waits for all. If any
// throws, one of the exceptions is thrown on.
void run_on_threads(unsigned threads, const std::function<void(unsigned)>& work);

}  // namespace cogs::table
