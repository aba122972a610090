// SPDX-License-Identifier: Apache-2.0
//
// Tables of people, and what is asked about all of them at once: decisions, answers for every row,
// audits, measures of counterfactuals. The questions are members of Decision (decision.h).
//
//   cogs::Table people = cogs::Table::text("age,debt\n31,5000\n", "people.csv");
//   cogs::Predictions found = loan.predict(people);
//   found.classes[found.of_row[0]];        // "reject"
//
//   cogs::BatchOptions how;
//   cogs::BatchDone done = loan.batch(cogs::Table::file("people.csv.gz"),
//                                     [&](std::string_view rows) { out << rows; return true; },
//                                     how);
//   done.found;                            // rows with a path
//
// Tables come as texts, or from files, which may be packed (gzip) or pipes and are read piece by
// piece. Standard input is read where it is asked for by name, and nowhere else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cogs/answer.h>

namespace cogs {

struct Options;

namespace detail {
struct ArrowRows;
}

// How CSV is read; what is not said is found out.
struct TableOptions {
  std::optional<char> delimiter = {};
  std::optional<bool> header = {};                          // does the first line name the columns?
  std::vector<std::string> numeric = {}, categorical = {};  // columns, whatever they look like
  std::vector<std::string> ignore = {};                     // columns that are left out
  bool missing_is_value = false;  // "?" and the like are values where columns hold names
  // A column, or nothing for all of them, and what is said of it: a value that means missing, such
  // as -9; how dates are written, such as %d/%m/%Y; the decimal mark, "," or ".".
  using OfColumns = std::vector<std::pair<std::string, std::string>>;
  OfColumns missing_values = {}, date_formats = {}, decimals = {};
  std::string encoding = {};   // "": UTF-8, or UTF-16 where the file is marked so
  bool skip_bad_rows = false;  // leave out rows that cannot be read, with a warning
};

class Table {
 public:
  static Table file(std::string file, TableOptions options = {});
  static Table text(std::string text, std::string name = "table", TableOptions options = {});
  static Table standard_input(TableOptions options = {});

  const std::string& name() const { return name_; }  // of the file, or for messages
  const TableOptions& options() const { return options_; }
  bool is_file() const { return text_ == nullptr && arrow_ == nullptr; }
  const std::string& bytes() const { return *text_; }  // of a text
  // Of a stream of record batches (arrow.h); null for others.
  const std::shared_ptr<detail::ArrowRows>& arrow() const { return arrow_; }

 private:
  friend struct detail::ArrowRows;
  std::string name_;
  std::shared_ptr<const std::string> text_;
  std::shared_ptr<detail::ArrowRows> arrow_;
  TableOptions options_;
};

// What is in a table: kinds, ranges, missing cells, what is odd. An answer with JSON and a page.
Answer look(const Table& table, const Control& control = {});

// A cell that the model cannot take.
struct BadCell {
  std::uint64_t row = 0;  // from 1
  std::string column, value;
  std::string message, help;
};

// Takes a piece of a result that is too large to be held; false: no more is wanted.
using TakePiece = std::function<bool(std::string_view)>;

// ---- Decisions of all rows

struct PredictOptions {
  // The column with the decisions that were made, to compare with; without it, one that is called
  // like the decision, if there is one.
  std::string label = {};
  // Called for each bad cell, by row, then column.
  std::function<void(const BadCell&)> each_bad_cell = {};
};

// Its text() has the figures; the rows themselves are written by rows_csv and rows_json_lines.
class Predictions : public Answer {
 public:
  using Answer::Answer;

  std::uint64_t rows = 0, bad_rows = 0;
  std::vector<std::string> classes;  // the undesired one first
  std::vector<std::int32_t> of_row;  // a place in `classes`; -1: none, or a bad row
  std::vector<BadCell> bad_cells;    // the first 20
  std::optional<std::string> label;  // the column that `accuracy` is taken from
  std::optional<double> accuracy;
  std::vector<std::string> missing_features;  // without a column, and rules mention them
  double read_seconds = 0, predict_seconds = 0;

