// SPDX-License-Identifier: Apache-2.0
//
// What an answer looks like as a row of the output. Implemented in src/present, where all wording
// and all formats are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "explain/reasons.h"
#include "model/model.h"
#include "path/path.h"

namespace cogs::batch {

// The layout of a CSV input, for formats that repeat it.
struct InputLayout {
  std::string file;
  std::vector<std::string> columns;
  std::string_view header;  // the first row as it stands; empty if there is none
  char delimiter = ',';
  std::string line_end = "\n";
};

struct AnswerRow {
  const path::Result& result;
  const model::Record& start;
  const path::Options& options;
  const explain::Reasons* reasons;  // null: not asked for, or none
  const model::Record* example =
      nullptr;  // values of one of those that it is an answer for, if known
};

// How single values stand in an answer.
class ValueFormat {
 public:
  virtual ~ValueFormat() = default;

  // What a mark is replaced by.
  virtual std::string value(const model::Feature& feature,
                            const std::optional<model::Value>& value) const = 0;
  // What the mark of an amount is replaced by.
  virtual std::string amount(const model::Number& amount) const { return amount.text(); }
};

class RowFormat : public ValueFormat {
 public:
  // Called once, before all else. What comes before the first row; "" for formats without a header.
  // Throws base::InputError where the input has columns of the output's names.
  virtual std::string head(const InputLayout& layout) const = 0;
  // Each row begins with the input's row as it stands.
  virtual bool repeats_input() const = 0;
  // The row, or what follows the input's row, without the line end. Values of the start that are
  // marks (row_template.h) must stand in it as the text of the mark alone.
  virtual std::string answer(const AnswerRow& row) const = 0;
  // The same for a row that cannot be answered.
  virtual std::string problem(std::uint64_t row,
                              const std::vector<base::Diagnostic>& problems) const = 0;
  // A line of the list of errors, with its line end; and what stands above.
  virtual std::string errors_head() const = 0;
  virtual std::string error_line(std::uint64_t row, const base::Diagnostic& problem) const = 0;
};

// An answer as cells of further columns of a table.
struct CellColumn {
  enum class Kind { text, number, truth };
  std::string name;
  Kind kind = Kind::text;
};

class CellFormat : public ValueFormat {
 public:
  virtual std::vector<CellColumn> columns() const = 0;
  // One for each column; nullopt: empty. Marks stand in them as in RowFormat::answer. A truth is
  // "true" or "false", a number what base::Number reads, or the mark of an amount.
  using Cells = std::vector<std::optional<std::string>>;
  virtual Cells answer(const AnswerRow& row) const = 0;
  // The same for a row that cannot be answered.
  virtual Cells problem(std::uint64_t row, const std::vector<base::Diagnostic>& problems) const = 0;
};

}  // namespace cogs::batch
