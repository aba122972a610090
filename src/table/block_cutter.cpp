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

void ByteBuffer::drop_front(std::size_t count) {
  std::copy(data() + count, data() + size_, data());
  size_ -= count;
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
    : source_(source), sizes_(sizes), whole_(source.whole()) {}

std::string_view BlockCutter::window(std::size_t size, bool& is_end) {
  if (whole_) {
    const std::string_view rest = whole_->substr(position_);
    is_end = size >= rest.size();
    return rest.substr(0, size);
  }
  if (carried_.size() - position_ < size && !at_end_) {
    carried_.drop_front(position_);
    position_ = 0;
    at_end_ = carried_.fill(source_, size);
  }
  const std::string_view rest = carried_.view().substr(position_);
  is_end = at_end_ && size >= rest.size();
  return rest.substr(0, size);
}

std::string_view BlockCutter::head(std::size_t size) { return window(size, head_is_all_); }

void BlockCutter::start(std::size_t offset, char delimiter) {
  position_ = offset;
  delimiter_ = delimiter;
}

bool BlockCutter::jump(std::size_t offset, char delimiter) {
  if (!whole_) {
    if (!source_.seek(offset)) return false;
    carried_.clear();
    at_end_ = false;
  }
  start(whole_ ? offset : 0, delimiter);
  return true;
}

bool BlockCutter::next(Block& block) {
  if (too_long_) return false;
  const std::size_t largest = std::max(sizes_.longest_row, sizes_.block_bytes);
  for (std::size_t size = std::min(sizes_.block_bytes, largest);;
       size = std::min(2 * size, largest)) {
    const std::string_view text = window(size, block.is_end);
    if (text.empty()) return false;
    const std::size_t end = block.is_end               ? text.size()
                            : delimiter_ == lines_only ? text.rfind('\n') + 1
                                                       : find_last_row_end(text, delimiter_);
    if (end > 0) {
      block.number = blocks_++;
      block.text = text.substr(0, end);
      if (!whole_) {  // what was carried will be overwritten
        block.buffer.clear();
        block.buffer.append(block.text);
        block.text = block.buffer.view();
      }
      position_ += end;
      return true;
    }
    if (size == largest) {
      stop(text);
      return false;
    }
  }
}

void BlockCutter::stop(std::string_view window) {
  const RowEnd row = find_row_end(window, 0, delimiter_, false);
  const bool quote = row.fault == RowFault::open_quote;
  too_long_ = TooLong{quote ? RowFault::quote_too_long : RowFault::too_long,
                      PlaceFinder(window, 0, 1).find(quote ? row.fault_at : 0)};
}

}  // namespace cogs::table
