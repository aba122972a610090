// SPDX-License-Identifier: Apache-2.0
#include "table/passed_pages.h"

#include <algorithm>

namespace cogs::table {

void PassedPages::move(unsigned thread, const char* block_begin) {
  constexpr std::size_t step = std::size_t{4} << 20;
  at_[thread] = block_begin;
  const auto whole = source_.whole();
  if (!whole) return;
  std::size_t low = whole->size();
  for (const char* begin : at_) {
    if (begin) low = std::min(low, static_cast<std::size_t>(begin - whole->data()));
  }
  if (low < released_ + step) return;
  // Touching a page may bring back some before it, so a part of what was released is released
  // again.
  const std::size_t from = released_ - std::min(released_, step);
  source_.release(whole->substr(from, low - from));
  released_ = low;
}

}  // namespace cogs::table
