// SPDX-License-Identifier: Apache-2.0
#include "columns.h"

#include <nanobind/stl/string.h>

#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <cogs/error.h>

namespace cogs::python {

namespace {

[[noreturn]] void refuse(const std::string& table, const std::string& message,
                         const std::string& help = "") {
  Diagnostic d;
  d.file = table;
  d.message = message;
  d.help = help;
  throw InputError({d});
}

// A contiguous buffer of Python, held as long as somebody reads it.
class Buffer {
 public:
  explicit Buffer(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_C_CONTIGUOUS) != 0) throw nb::python_error();
  }
  ~Buffer() {
    if (Py_IsInitialized() == 0) return;
    const PyGILState_STATE state = PyGILState_Ensure();
    PyBuffer_Release(&view_);
    PyGILState_Release(state);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  const void* data() const { return view_.buf; }
  std::size_t bytes() const { return static_cast<std::size_t>(view_.len); }

 private:
  Py_buffer view_{};
};

// What stands behind an array of ours.
struct Held {
  std::unique_ptr<Buffer> buffer;
  std::vector<std::uint8_t> valid, bits;
  std::vector<std::int32_t> places;
  std::vector<std::int64_t> ends;
  std::string bytes;
  const void* buffers[3] = {nullptr, nullptr, nullptr};
  ArrowArray dictionary{};
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> child_places;
};

ArrowArray array_of(std::unique_ptr<Held> held, std::size_t rows, std::int64_t nulls,
                    std::int64_t buffers) {
  ArrowArray out{};
  out.length = static_cast<std::int64_t>(rows);
  out.null_count = nulls;
  out.n_buffers = buffers;
  out.buffers = held->buffers;
  for (ArrowArray& child : held->children) held->child_places.push_back(&child);
  out.n_children = static_cast<std::int64_t>(held->children.size());
  out.children = held->child_places.data();
  if (held->dictionary.release) out.dictionary = &held->dictionary;
  out.release = [](ArrowArray* array) {
    auto* own = static_cast<Held*>(array->private_data);
    if (own->dictionary.release) own->dictionary.release(&own->dictionary);
    for (ArrowArray& child : own->children) {
      if (child.release) child.release(&child);
    }
    delete own;
    array->release = nullptr;
  };
  out.private_data = held.release();
  return out;
}

struct HeldSchema {
  std::string name, format;
  ArrowSchema dictionary{};
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> child_places;
};

ArrowSchema schema_of(const std::string& name, const std::string& format,
                      std::vector<ArrowSchema> children = {}, ArrowSchema* dictionary = nullptr) {
  auto held = std::make_unique<HeldSchema>();
  held->name = name;
  held->format = format;
  held->children = std::move(children);
  for (ArrowSchema& child : held->children) held->child_places.push_back(&child);
  ArrowSchema out{};
  if (dictionary) {
    held->dictionary = *dictionary;
    out.dictionary = &held->dictionary;
  }
  out.format = held->format.c_str();
  out.name = held->name.c_str();
  out.flags = ARROW_FLAG_NULLABLE;
  out.n_children = static_cast<std::int64_t>(held->children.size());
  out.children = held->child_places.data();
  out.release = [](ArrowSchema* schema) {
    auto* own = static_cast<HeldSchema*>(schema->private_data);
    if (own->dictionary.release) own->dictionary.release(&own->dictionary);
    for (ArrowSchema& child : own->children) {
      if (child.release) child.release(&child);
    }
    delete own;
    schema->release = nullptr;
  };
  out.private_data = held.release();
  return out;
}

std::size_t width_of(const std::string& format) {
  if (format == "c" || format == "C") return 1;
  if (format == "s" || format == "S" || format == "e") return 2;
  if (format == "i" || format == "I" || format == "f" || format == "tdD") return 4;
  return 8;
}

// Bits from bytes: set where the byte is (not) 0.
std::vector<std::uint8_t> bits_of(const std::uint8_t* bytes, std::size_t rows, bool where_zero) {
  std::vector<std::uint8_t> bits((rows + 7) / 8 + 1, 0);
  for (std::size_t i = 0; i < rows; ++i) {
    if ((bytes[i] == 0) == where_zero) bits[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
  }
  return bits;
}

// The texts of a column of objects, numbered as they come.
class Texts {
 public:
  std::int32_t place_of(std::string_view text) {
    const auto found = places_.find(std::string(text));
    if (found != places_.end()) return found->second;
    const auto place = static_cast<std::int32_t>(ends_.size());
    bytes_ += text;
    ends_.push_back(static_cast<std::int64_t>(bytes_.size()));
    places_.emplace(text, place);
    return place;
  }
  // As large texts.
  ArrowArray array() {
    auto held = std::make_unique<Held>();
    held->ends = {0};
    held->ends.insert(held->ends.end(), ends_.begin(), ends_.end());
    held->bytes = std::move(bytes_);
    held->buffers[1] = held->ends.data();
    held->buffers[2] = held->bytes.data();
    return array_of(std::move(held), ends_.size(), 0, 3);
  }

 private:
  std::unordered_map<std::string, std::int32_t> places_;
  std::vector<std::int64_t> ends_;
  std::string bytes_;
};

std::string text_of(nb::handle object) {
  const nb::object text = nb::steal<nb::object>(PyObject_Str(object.ptr()));
  if (!text.is_valid()) throw nb::python_error();
  return nb::cast<std::string>(text);
}

std::string_view bytes_of(PyObject* text, const std::string& table, const std::string& column,
                          std::size_t row) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text, &size);
  if (!data) {
    PyErr_Clear();
    refuse(
        table,
        "row " + std::to_string(row) + ", column '" + column + "': this text has half a character",
        "a surrogate without its other half cannot be written");
  }
  return {data, static_cast<std::size_t>(size)};
}

