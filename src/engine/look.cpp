// SPDX-License-Identifier: Apache-2.0
#include "engine/look.h"

#include <utility>

#include "base/stopwatch.h"

namespace cogs::engine {

void look(const std::string& file, const table::ReadOptions& options, Looked& into) {
  const base::Stopwatch watch;
  table::ReadOptions reading = options;
  reading.texts_missing = true;
  table::Table table = table::read_table(file, reading);
  if (table.exhausted != base::Exhausted::no) throw base::Stopped(table.exhausted);
  const double seconds = watch.seconds();
  look(std::move(table), options.threads, into);
  into.read_seconds = seconds;
}

void look(table::Table table, unsigned threads, Looked& into) {
  into.table = std::move(table);
  into.look = table::look(into.table, threads);
  into.identifiers =
      rules::find_identifiers(into.table, table::ColumnId(into.table.columns.size()));
}

}  // namespace cogs::engine
