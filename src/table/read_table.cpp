// SPDX-License-Identifier: Apache-2.0
#include "table/read_table.h"

#include <memory>

#include "table/byte_source.h"
#include "table/table_reader.h"

namespace cogs::table {

Table read_table(const std::string& file, const ReadOptions& options) {
  const std::string name = file == "-" ? "standard input" : file;
  const std::unique_ptr<ByteSource> source = open_byte_source(file, name, options.encoding);
  Table table = read_table_from(*source, name, options, ReadSizes{});
  table.file = file;
  return table;
}

Table parse_table(std::string_view text, const std::string& name, const ReadOptions& options) {
  const std::unique_ptr<ByteSource> source = text_source(text);
  return read_table_from(*source, name, options, ReadSizes{});
}

}  // namespace cogs::table
