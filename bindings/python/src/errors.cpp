// SPDX-License-Identifier: Apache-2.0
#include "errors.h"

#include <nanobind/stl/string.h>

namespace cogs::python {

namespace {

// Made in Python, so that they have fields, a __reduce__ and a page in the documentation.
nb::object error_type(const char* name) { return nb::module_::import_("cogs._errors").attr(name); }

const char* word_of(Stop why) {
  switch (why) {
    case Stop::time: return "time";
    case Stop::memory: return "memory";
    case Stop::effort: return "effort";
    case Stop::cancelled: return "cancelled";
    case Stop::no: break;
  }
  return "no";
}

// Messages may quote what was no text.
nb::object safe(const std::string& text) {
  PyObject* const made =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

void raise(const char* type, nb::object value) {
  const nb::object kind = error_type(type);
  PyErr_SetObject(kind.ptr(), value.ptr());
}

void translate(const std::exception_ptr& error, void*) {
  try {
    std::rethrow_exception(error);
  } catch (const InputError& e) {
    raise("InputError",
          error_type("InputError")(safe(to_text(e.diagnostics())), as_list(e.diagnostics())));
  } catch (const OptionsError& e) {
    raise("OptionsError", error_type("OptionsError")(safe(e.what())));
  } catch (const Stopped& e) {
    raise("Stopped", error_type("Stopped")(e.what(), word_of(e.reason())));
  }
}

}  // namespace

nb::list as_list(const std::vector<Diagnostic>& diagnostics) {
  nb::list all;
  for (const Diagnostic& d : diagnostics) {
    nb::dict one;
    one["severity"] = d.severity == Diagnostic::Severity::error ? "error" : "warning";
    one["file"] = safe(d.file);
    one["line"] = d.line;
    one["column"] = d.column;
    one["length"] = d.length;
    one["message"] = safe(d.message);
    one["help"] = safe(d.help);
    one["source_line"] = safe(d.source_line);
    all.append(one);
  }
  return all;
}

nb::list as_list(const std::vector<BadCell>& cells) {
  nb::list all;
  for (const BadCell& cell : cells) {
    nb::dict one;
    one["row"] = cell.row;
    one["column"] = safe(cell.column);
    one["value"] = safe(cell.value);
    one["message"] = safe(cell.message);
    one["help"] = safe(cell.help);
    all.append(one);
  }
  return all;
}

void register_errors() { nb::register_exception_translator(translate); }

}  // namespace cogs::python
