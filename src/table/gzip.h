// SPDX-License-Identifier: Apache-2.0
//
// Packed texts: a gzip file is a sequence of members, and each of them can be made by itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cogs::table {

// The text as one member of a gzip file; the same bytes for the same text.
std::string gzip_member(std::string_view text);

bool is_gzip(std::string_view bytes);

// The first member of `bytes`, unpacked, and its length there; length 0: it is not whole.
struct FirstMember {
  std::string text;
  std::size_t length = 0;
};
FirstMember first_gzip_member(std::string_view bytes);

}  // namespace cogs::table
