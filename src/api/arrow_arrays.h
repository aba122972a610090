// SPDX-License-Identifier: Apache-2.0
//
// Arrays that are handed out: answers that own their memory, and rows of others' batches that keep
// the batch alive.
#pragma once

#include <string>
#include <vector>

#include "batch/cell_answerer.h"
#include "table/arrow_stream.h"

namespace cogs::api {

// Rows of a column of a batch, without copying them.
ArrowArray slice_of(const table::ArrowBatchRef& batch, std::size_t column, std::size_t first,
                    std::size_t rows);
// Takes the memory of the column over.
ArrowArray array_of(batch::AnswerColumn column);
// A record batch; takes the columns over.
ArrowArray batch_of(std::vector<ArrowArray> columns, std::size_t rows);

// A copy with all that it holds.
ArrowSchema copy_of(const ArrowSchema& schema);
ArrowSchema schema_of(const std::string& name, const std::string& format);
// A record batch's; takes the columns over. `metadata`: as another schema has it, or null.
ArrowSchema schema_of(std::vector<ArrowSchema> columns, const char* metadata);

}  // namespace cogs::api
