// SPDX-License-Identifier: Apache-2.0
//
// A block of rows -> their answers as text. Each thread has one of these, with its own memory of
// fields and answers, so threads never wait for each other here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "batch/batch.h"
#include "batch/field_values.h"
#include "batch/questions.h"
#include "batch/row_template.h"
#include "table/row_runs.h"

namespace cogs::batch {

constexpr std::size_t most_problems_shown = 20;

// Where in the input everything stands.
struct InputColumns {
  InputLayout layout;
  std::vector<std::optional<std::size_t>> of_feature;  // nullopt: missing in every row
  ConstraintPlaces constraints;
};

// How many rows and lines there are before a block.
struct Position {
  std::uint64_t rows = 0, lines = 0;
};

struct BlockAnswer {
  std::string text, errors;
  Counts counts;
  std::vector<base::Diagnostic> problems;  // the first ones
  bool unseen = false;                     // a value outside an observed domain
  std::uint64_t swallowed = 0;             // lines in bad rows, beside the first of each
  // Else a limit of the run came: counts.rows rows of the block are answered, and no others.
  base::Exhausted stopped = base::Exhausted::no;

  bool whole() const { return stopped == base::Exhausted::no; }
};

// What an earlier run has answered of a block: its first rows.
struct AnsweredRows {
  std::string text, errors;
  Counts counts;
};

class RowAnswerer {
 public:
  // All references must outlive this object, but not `run`, the budget of the whole run.
  RowAnswerer(const model::Model& model, const std::string& file, const RowFormat& format,
              const BatchOptions& options, const InputColumns& columns, const base::Budget& run);

  // First how many rows and lines the block has, then what they say. `text` must stay until then.
  Position measure(std::string_view text);
  BlockAnswer answer(const Position& before, AnsweredRows done = {});

  const Questions& questions() const { return questions_; }
  // Members of JSON Lines with constraints that some row had.
  const std::vector<std::string>& constraints_met() const { return met_; }

 private:
  struct OwnColumn {
    model::FeatureId feature;
    std::size_t column;
    FieldValues values;
    std::vector<table::Code> codes;
    std::optional<std::size_t> place;  // index among the places of a search
  };

  // These stop where the run must end.
  void answer_csv(const Position& before);
  void answer_run(const table::RowRun& run, const Position& before);
  void answer_row(std::uint64_t row, std::size_t in_chunk, const std::uint32_t* bounds);
  void answer_bad_row(const table::BadRow& bad, const Position& before);
  path::SharedSearch& constrained_search(const std::uint32_t* bounds);

  void answer_json_lines(const Position& before);
  void answer_json_line(std::uint64_t row, std::uint32_t line, std::string_view text);
  model::Record read_json_record(std::string_view text, ConstraintTexts& constraints);

  std::vector<path::Place> places_in(const path::SharedSearch& search,
                                     const model::Record& record) const;
  // nullptr: the run must end.
  const RowTemplate* template_of(const path::SharedAnswer& answer,
                                 const path::SharedSearch& search);
  // Whether what was cut short was so by a limit of the run, not by one of the row.
  bool run_ended(base::Exhausted cut);
  void count(const path::Result& result);
  // `offset`: of the row, for problems without a place of their own.
  void refuse(std::uint64_t row, std::vector<base::Diagnostic> problems, std::size_t offset);
  void refuse_values(std::uint64_t row, const std::uint32_t* bounds);

  const model::Model& model_;
  const std::string& file_;
  const RowFormat& format_;
  const BatchOptions& options_;
  const InputColumns& columns_;
  base::Budget run_;
  const base::Limits a_person_;
  Questions questions_;
  table::RowRuns runs_;
  std::vector<OwnColumn> own_;
  std::vector<std::optional<std::size_t>> own_of_feature_;
  std::vector<std::string> absent_;  // by feature: how rows show a missing value
  std::string_view text_;
  std::vector<std::string> met_;

  // Of the row at hand.
  std::vector<const FieldValue*> values_;  // one for each of own_
  std::vector<path::Place> places_;
  table::PlaceFinder finder_{{}, 0, 1};  // rows come in order, so it never goes back
  std::uint64_t done_before_ = 0;        // rows of the block that an earlier run has answered
  BlockAnswer out_;
};

}  // namespace cogs::batch
