// SPDX-License-Identifier: Apache-2.0
#include "frames.h"

#include <dlfcn.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <utility>

#include <cogs/waist.h>

#include "columns.h"
#include "errors.h"
#include "interrupt.h"

namespace cogs::python {

namespace {

// Whether this thread has the interpreter's lock. Every CPython can tell, but not by its stable
// ABI, so the function is looked up; without it nobody's lock is let go of.
bool has_lock() {
  static const auto check =
      reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "PyGILState_Check"));  // NOLINT
  return check != nullptr && check() != 0;
}

// Answers that are asked for piece by piece, or all at once.
class Answering {
 public:
  Answering(const Decision& decision, nb::object capsule, const std::string& name,
            std::string_view options, nb::object progress)
      : flag_(std::make_unique<std::atomic<bool>>(false)),
        hook_(std::make_unique<ProgressHook>(std::move(progress), *flag_)) {
    Control control;
    control.cancelled = flag_.get();
    hook_->attach(control);
    ArrowArrayStream* rows = stream_of(capsule);
    std::exception_ptr failed;
    {
      nb::gil_scoped_release release;
      try {
        answers_ = std::make_unique<ArrowAnswers>(
            waist::stream_answers(decision, rows, name, options, control));
      } catch (...) {
        failed = std::current_exception();
      }
    }
    if (failed) std::rethrow_exception(failed);
  }
  ~Answering() {
    // What is let go of may belong to threads that want the lock.
    nb::gil_scoped_release release;
    for (ArrowArray& batch : batches_) {
      if (batch.release) batch.release(&batch);
    }
    answers_.reset();
  }

  // All rows; the answers are then handed out by take() or columns().
  void collect() {
    for (bool more = true; more;) {
      std::exception_ptr failed;
      {
        nb::gil_scoped_release release;
        Interruptible guard(*flag_);
        try {
          ArrowArray batch{};
          more = answers_->next(&batch);
          if (more) batches_.push_back(batch);
        } catch (...) {
          failed = std::current_exception();
          more = false;
        }
      }
      hook_->rethrow();
      raise_signals();
      if (*flag_) throw Stopped(Stop::cancelled);
      if (failed) std::rethrow_exception(failed);
    }
  }

  // A capsule with the schema of the answers.
  nb::object schema() const {
    auto out = std::make_unique<ArrowSchema>();
    answers_->schema(out.get());
    return schema_capsule(std::move(out));
  }

  nb::object take() {
    ArrowSchema schema{};
    answers_->schema(&schema);
    return stream_capsule(schema, std::move(batches_));
  }

  nb::list names() const {
    ArrowSchema schema{};
    answers_->schema(&schema);
    nb::list out;
    for (std::int64_t i = 0; i < schema.n_children; ++i) out.append(schema.children[i]->name);
    schema.release(&schema);
    return out;
  }

