// SPDX-License-Identifier: Apache-2.0
//
// Gives back the memory of a mapped file behind the blocks that threads are at, so that going
// through a large file does not fill the memory.
#pragma once

#include <cstddef>
#include <vector>

#include "table/byte_source.h"

namespace cogs::table {

class PassedPages {
 public:
  PassedPages(const ByteSource& source, unsigned threads) : source_(source), at_(threads) {}

  // The thread is at the block that begins here; null: it has none. One thread at a time calls.
  void move(unsigned thread, const char* block_begin);

 private:
  const ByteSource& source_;
  std::vector<const char*> at_;
  std::size_t released_ = 0;
};

}  // namespace cogs::table
