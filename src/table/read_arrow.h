// SPDX-License-Identifier: Apache-2.0
//
// Arrow stream -> Table: the columns that a CSV file with the same cells would give.
#pragma once

#include <functional>
#include <string>

#include "table/arrow_stream.h"
#include "table/read_table.h"

namespace cogs::table {

// What is known of columns by their names.
struct ArrowReading {
  // Whether a type that cogs does not read (lists, binary) is an error; else the column is left
  // out. Without it: always.
  std::function<bool(const std::string&)> wanted = {};
  // How the column writes truths. Without it: true, false.
  std::function<ArrowCoder::Words(const std::string&)> truth = {};
};

// Columns that only keep the index of a pandas frame are left out. Throws and stops as read_table
// does; options about the text of files are passed over.
Table read_arrow(ArrowStream& stream, const ReadOptions& options, const ArrowReading& reading = {});

// The column is the index of a pandas frame.
bool is_pandas_index(const std::string& name);

// What is wrong with a column of a type that cogs does not read.
base::Diagnostic unread_column(const std::string& file, const ArrowColumn& column);

}  // namespace cogs::table
