// SPDX-License-Identifier: Apache-2.0
//
// A block of rows -> where its fields end, 64 bytes at a time.
//
// This is the fast way through a block that has nothing odd in it. It finds the same fields as
// csv_rules.h, or says that it cannot tell: then go through the block row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cogs::table {

struct FieldIndex {
  // Field k is text[bounds[k] + 1, bounds[k + 1]); bounds[0] + 1 is 0. A field at the end of a line
  // keeps its carriage return. There is room behind the last bound.
  std::vector<std::uint32_t> bounds;
  std::size_t fields = 0;
  std::size_t rows = 0;   // line ends outside quotes
  std::size_t lines = 0;  // line ends
  // No zero byte, all UTF-8, every quote opens or closes a field or is doubled, and no carriage
  // return outside quotes but before a line end. Only then are bounds and rows right.
  bool plain = false;
  // Plain, and every row has `columns` fields.
  bool regular = false;
};

// The block consists of whole rows; it may lack its last line end. `index` is overwritten, its
// memory reused. `portable`: without instructions of a certain processor, for tests.
void index_fields(std::string_view block, char delimiter, std::size_t columns, FieldIndex& index,
                  bool portable = false);

}  // namespace cogs::table
