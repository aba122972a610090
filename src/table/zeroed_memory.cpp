// SPDX-License-Identifier: Apache-2.0
#include "table/zeroed_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace cogs::table {

void* allocate_zeroed(std::size_t bytes) {
  constexpr std::uintptr_t large_page = std::uintptr_t{2} << 20;
  void* const memory = std::calloc(std::max<std::size_t>(bytes, 1), 1);
  if (!memory) throw std::bad_alloc();
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + large_page - 1) / large_page * large_page;
  const std::uintptr_t last = (begin + bytes) / large_page * large_page;
  // Only advice: where it is not taken, all works as before.
  if (first < last) {
    ::madvise(static_cast<char*>(memory) + (first - begin), last - first, MADV_HUGEPAGE);
  }
  return memory;
}

void free_zeroed(void* memory) noexcept { std::free(memory); }

}  // namespace cogs::table
