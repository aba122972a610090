// SPDX-License-Identifier: Apache-2.0
//
// An allocator for large arrays that start as zeros: memory that is zero already is not written
// again, and large pieces ask for large pages, so that jumping about in them is cheaper.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace cogs::table {

void* allocate_zeroed(std::size_t bytes);  // throws std::bad_alloc
void free_zeroed(void* memory) noexcept;

// For types whose value with all bytes zero is the one that they start with. A container must not
// use memory twice: shrink and grow again, and the old values are back.
template <class Value>
struct ZeroedAllocator {
  static_assert(std::is_trivially_copyable_v<Value> && std::is_trivially_destructible_v<Value>);
  using value_type = Value;

  ZeroedAllocator() = default;
  template <class Other>
  ZeroedAllocator(const ZeroedAllocator<Other>&) {}  // NOLINT: allocators convert

  Value* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(Value)) throw std::bad_array_new_length();
    return static_cast<Value*>(allocate_zeroed(count * sizeof(Value)));
  }
  void deallocate(Value* memory, std::size_t) noexcept { free_zeroed(memory); }
  template <class Made, class... From>
  void construct(Made* at, From&&... from) {
    if constexpr (sizeof...(From) > 0)
      ::new (static_cast<void*>(at)) Made(std::forward<From>(from)...);
  }
  friend bool operator==(const ZeroedAllocator&, const ZeroedAllocator&) { return true; }
};

}  // namespace cogs::table
