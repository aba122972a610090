// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a table: the same table, or the same errors, with one thread and with three, in
// large blocks and in small ones, from memory and in pieces; never a crash. The first bytes choose
// the options.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "table/table_texts.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cogs::table;
  if (size < 3) return 0;
  ReadOptions options;
  if (data[0] & 1) options.header = (data[0] & 2) != 0;
  if (data[0] & 4) options.delimiter = ",;\t| x"[(data[0] >> 5) % 6];
  options.missing_is_value = (data[0] & 8) != 0;
  options.skip_bad_rows = (data[0] & 16) != 0;
  const std::size_t block = 1 + data[1] % 100, piece = 1 + data[2] % 20;
  const std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);

  options.threads = 1;
  const std::string alone = outcome([&] { return parse_table(text, "data.csv", options); });
  options.threads = 3;
  if (outcome([&] { return read_in_blocks(text, options, block); }) != alone) std::abort();
  options.threads = 1;
  if (outcome([&] { return read_in_pieces(text, options, block, piece); }) != alone) std::abort();
  return 0;
}
