// SPDX-License-Identifier: Apache-2.0
//
// How read_table.h reads, with the sizes that tests make small.
//
//   byte_source    file, pipe, gzip, text -> bytes
//   table_layout   the first rows -> delimiter, names and types of columns
//   block_cutter   bytes -> blocks of whole rows, one thread at a time
//   block_coder    block -> codes, all threads at once, each with its own dictionaries
//   settle_column  dictionaries -> type and final codes of a column, column by column
//   fill_column    final codes into their final place, the memory of the others given back
#pragma once

#include <string>

#include "table/block_cutter.h"
#include "table/byte_source.h"
#include "table/read_table.h"

namespace cogs::table {

Table read_table_from(ByteSource& source, const std::string& name, const ReadOptions& options,
                      const ReadSizes& sizes);

}  // namespace cogs::table
