// SPDX-License-Identifier: Apache-2.0
//
// Recourse for every row of a table of any size. This header is the overview of src/batch.
//
//   row_format.h       what an answer looks like as a row: implemented where words are made
//   row_template.h     an answer as text with gaps for a person's own values
//   row_constraints.h  what the cells of a row say about its own constraints -> options
//   questions.h        the constraints of a row -> the search that serves all rows with the same
//   field_values.h     the text of a field -> what it means to the model, each text once
//   row_answerer.h     a block of rows -> their answers as text; one a thread
//   row_output.h       answers in the order of the input, into a file, a packed file or a pipe
//   journal.h          how far a run has come, on disk, so that it can go on after a crash
//   evaluate.h         counterfactuals of any tool -> the usual measures; not part of a run
//
// Nothing here grows with the table: blocks of rows go through, and what is remembered is bounded.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "batch/row_constraints.h"
#include "batch/row_format.h"
#include "model/model.h"
#include "path/path.h"
#include "table/read_table.h"

namespace cogs::batch {

enum class RowKind { csv, json_lines };
// By the end of its name: .jsonl or .ndjson, packed or not.
bool names_json_lines(std::string file);

struct Shard {
  std::uint64_t part = 1, of = 1;
};

struct BatchOptions {
  path::Options run;
  ConstraintColumns columns;    // with constraints of each person
  std::size_t reasons = 0;      // at most so many principal reasons for each row; 0: none
  bool tested_reasons = false;  // only features that the deciding rules tested
  RowKind input = RowKind::csv;
  table::ReadOptions read;  // delimiter, header, marks of missing cells
  // The rows themselves, in place of the file, which then only names them in messages.
  std::optional<std::string_view> text;
  std::string output;  // "": standard output
  // Takes the rows of the output, in place of `output`; false: no more is wanted.
  std::function<bool(std::string_view)> take;
  std::string errors;  // "": bad rows are only marked in the output
  bool resume = false;
  Shard shard;
  unsigned threads = 0;
  base::Limits limits;         // of the whole run
  base::Limits person_limits;  // of one search
  // What else the run was asked for: a run with another text cannot go on with this one's work.
  std::string signature;
  // Now and then, by one thread at a time.
  std::function<void(std::uint64_t rows, std::size_t bytes, std::size_t bytes_in_all)> progress;
};

struct Counts {
  std::uint64_t rows = 0, found = 0, already = 0, none = 0, gave_up = 0, bad = 0;

  Counts& operator+=(const Counts& other);
};

struct BatchResult {
  Counts counts;                 // of the output, also what was there before a --resume
  std::uint64_t resumed_at = 0;  // rows that an earlier run had done
  std::uint64_t searches = 0, personal = 0;
  base::Exhausted exhausted = base::Exhausted::no;  // else the output is a partial one
  bool reader_gone = false;                         // standard output was closed early
  std::vector<base::Diagnostic> warnings;
  std::vector<base::Diagnostic> problems;  // the first ones of bad rows
  double seconds = 0;
};

// Throws base::InputError for what makes the whole run impossible. Bad rows do not: they are
// counted, marked, and listed in `errors`.
BatchResult run_batch(const model::Model& model, const std::string& file, const RowFormat& format,
                      const BatchOptions& options);

// The name of the output while it is not complete.
std::string partial_name(const std::string& output);

}  // namespace cogs::batch
