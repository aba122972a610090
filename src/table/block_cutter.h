// SPDX-License-Identifier: Apache-2.0
//
// Bytes -> blocks of whole rows, in order. The borders are exact, whatever stands in quotes: a
// block starts where a row starts, and where it may end is found by csv_rules.h. That takes a
// small part of the time that coding the block takes, so one thread at a time does it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "table/byte_source.h"
#include "table/csv_rules.h"

namespace cogs::table {

struct ReadSizes {
  std::size_t block_bytes = std::size_t{256} << 10;  // a block has about this many
  std::size_t longest_row = longest_row_bytes;
  std::uint64_t most_rows = 0xFFFF'FFFE;
};

// Bytes that grow and are never initialised in vain.
class ByteBuffer {
 public:
  char* data() { return bytes_.get(); }
  std::size_t size() const { return size_; }
  std::string_view view() const { return {bytes_.get(), size_}; }
  void clear() { size_ = 0; }
  void append(std::string_view text);
  void drop_front(std::size_t count);
  // Reads until there are `size` bytes, or all that there are; true at the source's end.
  bool fill(ByteSource& source, std::size_t size);

 private:
  void reserve(std::size_t capacity);

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0, capacity_ = 0;
};

struct Block {
  std::size_t number = 0;  // from 0
  std::string_view text;   // into the source, or into `buffer`
  bool is_end = false;     // the file ends with it
  ByteBuffer buffer;       // reused from block to block
};

// As a delimiter: rows are lines, whatever stands in them.
constexpr char lines_only = '\0';

class BlockCutter {
 public:
  BlockCutter(ByteSource& source, const ReadSizes& sizes);

  // The text's beginning, at least `size` bytes or all of it. Before the first next().
  std::string_view head(std::size_t size);
  bool head_is_all() const { return head_is_all_; }
  std::size_t longest_row() const { return sizes_.longest_row; }
  // Starts cutting at an offset of head(), where a row begins.
  void start(std::size_t offset, char delimiter);

  // Goes on cutting at any offset of the source where a row begins; false: it cannot go there.
  bool jump(std::size_t offset, char delimiter);

  // The next block; false at the end, and where a row is too long.
  bool next(Block& block);
  // What made next() stop: where in the block that would have come next.
  struct TooLong {
    RowFault fault = RowFault::too_long;
    base::Place place;  // as if the block began in line 1
  };
  const std::optional<TooLong>& too_long() const { return too_long_; }
  std::size_t bytes_done() const { return whole_ ? position_ : source_.bytes_done(); }

 private:
  // The next `size` bytes, or all that are left; `is_end`: the file ends with them.
  std::string_view window(std::size_t size, bool& is_end);
  void stop(std::string_view text);

  ByteSource& source_;
  ReadSizes sizes_;
  char delimiter_ = ',';
  std::optional<std::string_view> whole_;
  ByteBuffer carried_;        // of a stream: bytes that are not in a block yet, and some that are
  std::size_t position_ = 0;  // of the next block, in whole_ or carried_
  bool at_end_ = false;       // all of a stream has been read
  bool head_is_all_ = false;
  std::size_t blocks_ = 0;
  std::optional<TooLong> too_long_;
};

}  // namespace cogs::table
