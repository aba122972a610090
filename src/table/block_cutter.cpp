// SPDX-License-Identifier: Apache-2.0
#include "table/block_cutter.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cogs::table {

void ByteBuffer::reserve(std::size_t capacity) {
  if (capacity <= capacity_) return;
  auto bytes = std::make_unique_for_overwrite<char[]>(capacity);
  if (size_ > 0) std::memcpy(bytes.get(), bytes_.get(), size_);
  bytes_ = std::move(bytes);
  capacity_ = capacity;
}

void ByteBuffer::append(std::string_view text) {
  if (text.empty()) return;
  reserve(size_ + text.size());
  std::memcpy(bytes_.get() + size_, text.data(), text.size());
  size_ += text.size();
}

bool ByteBuffer::fill(ByteSource& source, std::size_t size) {
  reserve(size);
  while (size_ < size) {
    const std::size_t count = source.read(bytes_.get() + size_, size - size_);
    if (count == 0) return true;
    size_ += count;
  }
  return false;
}

BlockCutter::BlockCutter(ByteSource& source, const ReadSizes& sizes)
    : source_(source), sizes_(sizes) {
  if (const auto whole = source.whole()) {
    rest_ = *whole;
    at_end_ = true;
    if (!rest_.data()) rest_ = "";
  }
}

std::string_view BlockCutter::head(std::size_t size) {
  if (rest_.data()) return rest_;
  if (!at_end_) at_end_ = carried_.fill(source_, std::max(size, carried_.size()));
  return carried_.view();
}

void BlockCutter::start(std::size_t offset, char delimiter) {
  delimiter_ = delimiter;
  if (rest_.data()) {
    position_ = offset;
  } else {
    begin_ = offset;
  }
}

bool BlockCutter::next(Block& block) {
  if (too_long_) return false;
  block.number = blocks_;
  const bool found = rest_.data() ? next_of_whole(block) : next_of_stream(block);
  blocks_ += found;
  return found;
}

bool BlockCutter::next_of_whole(Block& block) {
  for (std::size_t size = sizes_.block_bytes;; size *= 2) {
    size = std::min(size, std::max(sizes_.longest_row, sizes_.block_bytes));
    const std::string_view window = rest_.substr(position_, size);
    block.is_end = window.size() == rest_.size() - position_;
    if (window.empty()) return false;
    const std::size_t end = block.is_end ? window.size() : find_last_row_end(window, delimiter_);
    if (end > 0) {
      block.text = window.substr(0, end);
      position_ += end;
      return true;
    }
    if (size >= sizes_.longest_row) {
      stop(window);
      return false;
    }
  }
}

bool BlockCutter::next_of_stream(Block& block) {
  block.buffer.clear();
  block.buffer.append(carried_.view().substr(begin_));
  begin_ = 0;
  carried_.clear();
  for (std::size_t size = sizes_.block_bytes;; size *= 2) {
    size = std::min(size, std::max(sizes_.longest_row, sizes_.block_bytes));
    if (!at_end_) at_end_ = block.buffer.fill(source_, std::max(size, block.buffer.size()));
    const std::string_view window = block.buffer.view();
    if (window.empty()) return false;
    const std::size_t end = at_end_ ? window.size() : find_last_row_end(window, delimiter_);
    if (end > 0) {
      carried_.append(window.substr(end));
      block.text = window.substr(0, end);
      block.is_end = at_end_;
      return true;
    }
    if (size >= sizes_.longest_row) {
      stop(window);
      return false;
    }
  }
}

void BlockCutter::stop(std::string_view window) {
  const RowEnd row = find_row_end(window, 0, delimiter_, false);
  const bool quote = row.fault == RowFault::open_quote;
  too_long_ = TooLong{quote ? RowFault::quote_too_long : RowFault::too_long,
                      place_in_text(window, 0, 1, quote ? row.fault_at : 0)};
}

}  // namespace cogs::table