// How an object is written as a cell; nullopt: it is missing. Throws for what is no value.
class Writing {
 public:
  explicit Writing(const std::string& table, const std::string& column)
      : table_(table), column_(column) {
    const nb::module_ decimal = nb::module_::import_("decimal");
    const nb::module_ fractions = nb::module_::import_("fractions");
    const nb::module_ dates = nb::module_::import_("datetime");
    decimal_ = decimal.attr("Decimal");
    fraction_ = fractions.attr("Fraction");
    date_ = dates.attr("date");
  }

  std::optional<std::string> text(PyObject* object, std::size_t row) {
    if (PyFloat_Check(object)) {
      const double value = PyFloat_AsDouble(object);
      if (std::isnan(value)) return std::nullopt;
      std::string text = text_of(nb::handle(object));
      if (text.ends_with(".0")) text.resize(text.size() - 2);
      return text;
    }
    if (PyBool_Check(object)) return object == Py_True ? "true" : "false";
    if (PyLong_Check(object)) return text_of(nb::handle(object));
    if (nb::isinstance(nb::handle(object), fraction_)) return text_of(nb::handle(object));
    if (nb::isinstance(nb::handle(object), decimal_)) {
      const std::string text = text_of(nb::handle(object));
      if (text == "NaN" || text == "sNaN") return std::nullopt;
      return text;
    }
    // pandas.NaT is a date too.
    if (is_missing(object)) return std::nullopt;
    if (nb::isinstance(nb::handle(object), date_)) {
      std::string text = nb::cast<std::string>(nb::handle(object).attr("isoformat")());
      if (text.ends_with("T00:00:00")) text.resize(text.size() - 9);
      return text;
    }
    // A scalar of numpy.
    if (PyObject_HasAttrString(object, "item") && PyObject_HasAttrString(object, "dtype")) {
      const nb::object inner = nb::handle(object).attr("item")();
      if (!inner.type().is(nb::handle(object).type())) {
        if (inner.is_none()) return std::nullopt;
        if (PyUnicode_Check(inner.ptr())) {
          return std::string(bytes_of(inner.ptr(), table_, column_, row));
        }
        return text(inner.ptr(), row);
      }
    }
    const std::string type = nb::cast<std::string>(nb::handle(object).type().attr("__name__"));
    refuse(table_,
           "row " + std::to_string(row) + ", column '" + column_ + "': a value of the type " +
               type + " cannot be read",
           "a cell holds a number, a text, a truth, a date or nothing; turn this column into "
           "texts, or leave it out");
  }

