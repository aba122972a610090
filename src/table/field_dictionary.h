// SPDX-License-Identifier: Apache-2.0
//
// The distinct fields of a column, as they stand in the file, numbered as they come.
//
// Fields are taken with their quotes and blanks: what they mean is found out once a field, when
// all are known (settle_column.h), not once a row.
//
// Fields of up to eight bytes, most fields of most tables, are their own key in a table of 16-byte
// slots; longer ones have a table of their own. Where there are many, and they are numbers close
// together, an array of codes by number stands before the table and saves the way to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "table/table.h"

namespace cogs::table {

class FieldDictionary {
 public:
  std::size_t size() const { return ends_.size(); }
  std::string_view text(Code code) const {
    const std::size_t begin = code == 0 ? 0 : ends_[code - 1];
    return std::string_view(texts_).substr(begin, ends_[code] - begin);
  }
  // The field's code, a new one if it was not there. Fields must not hold zero bytes.
  Code code(std::string_view field);
  // The codes of a column of a block: field i is text[bounds[i * stride] + 1, bounds[i * stride +
  // 1]) (FieldIndex). Same codes as code() field by field, up to their numbering.
  void code_fields(std::string_view text, const std::uint32_t* bounds, std::size_t stride,
                   std::span<Code> codes);
  // Bytes held, about.
  std::size_t bytes() const;

 private:
  struct ShortSlot {
    std::uint64_t key = 0;  // 0: free
    Code code = 0;
  };
  struct LongSlot {
    std::uint64_t first = 0, last = 0;  // eight bytes each; of more than 16, two hashes
    std::uint32_t length = 0;           // 0: free
    Code code = 0;
  };

  static std::uint64_t short_key(std::string_view field);
  static LongSlot long_key(std::string_view field);
  std::size_t place_of(std::uint64_t key) const { return (key * 0x9E3779B97F4A7C15U) >> shift_; }
  Code code_short(std::uint64_t key, std::size_t at, std::string_view field);
  Code code_long(std::string_view field);
  Code add(std::string_view field);
  void code_batch(std::string_view text, const std::uint32_t* bounds, std::size_t stride,
                  std::span<Code> codes);
  void code_numbers(std::string_view text, const std::uint32_t* bounds, std::size_t stride,
                    std::span<Code> codes);
  void look_for_numbers();
  void grow_short();
  void grow_long();

  std::vector<ShortSlot, ZeroedAllocator<ShortSlot>> short_;
  std::vector<LongSlot, ZeroedAllocator<LongSlot>> long_;
  unsigned shift_ = 0;  // of a product's bits, so that as many are left as short_ has slots for
  std::size_t short_used_ = 0, long_used_ = 0;
  // code + 1 of fields by their plain_number(); 0: ask the table. Empty: not worth it.
  std::vector<Code, ZeroedAllocator<Code>> by_number_;
  unsigned decimals_ = 0;
  std::string texts_;
  std::vector<std::size_t> ends_;
};

}  // namespace cogs::table
