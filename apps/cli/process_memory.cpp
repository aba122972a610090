// SPDX-License-Identifier: Apache-2.0
#include "cli/process_memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <cstdlib>

namespace cogs::cli {

namespace {

// Pages in all, resident ones, and those of them that files stand behind.
std::size_t bytes_held() {
  static const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  char text[128];
  const ssize_t size = file < 0 ? -1 : ::pread(file, text, sizeof text - 1, 0);
  if (size <= 0) return 0;
  text[size] = '\0';
  char* at = text;
  std::strtoull(at, &at, 10);
  const unsigned long long resident = std::strtoull(at, &at, 10);
  const unsigned long long of_files = std::strtoull(at, &at, 10);
  return resident > of_files ? (resident - of_files) * page : 0;
}

}  // namespace

bool holds_more_than(std::size_t bytes) {
  if (bytes_held() <= bytes) return false;
  ::malloc_trim(0);
  return bytes_held() > bytes;
}

}  // namespace cogs::cli
