// SPDX-License-Identifier: Apache-2.0
//
// The record batches behind a Table.
#pragma once

#include <cogs/arrow.h>

#include <mutex>

#include "table/arrow_stream.h"

namespace cogs::detail {

struct ArrowRows {
  ArrowRows(ArrowArrayStream* rows, const std::string& name) : stream(rows, name) {}

  // A stream can be read once.
  table::ArrowStream& take() {
    const std::lock_guard lock(mutex);
    if (taken) throw OptionsError("this table is a stream that was read before");
    taken = true;
    return stream;
  }
  static Table table(std::shared_ptr<ArrowRows> rows, TableOptions options) {
    Table out;
    out.name_ = rows->stream.name();
    out.arrow_ = std::move(rows);
    out.options_ = std::move(options);
    return out;
  }

  std::mutex mutex;
  table::ArrowStream stream;
  bool taken = false;
};

}  // namespace cogs::detail