  void rows_csv(const std::function<void(std::string_view)>& write) const;
  void rows_json_lines(const std::function<void(std::string_view)>& write) const;
};

// ---- An answer for every row

// Columns with constraints of each row; parts of a cell are separated by ';'.
struct ConstraintColumns {
  std::vector<std::string> fix = {}, allow = {}, only = {}, range = {}, cost = {};
};

struct BatchOptions {
  ConstraintColumns columns = {};
  std::size_t reasons = 0;  // at most so many principal reasons a row
  // Reason codes beside them, as in WhyOptions; reasons are then features that the deciding rules
  // tested. Throws InputError also for a code of a value that no rule tells from others.
  std::optional<std::string> codes = {};
  std::string codes_name = "codes";
  bool input_json_lines = false;              // the rows are JSON objects, a line each
  bool json_lines = false;                    // answers in full, as JSON; else CSV
  std::optional<double> person_seconds = {};  // of one search
  std::string errors = {};              // a file that lists rows that cannot be answered; "": none
  std::uint64_t shard = 1, shards = 1;  // only this part of the rows
  // Of runs into a file: go on where a run with the same options stopped; and what else the run was
  // asked for, so that it is not taken for another one.
  bool resume = false;
  std::string signature = {};
};

// Its json() and text() are the summary; the rows went where they were asked to go.
class BatchDone : public Answer {
 public:
  using Answer::Answer;

  std::uint64_t rows = 0, found = 0, already = 0, none = 0, gave_up = 0, bad = 0;
  std::uint64_t resumed_at = 0;
  std::uint64_t searches = 0, personal = 0;  // searches; those that serve one row alone
  Stop stopped = Stop::no;                   // else the output is a partial one
  bool reader_gone = false;                  // nobody wanted the rest
  std::vector<Diagnostic> problems;          // the first ones of bad rows
  double seconds = 0;
};

// Does the name end with .jsonl or .ndjson, packed or not?
bool names_json_lines(const std::string& file);

// ---- What recourse looks like for all of them

struct AuditOptions {
  std::vector<std::string> by = {};        // columns to group by
  bool cross = false;                      // also by all of them together
  std::optional<std::string> policy = {};  // a text (docs/audit.md)
  std::string policy_name = {};
  std::string actual = {};  // COL or COL=VALUE: the column that says what was so
  std::uint32_t ways = 8;   // sets of features looked at for each person, at most
  ConstraintColumns columns = {};
  std::optional<double> person_seconds = {};
  bool leave_bad_rows_out = false;
  std::function<void(const BadCell&)> each_bad_cell = {};
  // A column that says how many rows each stands for, as texts of CountedRow; "": each for itself.
  std::string counted = {};
};

// A row that stands for others with the same figures (Decision::audit_parts).
struct CountedRow {
  std::uint64_t row = 0;  // of the table, from 0
  std::string text;       // "n12:3;17;20": of twelve rows, 3, 17 and 20 (from 1) are the first
};

class Audit : public Answer {
 public:
  using Answer::Answer;

  bool made = true;  // false: because of bad rows, which `bad_cells` begins to list
  std::vector<BadCell> bad_cells;
  struct Group {
    std::vector<std::string> columns, values;  // none: everybody
    std::uint64_t rows = 0, undesired = 0, found = 0, none = 0, gave_up = 0;
  };
  std::uint64_t rows = 0, bad_rows = 0, not_reached = 0;
  Group all;
  std::vector<Group> groups;
  std::uint64_t searches = 0;
  Stop stopped = Stop::no;
};

// ---- Measures of counterfactuals, ours or another tool's

struct EvaluateOptions {
  ConstraintColumns columns = {};
  std::string row_column = {}, time_column = {};
  std::uint64_t sample = 50000;  // rows for nearest neighbours; 0: all
  std::uint64_t seed = 0;
  bool search = true;     // the least cost of each row, to compare with
  bool each = false;      // json() has the figures of each counterfactual
  std::string data = {};  // a file that distances are measured by; "": the rows
};

struct CounterfactualSource {
  std::string name, file;
};

class Evaluation : public Answer {
 public:
  using Answer::Answer;

  struct Tool {
    std::string name;
    std::uint64_t rows = 0, rows_in_need = 0, rows_served = 0;
    std::uint64_t given = 0, valid = 0, actionable = 0, consistent = 0, reachable = 0;
  };
  std::vector<Tool> tools;
};

}  // namespace cogs
