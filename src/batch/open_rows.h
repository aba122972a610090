// SPDX-License-Identifier: Apache-2.0
//
// The input of a run: opened, its columns matched with the model's features.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "batch/batch.h"
#include "batch/row_answerer.h"
#include "table/block_cutter.h"
#include "table/byte_source.h"

namespace cogs::batch {

struct OpenRows {
  std::unique_ptr<table::ByteSource> source;
  std::unique_ptr<table::BlockCutter> cutter;
  InputColumns columns;
  std::string header;    // what columns.layout.header points to
  std::size_t body = 0;  // offset of the first row
  std::uint64_t body_line = 1;
  std::vector<base::Diagnostic> warnings;
};

// Throws base::InputError for a file that cannot be read or that has none of the features, and for
// a column of constraints that is not there.
OpenRows open_rows(const model::Model& model, const std::string& file, const BatchOptions& options);

}  // namespace cogs::batch
