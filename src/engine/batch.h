// SPDX-License-Identifier: Apache-2.0
//
// Recourse for every row of a table, however large (batch/batch.h).
//
//   engine::BatchOptions options;
//   options.output = "answers.csv";
//   auto format = present::batch_csv(loan, false, false);
//   engine::BatchResult done = engine::run_batch(loan, "loans.csv", *format, options);
//   done.counts.found;
#pragma once

#include "batch/batch.h"
#include "batch/merge.h"

namespace cogs::engine {

using batch::BatchOptions;
using batch::BatchResult;
using batch::ConstraintColumns;
using batch::merge;
using batch::Merged;
using batch::names_json_lines;
using batch::partial_name;
using batch::RowKind;
using batch::run_batch;

}  // namespace cogs::engine
