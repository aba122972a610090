// SPDX-License-Identifier: Apache-2.0
//
// The codes of a column while it is read: as many bytes each as the codes so far need, in pieces
// that go back to the system one by one when they are copied to their final place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "table/table.h"

namespace cogs::table {

// Memory that is returned to the system when it is freed, which that of malloc need not be.
class Pages {
 public:
  explicit Pages(std::size_t bytes);
  Pages(Pages&& other) noexcept;
  Pages& operator=(Pages&& other) noexcept;
  ~Pages();
  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

class CodeStore {
 public:
  // `codes` are all less than `bound`, which never falls.
  void append(std::span<const Code> codes, std::size_t bound);
  std::size_t bytes() const { return bytes_; }

  // Calls use(span, at) for all codes in order, piece by piece; `at` counts from 0.
  template <class Use>
  void look(Use&& use) const {
    std::size_t at = 0;
    for (const Piece& piece : pieces_) {
      switch (piece.width) {
        case 1: use(piece.template part<std::uint8_t>(0, piece.size), at); break;
        case 2: use(piece.template part<std::uint16_t>(0, piece.size), at); break;
        default: use(piece.template part<std::uint32_t>(0, piece.size), at); break;
      }
      at += piece.size;
    }
  }

  // Goes through the codes from the first to the last, freeing what it has passed.
  class Cursor {
   public:
    explicit Cursor(CodeStore& store) : store_(store) {}
    // Calls use(span, at) for the next `count` codes, piece by piece, in the width in which they
    // are stored; `at` counts from 0.
    template <class Use>
    void take(std::size_t count, Use&& use) {
      for (std::size_t at = 0; at < count;) {
        Piece& piece = store_.pieces_[piece_];
        const std::size_t some = std::min(count - at, piece.size - within_);
        switch (piece.width) {
          case 1: use(piece.template part<std::uint8_t>(within_, some), at); break;
          case 2: use(piece.template part<std::uint16_t>(within_, some), at); break;
          default: use(piece.template part<std::uint32_t>(within_, some), at); break;
        }
        at += some;
        within_ += some;
        if (within_ == piece.size && piece_ + 1 < store_.pieces_.size()) {
          piece.memory = Pages(0);
          ++piece_;
          within_ = 0;
        }
      }
    }

   private:
    CodeStore& store_;
    std::size_t piece_ = 0, within_ = 0;
  };

 private:
  struct Piece {
    Pages memory;
    unsigned width = 1;
    std::size_t size = 0;  // in codes
    template <class Narrow>
    std::span<const Narrow> part(std::size_t from, std::size_t count) const {
      return {reinterpret_cast<const Narrow*>(memory.data()) + from, count};
    }
  };

  std::vector<Piece> pieces_;
  std::size_t bytes_ = 0;
};

}  // namespace cogs::table
