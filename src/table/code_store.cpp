// SPDX-License-Identifier: Apache-2.0
#include "table/code_store.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <utility>

namespace cogs::table {
namespace {

// A column of a small table costs little; one of a large table is in few pieces.
constexpr std::size_t first_piece = 256;
constexpr std::size_t largest_piece = std::size_t{1} << 20;
constexpr std::size_t from_system = std::size_t{64} << 10;

template <class Narrow>
void store(std::span<const Code> codes, std::byte* to) {
  Narrow* const out = reinterpret_cast<Narrow*>(to);
  for (std::size_t i = 0; i < codes.size(); ++i) out[i] = static_cast<Narrow>(codes[i]);
}

}  // namespace

Pages::Pages(std::size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  if (bytes < from_system) {
    data_ = static_cast<std::byte*>(::operator new(bytes));
    return;
  }
  // All pages at once: it will be filled from end to end, and a fault a page costs more.
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(memory);
}

Pages::Pages(Pages&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

Pages& Pages::operator=(Pages&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Pages::~Pages() {
  if (bytes_ >= from_system) {
    ::munmap(data_, bytes_);
  } else {
    ::operator delete(data_);
  }
}

void CodeStore::append(std::span<const Code> codes, std::size_t bound) {
  const unsigned width = bound <= 0x100 ? 1 : bound <= 0x10000 ? 2 : 4;
  while (!codes.empty()) {
    if (pieces_.empty() || pieces_.back().width != width ||
        pieces_.back().size * width == pieces_.back().memory.bytes()) {
      const std::size_t bytes = std::clamp(bytes_, first_piece, largest_piece) / 4 * 4;
      pieces_.push_back({Pages(bytes), width, 0});
      bytes_ += bytes;
    }
    Piece& piece = pieces_.back();
    const std::size_t some = std::min(codes.size(), piece.memory.bytes() / width - piece.size);
    std::byte* const to = piece.memory.data() + piece.size * width;
    switch (width) {
      case 1: store<std::uint8_t>(codes.first(some), to); break;
      case 2: store<std::uint16_t>(codes.first(some), to); break;
      default: store<std::uint32_t>(codes.first(some), to); break;
    }
    piece.size += some;
    codes = codes.subspan(some);
  }
}

}  // namespace cogs::table