 private:
  // pandas.NA, pandas.NaT: equal to nothing, not even to themselves.
  static bool is_missing(PyObject* object) {
    const nb::object equal = nb::steal<nb::object>(PyObject_RichCompare(object, object, Py_EQ));
    if (!equal.is_valid()) {
      PyErr_Clear();
      return false;
    }
    if (equal.is(nb::handle(Py_False))) return true;
    if (equal.is(nb::handle(Py_True))) return false;
    const std::string type = nb::cast<std::string>(equal.type().attr("__name__"));
    return type == "NAType";
  }

  const std::string& table_;
  const std::string& column_;
  nb::object decimal_, fraction_, date_;
};

}  // namespace

Columns::~Columns() {
  for (ArrowArray& array : arrays_) {
    if (array.release) array.release(&array);
  }
  for (ArrowSchema& schema : schemas_) {
    if (schema.release) schema.release(&schema);
  }
}

void Columns::check_rows(const std::string& name, std::size_t rows) {
  if (any_ && rows != rows_) {
    refuse(name_, "the column '" + name + "' has " + std::to_string(rows) + " rows, others have " +
                      std::to_string(rows_));
  }
  any_ = true;
  rows_ = rows;
}

void Columns::add(const std::string& name, const std::string& format, std::size_t rows,
                  ArrowArray array, ArrowSchema* entries) {
  arrays_.push_back(array);
  schemas_.push_back(schema_of(name, format, {}, entries));
  check_rows(name, rows);
}

