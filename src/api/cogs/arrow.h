// SPDX-License-Identifier: Apache-2.0
//
// Tables of other programs in memory, and answers for all their rows: by the Arrow C data
// interface, whose structs stand here as its specification asks for. No Arrow library is needed.
//
//   ArrowArrayStream rows = ...;                      // of pyarrow, DuckDB, polars, pandas ...
//   cogs::Table people = cogs::arrow_table(&rows, "people");
//   loan.predict(people);                             // as audit, learn, propose_causes
//
//   cogs::ArrowAnswers answers(loan, &rows);
//   for (ArrowArray batch; answers.next(&batch);) ... // record batches, in order
//
// A cell is what CSV would have in its place, so answers do not depend on the way that a table
// takes: a double is the shortest decimal that reads back, 1.0 is 1, null and NaN are missing,
// dates are ISO texts, a truth is whichever of true, True, yes, 1 ... the feature lists. Texts,
// integers, floating-point numbers, decimals, truths, dates, timestamps and dictionaries of these
// are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <cogs/decision.h>

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

}  // extern "C"
#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

extern "C" {

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

}  // extern "C"
#endif

namespace cogs {

namespace detail {
struct AnsweringArrow;
}

// Takes over what the struct has, which is marked as released. The stream is read when the table
// is used, once; a second use throws OptionsError.
Table arrow_table(ArrowArrayStream* rows, std::string name = "table", TableOptions options = {});

struct ArrowAnswerOptions {
  // cogs_status, cogs_cost, cogs_certain, cogs_changes, cogs_path, perhaps cogs_reasons: as texts,
  // or with costs as doubles and certain as truths; or cogs_status and cogs_answer, the whole
  // answer as JSON.
  enum class Form { typed, text, json };
  Form form = Form::typed;
  bool repeat_input = false;  // the columns of the input come first, without being copied
  ConstraintColumns columns = {};
  std::size_t reasons = 0;
  std::optional<double> person_seconds = {};  // of one search
  std::vector<std::string> ignore = {};       // columns that are not looked at
  std::string name = "table";                 // in messages
};

// Answers for the rows of a stream, batch by batch: what is held does not grow with the table.
class ArrowAnswers {
 public:
  // Takes the stream over. What `control` points to must outlive this object.
  ArrowAnswers(const Decision& decision, ArrowArrayStream* rows, const ArrowAnswerOptions& how = {},
               const Options& options = {}, const Control& control = {});
  ~ArrowAnswers();
  ArrowAnswers(ArrowAnswers&&) noexcept;
  ArrowAnswers& operator=(ArrowAnswers&&) noexcept;

  void schema(ArrowSchema* out) const;
  // The answers to some thousand further rows; false: all are answered. Rows are pulled from the
  // stream by the calling thread, and answered on several. Throws Stopped at a limit: the rows
  // handed out before are good.
  bool next(ArrowArray* out);

  std::uint64_t rows() const;  // answered so far; by status:
  std::uint64_t found() const, already() const, none() const, gave_up() const, bad() const;
  std::vector<BadCell> bad_cells() const;  // the first 20
  std::vector<Diagnostic> warnings() const;

 private:
  std::unique_ptr<detail::AnsweringArrow> made_;
};

// The same as a stream, which ends what it was given with itself. Errors are told by the protocol
// of streams.
void as_stream(ArrowAnswers answers, ArrowArrayStream* out);

}  // namespace cogs
