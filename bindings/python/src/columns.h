// SPDX-License-Identifier: Apache-2.0
//
// Columns of Python objects -> one record batch. What numpy holds is not copied; of a column of
// objects each distinct one is looked at once where it is met again as the very same object.
//
// It takes what pandas has without asking for pyarrow, and lists.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <cogs/arrow.h>

namespace cogs::python {

namespace nb = nanobind;

class Columns {
 public:
  explicit Columns(std::string name) : name_(std::move(name)) {}
  ~Columns();
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;

  // A buffer of fixed-width values in an Arrow format; `mask`: a buffer of one byte a row that is
  // not 0 where the value is missing, or None. `missing`: the value that means missing, or None.
  void numbers(const std::string& name, const std::string& format, nb::object values,
               nb::object mask, nb::object missing);
  // A buffer of one byte a row.
  void truths(const std::string& name, nb::object values, nb::object mask);
  // A buffer of places in a list of texts; a place outside of it is missing.
  void codes(const std::string& name, const std::string& format, nb::object places,
             nb::object entries);
  // Any objects that are values: None and NaN are missing. Throws InputError with row and column
  // for others.
  void objects(const std::string& name, nb::object values);
  // A column that nobody asks about: its name alone.
  void name_only(const std::string& name, std::size_t rows);
  // What __arrow_c_array__ gave.
  void arrow(const std::string& name, nb::object schema, nb::object array);

  nb::object stream();  // a capsule; the columns are used up

 private:
  void add(const std::string& name, const std::string& format, std::size_t rows, ArrowArray array,
           ArrowSchema* entries = nullptr);
  void check_rows(const std::string& name, std::size_t rows);

  std::string name_;
  std::vector<ArrowSchema> schemas_;
  std::vector<ArrowArray> arrays_;
  std::size_t rows_ = 0;
  bool any_ = false;
};

// A stream of arrays at hand, which it takes over.
nb::object stream_capsule(ArrowSchema schema, std::vector<ArrowArray> batches);
// A capsule of a stream that is there already.
nb::object stream_capsule(std::unique_ptr<ArrowArrayStream> stream);
nb::object schema_capsule(std::unique_ptr<ArrowSchema> schema);
ArrowArrayStream* stream_of(nb::handle capsule);

}  // namespace cogs::python