void Columns::numbers(const std::string& name, const std::string& format, nb::object values,
                      nb::object mask, nb::object missing) {
  auto held = std::make_unique<Held>();
  held->buffer = std::make_unique<Buffer>(values);
  const std::size_t rows = held->buffer->bytes() / width_of(format);
  held->buffers[1] = held->buffer->data();
  std::int64_t nulls = 0;
  if (!mask.is_none()) {
    const Buffer gaps(mask);
    held->valid = bits_of(static_cast<const std::uint8_t*>(gaps.data()), rows, true);
    nulls = -1;
  } else if (!missing.is_none()) {
    const auto mark = nb::cast<std::int64_t>(missing);
    const auto* all = static_cast<const std::int64_t*>(held->buffer->data());
    held->valid.assign(rows / 8 + 1, 0);
    for (std::size_t i = 0; i < rows; ++i) {
      if (all[i] != mark) held->valid[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
    }
    nulls = -1;
  }
  if (nulls != 0) held->buffers[0] = held->valid.data();
  add(name, format, rows, array_of(std::move(held), rows, nulls, 2));
}

void Columns::truths(const std::string& name, nb::object values, nb::object mask) {
  auto held = std::make_unique<Held>();
  const Buffer all(values);
  const std::size_t rows = all.bytes();
  held->bits = bits_of(static_cast<const std::uint8_t*>(all.data()), rows, false);
  held->buffers[1] = held->bits.data();
  std::int64_t nulls = 0;
  if (!mask.is_none()) {
    const Buffer gaps(mask);
    held->valid = bits_of(static_cast<const std::uint8_t*>(gaps.data()), rows, true);
    held->buffers[0] = held->valid.data();
    nulls = -1;
  }
  add(name, "b", rows, array_of(std::move(held), rows, nulls, 2));
}

void Columns::codes(const std::string& name, const std::string& format, nb::object places,
                    nb::object entries) {
  Columns inner(name_);
  inner.objects(name, entries);
  // The entries themselves, not their distinct texts: places count them.
  auto held = std::make_unique<Held>();
  held->ends = {0};
  {
    ArrowArray& coded = inner.arrays_[0];
    const auto* at = static_cast<const std::int32_t*>(coded.buffers[1]);
    const auto* ends = static_cast<const std::int64_t*>(coded.dictionary->buffers[1]);
    const auto* bytes = static_cast<const char*>(coded.dictionary->buffers[2]);
    for (std::int64_t i = 0; i < coded.length; ++i) {
      if (at[i] >= 0) held->bytes.append(bytes + ends[at[i]], bytes + ends[at[i] + 1]);
      held->ends.push_back(static_cast<std::int64_t>(held->bytes.size()));
    }
    coded.release(&coded);
    inner.schemas_[0].release(&inner.schemas_[0]);
  }
  const std::size_t count = held->ends.size() - 1;
  held->buffers[1] = held->ends.data();
  held->buffers[2] = held->bytes.data();
  ArrowArray dictionary = array_of(std::move(held), count, 0, 3);
  auto indices = std::make_unique<Held>();
  indices->buffer = std::make_unique<Buffer>(places);
  const std::size_t rows = indices->buffer->bytes() / width_of(format);
  indices->buffers[1] = indices->buffer->data();
  indices->dictionary = dictionary;
  ArrowSchema texts = schema_of("", "U");
  add(name, format, rows, array_of(std::move(indices), rows, 0, 2), &texts);
}

void Columns::objects(const std::string& name, nb::object values) {
  const nb::object all =
      nb::steal<nb::object>(PySequence_Check(values.ptr()) != 0 && PyList_Check(values.ptr()) != 0
                                ? values.inc_ref().ptr()
                                : PySequence_List(values.ptr()));
  if (!all.is_valid()) throw nb::python_error();
  const auto rows = static_cast<std::size_t>(PyList_Size(all.ptr()));
  Texts texts;
  Writing writing(name_, name);
  std::unordered_map<PyObject*, std::int32_t> seen;  // the list keeps them alive
  auto held = std::make_unique<Held>();
  held->places.reserve(rows);
  bool truths = true, some = false;
  for (std::size_t i = 0; i < rows; ++i) {
    PyObject* object = PyList_GetItem(all.ptr(), static_cast<Py_ssize_t>(i));
    if (object == Py_None) {
      held->places.push_back(-1);
      continue;
    }
    if (const auto found = seen.find(object); found != seen.end()) {
      held->places.push_back(found->second);
      continue;
    }
    std::int32_t place = -1;
    if (PyUnicode_Check(object)) {
      place = texts.place_of(bytes_of(object, name_, name, i + 1));
      truths = false;
    } else if (const auto text = writing.text(object, i + 1)) {
      place = texts.place_of(*text);
      truths = truths && PyBool_Check(object);
    }
    some = some || place >= 0;
    if (seen.size() < 100'000) seen.emplace(object, place);
    held->places.push_back(place);
  }
  if (truths && some) {  // the model knows better how these are written
    const std::int32_t yes = texts.place_of("true");
    std::vector<std::uint8_t> bits(rows / 8 + 1, 0), valid(rows / 8 + 1, 0);
    for (std::size_t i = 0; i < rows; ++i) {
      const auto bit = static_cast<std::uint8_t>(1U << (i % 8));
      if (held->places[i] >= 0) valid[i / 8] |= bit;
      if (held->places[i] == yes) bits[i / 8] |= bit;
    }
    held->bits = std::move(bits);
    held->valid = std::move(valid);
    held->buffers[0] = held->valid.data();
    held->buffers[1] = held->bits.data();
    add(name, "b", rows, array_of(std::move(held), rows, -1, 2));
    return;
  }
  held->buffers[1] = held->places.data();
  held->dictionary = texts.array();
  ArrowSchema entries = schema_of("", "U");
  add(name, "i", rows, array_of(std::move(held), rows, 0, 2), &entries);
}

void Columns::name_only(const std::string& name, std::size_t rows) {
  add(name, "n", rows,
      array_of(std::make_unique<Held>(), rows, static_cast<std::int64_t>(rows), 0));
}

void Columns::arrow(const std::string& name, nb::object schema, nb::object array) {
  auto* shape = static_cast<ArrowSchema*>(PyCapsule_GetPointer(schema.ptr(), "arrow_schema"));
  auto* values = static_cast<ArrowArray*>(PyCapsule_GetPointer(array.ptr(), "arrow_array"));
  if (!shape || !values) throw nb::python_error();
  // A copy of the head under the name that the column has in its frame, all else as it is.
  auto* held = new std::pair<std::string, ArrowSchema>(name, *shape);
  shape->release = nullptr;
  ArrowSchema own = held->second;
  own.name = held->first.c_str();
  own.private_data = held;
  own.release = [](ArrowSchema* given) {
    auto* inner = static_cast<std::pair<std::string, ArrowSchema>*>(given->private_data);
    inner->second.release(&inner->second);
    delete inner;
    given->release = nullptr;
  };
  schemas_.push_back(own);
  arrays_.push_back(*values);
  values->release = nullptr;
  check_rows(name, static_cast<std::size_t>(arrays_.back().length));
}

nb::object Columns::stream() {
  auto held = std::make_unique<Held>();
  held->children = std::move(arrays_);
  arrays_.clear();
  const std::size_t rows = rows_;
  std::vector<ArrowArray> batches;
  batches.push_back(array_of(std::move(held), rows, 0, 1));
  ArrowSchema schema = schema_of("", "+s", std::move(schemas_));
  schemas_.clear();
  return stream_capsule(schema, std::move(batches));
}

// ---- capsules ----------------------------------------------------------------------------------

namespace {

// A schema can be asked for once here: cogs and the packages that take our streams do so once.
struct Waiting {
  ArrowSchema schema;
  std::vector<ArrowArray> batches;
  std::size_t next = 0;

  ~Waiting() {
    if (schema.release) schema.release(&schema);
    for (ArrowArray& batch : batches) {
      if (batch.release) batch.release(&batch);
    }
  }
};

}  // namespace

nb::object stream_capsule(ArrowSchema schema, std::vector<ArrowArray> batches) {
  auto stream = std::make_unique<ArrowArrayStream>();
  stream->private_data = new Waiting{schema, std::move(batches)};
  stream->get_schema = [](ArrowArrayStream* given, ArrowSchema* out) {
    auto* own = static_cast<Waiting*>(given->private_data);
    if (!own->schema.release) return EINVAL;
    *out = own->schema;
    own->schema.release = nullptr;
    return 0;
  };
  stream->get_next = [](ArrowArrayStream* given, ArrowArray* out) {
    auto* own = static_cast<Waiting*>(given->private_data);
    *out = {};
    if (own->next < own->batches.size()) {
      ArrowArray& batch = own->batches[own->next++];
      *out = batch;
      batch.release = nullptr;
    }
    return 0;
  };
  stream->get_last_error = [](ArrowArrayStream*) -> const char* {
    return "the schema of this stream was read before";
  };
  stream->release = [](ArrowArrayStream* given) {
    delete static_cast<Waiting*>(given->private_data);
    given->release = nullptr;
  };
  return stream_capsule(std::move(stream));
}

nb::object stream_capsule(std::unique_ptr<ArrowArrayStream> stream) {
  nb::object capsule =
      nb::steal<nb::object>(PyCapsule_New(stream.get(), "arrow_array_stream", [](PyObject* own) {
        auto* inner =
            static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(own, "arrow_array_stream"));
        if (inner->release) inner->release(inner);
        delete inner;
      }));
  if (!capsule.is_valid()) throw nb::python_error();
  (void)stream.release();
  return capsule;
}

nb::object schema_capsule(std::unique_ptr<ArrowSchema> schema) {
  nb::object capsule =
      nb::steal<nb::object>(PyCapsule_New(schema.get(), "arrow_schema", [](PyObject* own) {
        auto* inner = static_cast<ArrowSchema*>(PyCapsule_GetPointer(own, "arrow_schema"));
        if (inner->release) inner->release(inner);
        delete inner;
      }));
  if (!capsule.is_valid()) throw nb::python_error();
  (void)schema.release();
  return capsule;
}

ArrowArrayStream* stream_of(nb::handle capsule) {
  auto* stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (!stream) throw nb::python_error();
  if (!stream->release) throw OptionsError("this stream was read before");
  return stream;
}

}  // namespace cogs::python