  // The answers as lists of Python objects, by column; for those without an Arrow library.
  nb::dict columns() {
    ArrowSchema schema{};
    answers_->schema(&schema);
    nb::dict out;
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
      const ArrowSchema& column = *schema.children[i];
      nb::list cells;
      std::unordered_map<std::string, nb::object> seen;
      for (const ArrowArray& batch : batches_) {
        append(cells, *batch.children[i], column.format[0], seen);
      }
      out[column.name] = cells;
    }
    schema.release(&schema);
    return out;
  }

  // From here on the stream has the answers.
  nb::object stream() {
    auto out = std::make_unique<ArrowArrayStream>();
    auto answers = std::move(answers_);
    as_stream(std::move(*answers), out.get());
    auto* outer = new Owned{*out, std::move(flag_), std::move(hook_)};
    *out = {};
    out->private_data = outer;
    out->get_schema = [](ArrowArrayStream* given, ArrowSchema* schema) {
      auto& own = static_cast<Owned*>(given->private_data)->stream;
      return own.get_schema(&own, schema);
    };
    out->get_next = [](ArrowArrayStream* given, ArrowArray* array) {
      auto* own = static_cast<Owned*>(given->private_data);
      // Whoever asks may hold the lock; threads of the work do not want it, others do.
      PyThreadState* saved = has_lock() ? PyEval_SaveThread() : nullptr;
      int error = 0;
      {
        Interruptible guard(*own->flag);
        error = own->stream.get_next(&own->stream, array);
      }
      if (saved) PyEval_RestoreThread(saved);
      return error;
    };
    out->get_last_error = [](ArrowArrayStream* given) {
      auto& own = static_cast<Owned*>(given->private_data)->stream;
      return own.get_last_error(&own);
    };
    out->release = [](ArrowArrayStream* given) {
      auto* own = static_cast<Owned*>(given->private_data);
      own->stream.release(&own->stream);
      const PyGILState_STATE state = PyGILState_Ensure();
      delete own;
      PyGILState_Release(state);
      given->release = nullptr;
    };
    return stream_capsule(std::move(out));
  }

  nb::dict counts() const {
    nb::dict out;
    out["rows"] = answers_->rows();
    out["found"] = answers_->found();
    out["already"] = answers_->already();
    out["none"] = answers_->none();
    out["gave_up"] = answers_->gave_up();
    out["error"] = answers_->bad();
    return out;
  }
  nb::list bad_cells() const { return as_list(answers_->bad_cells()); }
  nb::list warnings() const { return as_list(answers_->warnings()); }

 private:
  struct Owned {
    ArrowArrayStream stream;
    std::unique_ptr<std::atomic<bool>> flag;
    std::unique_ptr<ProgressHook> hook;
  };

  static bool bit(const void* bits, std::int64_t at) {
    return ((static_cast<const std::uint8_t*>(bits)[at / 8] >> (at % 8)) & 1) != 0;
  }

  static void append(nb::list& cells, const ArrowArray& array, char format,
                     std::unordered_map<std::string, nb::object>& seen) {
    for (std::int64_t at = 0; at < array.length; ++at) {
      if (array.buffers[0] && !bit(array.buffers[0], at)) {
        cells.append(nb::none());
      } else if (format == 'g') {
        cells.append(static_cast<const double*>(array.buffers[1])[at]);
      } else if (format == 'b') {
        cells.append(bit(array.buffers[1], at));
      } else {
        const auto* ends = static_cast<const std::int32_t*>(array.buffers[1]);
        const char* bytes = static_cast<const char*>(array.buffers[2]);
        const std::string_view text(bytes + ends[at],
                                    static_cast<std::size_t>(ends[at + 1] - ends[at]));
        if (text.size() > 24) {
          cells.append(nb::str(text.data(), text.size()));
          continue;
        }
        auto [found, added] = seen.try_emplace(std::string(text));
        if (added) found->second = nb::str(text.data(), text.size());
        cells.append(found->second);
      }
    }
  }

  std::unique_ptr<std::atomic<bool>> flag_;
  std::unique_ptr<ProgressHook> hook_;
  std::unique_ptr<ArrowAnswers> answers_;
  std::vector<ArrowArray> batches_;
};

}  // namespace

void bind_frames(nb::module_& m) {
  nb::class_<Columns>(m, "Columns")
      .def(nb::init<std::string>())
      .def("numbers", &Columns::numbers, nb::arg("name"), nb::arg("format"), nb::arg("values"),
           nb::arg("mask").none() = nb::none(), nb::arg("missing").none() = nb::none())
      .def("truths", &Columns::truths, nb::arg("name"), nb::arg("values"),
           nb::arg("mask").none() = nb::none())
      .def("codes", &Columns::codes)
      .def("objects", &Columns::objects)
      .def("name_only", &Columns::name_only)
      .def("arrow", &Columns::arrow)
      .def("stream", &Columns::stream);
  m.def("stream_table", [](nb::object capsule, const std::string& name, std::string_view options) {
    ArrowArrayStream* rows = stream_of(capsule);
    nb::gil_scoped_release release;
    return waist::stream_table(rows, name, options);
  });
  nb::class_<Answering>(m, "Answering")
      .def(
          nb::init<const Decision&, nb::object, const std::string&, std::string_view, nb::object>(),
          nb::arg("decision"), nb::arg("rows"), nb::arg("name"), nb::arg("options"),
          nb::arg("progress").none())
      .def("schema", &Answering::schema)
      .def("collect", &Answering::collect)
      .def("take", &Answering::take)
      .def("names", &Answering::names)
      .def("columns", &Answering::columns)
      .def("stream", &Answering::stream)
      .def("counts", &Answering::counts)
      .def("bad_cells", &Answering::bad_cells)
      .def("warnings", &Answering::warnings);
}

}  // namespace cogs::python
