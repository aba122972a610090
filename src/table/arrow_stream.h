// SPDX-License-Identifier: Apache-2.0
//
// Record batches of another program, by the Arrow C data interface, as columns of codes.
//
//   ArrowStream rows(&stream, "people");          // takes the stream over
//   while (auto batch = rows.next()) { ... }
//
// A cell is what CSV would have in its place, so that every way into cogs gives the same answers: a
// double is the shortest decimal that reads back (0.1 is one tenth), 1.0 is 1, null and NaN are
// missing, dates are ISO texts. ArrowCoder finds the code of each cell in a FieldDictionary; an
// entry of a dictionary column is looked up once a batch, and rows then cost a look into an array.
//
// Types: integers, floating-point numbers, decimals, booleans, texts (three layouts), dates,
// timestamps, null, and dictionaries of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "table/arrow_abi.h"
#include "table/field_dictionary.h"
#include "table/table.h"

namespace cogs::table {

enum class ArrowKind {
  none,  // a type that cogs does not read
  null,
  boolean,
  signed_integer,
  unsigned_integer,
  real,
  decimal,
  text,
  large_text,
  text_view,
  date,       // days, or milliseconds in days
  timestamp,  // seconds to nanoseconds
};

struct ArrowType {
  ArrowKind kind = ArrowKind::none;
  int bytes = 0;             // of a value
  int scale = 0;             // of a decimal: digits behind the point
  std::int64_t per_day = 0;  // of dates and timestamps: units in a day
  std::string words = {};    // for messages, such as "list"
};

struct ArrowColumn {
  std::string name;
  ArrowType type;                    // of the values
  std::optional<ArrowType> indices;  // of a dictionary column

  bool readable() const {
    return type.kind != ArrowKind::none && (!indices || indices->kind != ArrowKind::none);
  }
  std::string words() const { return type.words; }
};

// A batch that is shared by those who still read it, and given back by the last of them.
class ArrowBatch {
 public:
  explicit ArrowBatch(ArrowArray taken) : array_(taken) {}
  ~ArrowBatch() {
    if (array_.release) array_.release(&array_);
  }
  ArrowBatch(const ArrowBatch&) = delete;
  ArrowBatch& operator=(const ArrowBatch&) = delete;

  std::size_t rows() const { return static_cast<std::size_t>(array_.length); }
  const ArrowArray& array() const { return array_; }
  const ArrowArray& column(std::size_t i) const { return *array_.children[i]; }
  // Of the batch itself: its columns begin there.
  std::int64_t offset() const { return array_.offset; }

 private:
  ArrowArray array_;
};
using ArrowBatchRef = std::shared_ptr<const ArrowBatch>;

class ArrowStream {
 public:
  // Takes over what the struct has; it is released when this goes. Throws base::InputError for a
  // stream that fails or holds no record batches.
  ArrowStream(ArrowArrayStream* taken, std::string name);
  ~ArrowStream();
  ArrowStream(const ArrowStream&) = delete;
  ArrowStream& operator=(const ArrowStream&) = delete;

  const std::string& name() const { return name_; }
  const std::vector<ArrowColumn>& columns() const { return columns_; }
  const ArrowSchema& schema() const { return schema_; }
  // Null at the end.
  ArrowBatchRef next();

 private:
  [[noreturn]] void fail();

  ArrowArrayStream stream_;
  ArrowSchema schema_{};
  std::string name_;
  std::vector<ArrowColumn> columns_;
};

// The codes of one column, as cells of one dictionary. Not for several threads.
class ArrowCoder {
 public:
  // How truths are written, true first.
  using Words = std::pair<std::string, std::string>;
  explicit ArrowCoder(const ArrowColumn& column, Words truth = {"true", "false"});

  // Codes of rows first, first + 1, ... of the batch. New texts are added to the dictionary, which
  // must be the same each time, unless forget() was called in between.
  void code(const ArrowBatchRef& batch, std::size_t column, std::size_t first,
            std::span<Code> codes, FieldDictionary& dictionary);
  void forget();

 private:
  struct Slot {
    std::uint64_t key = 0;
    Code code = 0;
    bool used = false;
  };

  template <class Number, class Write>
  void code_numbers(const ArrowArray& array, std::size_t first, std::span<Code> codes,
                    FieldDictionary& dictionary, Write&& write);
  void code_entries(const ArrowArray& array, const ArrowType& type, std::size_t first,
                    std::span<Code> codes, FieldDictionary& dictionary);
  void code_by_index(const ArrowArray& array, std::size_t first, std::span<Code> codes,
                     FieldDictionary& dictionary);
  Code code_of(std::string_view text, FieldDictionary& dictionary);
  Code missing(FieldDictionary& dictionary);

  const ArrowColumn& column_;
  Words truth_;
  std::vector<Slot> slots_;  // of numbers that were met lately
  std::optional<Code> missing_;
  ArrowBatchRef held_;  // whose dictionary entry_codes_ is about
  const ArrowArray* entries_ = nullptr;
  std::vector<Code> entry_codes_;
  std::string scratch_;
};

}  // namespace cogs::table
