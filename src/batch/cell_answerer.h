// SPDX-License-Identifier: Apache-2.0
//
// Rows of an Arrow batch -> their answers as columns. The counterpart of row_answerer.h for tables
// in memory: values come by codes, not as text that has to be split first. Each thread has one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "batch/batch.h"
#include "batch/field_values.h"
#include "batch/questions.h"
#include "batch/row_constraints.h"
#include "batch/row_template.h"
#include "table/arrow_stream.h"

namespace cogs::batch {

// Where the features and constraints of a run stand among the columns of a stream.
struct ArrowColumns {
  std::vector<std::optional<std::size_t>> of_feature;  // nullopt: missing in every row
  ConstraintPlaces constraints;
  std::vector<base::Diagnostic> warnings;
};

// Throws base::InputError for a table that has none of the features, for columns of the same name,
// for columns of constraints that are not there, and for types of these that cogs does not read.
ArrowColumns find_arrow_columns(const model::Model& model, const table::ArrowStream& stream,
                                const ConstraintColumns& constraints,
                                const std::vector<std::string>& ignored);

// How the feature's domain writes truths, true first: true/false, True/False, yes/no, 1/0 ...
table::ArrowCoder::Words truth_words(const model::Feature& feature);

// A column of answers, as Arrow lays it out: empty cells have no bit in `valid`.
struct AnswerColumn {
  CellColumn::Kind kind = CellColumn::Kind::text;
  std::vector<std::int32_t> ends{0};  // of texts, from 0
  std::string bytes;
  std::vector<double> numbers;
  std::vector<std::uint8_t> truths, valid;  // bits
  std::size_t cells = 0, empty = 0;
};

struct BadAnswer {
  std::uint64_t row = 0;  // from 1
  std::string column, value;
  base::Diagnostic problem;
};

struct AnswerBlock {
  std::vector<AnswerColumn> columns;
  Counts counts;
  std::vector<BadAnswer> bad;  // the first ones
  bool unseen = false;
  base::Exhausted stopped = base::Exhausted::no;  // else not all rows are answered
};

struct CellOptions {
  path::Options run;
  std::size_t reasons = 0;
  std::vector<std::string> missing;  // marks of missing cells
  base::Limits person_limits;
};

class CellAnswerer {
 public:
  // All references must outlive this object, but not `run`.
  CellAnswerer(const model::Model& model, const CellFormat& format, const CellOptions& options,
               const table::ArrowStream& stream, const ArrowColumns& columns,
               const base::Budget& run);

  // `before`: rows of earlier batches.
  AnswerBlock answer(const table::ArrowBatchRef& batch, std::size_t first, std::size_t rows,
                     std::uint64_t before);

  const Questions& questions() const { return questions_; }

 private:
  struct OwnColumn {
    std::size_t column;
    FieldValues values;
    table::ArrowCoder coder;
    std::vector<table::Code> codes;
    std::optional<std::size_t> place;  // index among the places of a search
  };
  struct ConstraintColumn {
    std::size_t column;
    table::ArrowCoder coder;
    table::FieldDictionary texts;
    std::vector<table::Code> codes;
  };
  // What is made of an answer once.
  struct Templates {
    std::vector<std::optional<RowTemplate>> cells;
    std::vector<double> numbers;  // of cells that are numbers without gaps
  };

  void answer_row(std::uint64_t row, std::size_t in_block);
  void refuse(std::uint64_t row, const std::vector<base::Diagnostic>& problems);
  void refuse_values(std::uint64_t row);
  void add(AnswerColumn& column, const std::optional<std::string>& cell);
  path::SharedSearch& search_for(std::size_t in_block);
  const Templates* templates_of(const path::SharedAnswer& answer, const path::SharedSearch& search);
  bool run_ended(base::Exhausted cut);

  const model::Model& model_;
  const CellFormat& format_;
  const CellOptions& options_;
  const table::ArrowStream& stream_;
  const ArrowColumns& columns_;
  base::Budget run_;
  const base::Limits a_person_;
  Questions questions_;
  const std::vector<CellColumn> shape_;
  std::vector<OwnColumn> own_;
  std::vector<ConstraintColumn> constraints_;
  std::vector<std::optional<std::size_t>> own_of_feature_;
  std::vector<std::string> absent_;
  std::vector<const FieldValue*> values_;
  std::vector<path::Place> places_;
  std::string scratch_;
  AnswerBlock out_;
};

}  // namespace cogs::batch
