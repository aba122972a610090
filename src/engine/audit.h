// SPDX-License-Identifier: Apache-2.0
//
// What recourse looks like for all people in a table, and for groups of them (batch/audit/audit.h).
//
//   engine::AuditRun options;
//   options.audit.by = {"sex"};
//   engine::Audit done = engine::audit(loan, "loans.csv", options);
//   done.report.all.found;
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "batch/audit/audit.h"
#include "engine/predict.h"

namespace cogs::engine {

using batch::AuditOptions;
using batch::AuditReport;

struct AuditRun {
  AuditOptions audit;
  table::ReadOptions read;
  // Without it, rows with values that the model cannot take keep the audit from being made.
  bool leave_bad_rows_out = false;
  // Called for each bad cell, by row, then column.
  std::function<void(const BadCell&)> each_bad_cell;
};

struct Audit {
  std::vector<BadCell> bad_cells;          // the first ones, by row, then column
  std::vector<base::Diagnostic> warnings;  // about the table
  bool made = true;                        // false: because of bad rows
  AuditReport report;                      // if made; else only the numbers of rows are there
};

// Throws base::InputError for a table, a column or a policy that cannot be used, base::Stopped at
// a limit that comes before there are any figures.
Audit audit(const model::Model& model, const std::string& file, const AuditRun& options = {});
Audit audit(const model::Model& model, const table::Table& table, const AuditRun& options = {});

// A part of a table -> few of its rows, with how many they stand for, whose audit is that of the
// part (AuditOptions::counted, batch/audit/counted_rows.h). Bad rows are among them.
std::vector<batch::CountedRow> audit_parts(const model::Model& model, const table::Table& table,
                                           const AuditRun& options = {});

}  // namespace cogs::engine
