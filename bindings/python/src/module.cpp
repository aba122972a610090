// SPDX-License-Identifier: Apache-2.0
//
// cogs._core: the library's few functions by JSON (<cogs/waist.h>), and tables as Arrow streams.
// Everything that computes does so without the lock of the interpreter and ends with Ctrl-C. Python
// classes that read the JSON are in the package itself.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cogs/cogs.h>
#include <cogs/waist.h>

#include "errors.h"
#include "frames.h"
#include "interrupt.h"

namespace cogs::python {

namespace {

using Text = std::string_view;

const char* word_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::yes: return "yes";
    case Outcome::no: return "no";
    case Outcome::stopped: return "stopped";
    case Outcome::cancelled: break;
  }
  return "cancelled";
}

// What all answers have in common is all that Python needs of them: the rest is in their JSON.
Answer plain(const Answer& answer) { return answer; }

nb::object decision_or_none(const std::optional<Decision>& decision) {
  return decision ? nb::cast(*decision) : nb::none();
}

// The places of all rows as the bytes of 32-bit integers.
nb::bytes places_of(const std::vector<std::int32_t>& of_row) {
  return nb::bytes(reinterpret_cast<const char*>(of_row.data()),
                   of_row.size() * sizeof(std::int32_t));
}

void bind_decision(nb::module_& m) {
  nb::class_<Decision>(m, "Decision")
      .def_static("parse",
                  [](std::string text, const std::string& name) {
                    nb::gil_scoped_release release;
                    return Decision::parse(std::move(text), name);
                  })
      .def_static("load",
                  [](const std::string& file) {
                    nb::gil_scoped_release release;
                    return Decision::load(file);
                  })
      .def_prop_ro("text", [](const Decision& d) { return d.text(); })
      .def_prop_ro("name", [](const Decision& d) { return d.name(); })
      .def_prop_ro("sha256", [](const Decision& d) { return d.sha256(); })
      .def_prop_ro("undesired", [](const Decision& d) { return d.undesired(); })
      .def("warnings", [](const Decision& d) { return as_list(d.warnings()); })
      .def("describe", [](const Decision& d) { return waist::describe(d); })
      .def("describe_features", [](const Decision& d) { return describe_features(d).json(); })
      .def("feature_sheet", [](const Decision& d) { return feature_sheet(d); })
      .def("review_list",
           [](const Decision& d) {
             return run([&](const Control& c) { return plain(review_list(d, {}, c)); });
           })
      .def("review_list_by",
           [](const Decision& d, const Table& table) {
             return run([&](const Control& c) { return plain(review_list(d, table, c)); });
           })
      .def("read_person",
           [](const Decision& d, Text person, const std::string& source) {
             return waist::read_person(d, person, source);
           })
      .def("person_in_row", [](const Decision& d, const Table& table, std::uint64_t number) {
        const Person person = d.person_from_row(table, number);
        nb::dict values;
        for (const NamedValue& value : person.values()) {
          values[value.feature.c_str()] = value.value ? nb::cast(value.value->text) : nb::none();
        }
        return values;
      });
}

void bind_answer(nb::module_& m) {
  nb::class_<Answer>(m, "Answer")
      .def_prop_ro("outcome", [](const Answer& a) { return word_of(a.outcome()); })
      .def("json",
           [](const Answer& a, bool timing) {
             nb::gil_scoped_release release;
             return a.json({timing});
           })
      .def("text",
           [](const Answer& a, const std::string& form) {
             TextOptions how;
             how.form = form == "tree"    ? TextOptions::Form::tree
                        : form == "brief" ? TextOptions::Form::brief
                                          : TextOptions::Form::prose;
             nb::gil_scoped_release release;
             return a.text(how);
           })
      .def_prop_ro("has_html", [](const Answer& a) { return a.has_html(); })
      .def("html",
           [](const Answer& a) {
             return run([&](const Control& c) { return a.html(c); }, nb::none(), true);
           })
      .def("record",
           [](const Answer& a) {
             return run([&](const Control& c) { return a.record(c); }, nb::none(), true);
           })
      .def("warnings", [](const Answer& a) { return as_list(a.warnings); });
}

// One person: these can be asked again after a signal that nobody wanted to end them.
void bind_questions(nb::module_& m) {
  m.def("recourse", [](const Decision& d, Text person, Text options) {
    return run([&](const Control& c) { return plain(waist::recourse(d, person, options, c)); },
               nb::none(), true);
  });
  m.def("why", [](const Decision& d, Text person, Text options) {
    return run([&](const Control& c) { return plain(waist::why(d, person, options, c)); },
               nb::none(), true);
  });
  m.def("compare", [](const Decision& d, Text here, Text there, Text options) {
    return run([&](const Control& c) { return plain(waist::compare(d, here, there, options, c)); },
               nb::none(), true);
  });
  m.def("counterfactuals", [](const Decision& d, Text person, Text options) {
    return run(
        [&](const Control& c) { return plain(waist::counterfactuals(d, person, options, c)); },
        nb::none(), true);
  });
  m.def("check", [](const Decision& d, Text answer, Text options) {
    return run([&](const Control& c) { return plain(waist::check(d, answer, options, c)); },
               nb::none(), true);
  });
  m.def("export_to", [](const Decision& d, Text person, Text options) {
    nb::gil_scoped_release release;
    return waist::export_to(d, person, options);
  });
}

void bind_tables(nb::module_& m) {
  nb::class_<Table>(m, "Table")
      .def_static("file", [](const std::string& file,
                             Text options) { return waist::file_table(file, options); })
      .def_static("text",
                  [](std::string text, const std::string& name, Text options) {
                    return waist::text_table(std::move(text), name, options);
                  })
      .def_prop_ro("name", [](const Table& t) { return t.name(); });
  m.def(
      "look",
      [](const Table& table, nb::object progress) {
        return run([&](const Control& c) { return plain(look(table, c)); }, progress);
      },
      nb::arg("table"), nb::arg("progress").none());
  // (answer, classes, places, bad cells, bad rows)
  m.def(
      "predict",
      [](const Decision& d, const Table& table, Text options, nb::object progress) {
        const Predictions found =
            run([&](const Control& c) { return waist::predict(d, table, options, c); }, progress);
        return nb::make_tuple(plain(found), found.classes, places_of(found.of_row),
                              as_list(found.bad_cells), found.bad_rows);
      },
      nb::arg("decision"), nb::arg("table"), nb::arg("options"), nb::arg("progress").none());
  m.def(
      "batch_file",
      [](const Decision& d, const Table& table, const std::string& output, Text options,
         nb::object progress) {
        const BatchDone done =
            run([&](const Control& c) { return waist::batch_file(d, table, output, options, c); },
                progress);
        return nb::make_tuple(plain(done), as_list(done.problems));
      },
      nb::arg("decision"), nb::arg("table"), nb::arg("output"), nb::arg("options"),
      nb::arg("progress").none());
  // (answer, rows as text, problems)
  m.def(
      "batch_text",
      [](const Decision& d, const Table& table, Text options, nb::object progress) {
        std::string rows;
        const BatchDone done = run(
            [&](const Control& c) {
              return waist::batch(
                  d, table,
                  [&](Text piece) {
                    rows += piece;
                    return true;
                  },
                  options, c);
            },
            progress);
        return nb::make_tuple(plain(done), nb::bytes(rows.data(), rows.size()),
                              as_list(done.problems));
      },
      nb::arg("decision"), nb::arg("table"), nb::arg("options"), nb::arg("progress").none());
  // (answer, whether it was made, bad cells, bad rows)
  m.def(
      "audit",
      [](const Decision& d, const Table& table, Text options, nb::object progress) {
        const Audit audit =
            run([&](const Control& c) { return waist::audit(d, table, options, c); }, progress);
        return nb::make_tuple(plain(audit), audit.made, as_list(audit.bad_cells), audit.bad_rows);
      },
      nb::arg("decision"), nb::arg("table"), nb::arg("options"), nb::arg("progress").none());
  // (row of the table, what it stands for)
  m.def(
      "audit_parts",
      [](const Decision& d, const Table& table, Text options) {
        const std::vector<CountedRow> rows =
            run([&](const Control& c) { return waist::audit_parts(d, table, options, c); });
        nb::list places, texts;
        for (const CountedRow& row : rows) {
          places.append(row.row);
          texts.append(row.text);
        }
        return nb::make_tuple(places, texts);
      },
      nb::arg("decision"), nb::arg("table"), nb::arg("options"));
  m.def(
      "evaluate",
      [](const Decision& d, const Table& rows,
         const std::vector<std::pair<std::string, std::string>>& sources, Text options,
         nb::object progress) {
        std::vector<CounterfactualSource> all;
        for (const auto& [name, file] : sources) all.push_back({name, file});
        return run(
            [&](const Control& c) { return plain(waist::evaluate(d, rows, all, options, c)); },
            progress);
      },
      nb::arg("decision"), nb::arg("rows"), nb::arg("sources"), nb::arg("options"),
      nb::arg("progress").none());
}

void bind_learning(nb::module_& m) {
  m.def(
      "learn",
      [](const Table& table, Text options, nb::object earlier, nb::object progress) {
        std::optional<Decision> before;
        if (!earlier.is_none()) before = nb::cast<Decision>(earlier);
        const Learned learned = run(
            [&](const Control& c) {
              return waist::learn(table, options, c, before ? &*before : nullptr);
            },
            progress);
        return nb::make_tuple(plain(learned), decision_or_none(learned.decision));
      },
      nb::arg("table"), nb::arg("options"), nb::arg("earlier").none(), nb::arg("progress").none());
  m.def(
      "import_model",
      [](const std::string& file, nb::object people, Text options) {
        std::optional<Table> table;
        if (!people.is_none()) table = nb::cast<Table>(people);
        const Imported imported = run([&](const Control& c) {
          return waist::import_model(file, table ? &*table : nullptr, options, c);
        });
        return nb::make_tuple(plain(imported), imported.model_text);
      },
      nb::arg("file"), nb::arg("people").none(), nb::arg("options"));
  m.def("as_score_json", [](const std::string& file, const std::string& format) {
    nb::gil_scoped_release release;
    return as_score_json(file, format);
  });
  m.def("change_features", [](const Decision& d, Text edits) {
    const Edited edited = waist::change_features(d, edits);
    return nb::make_tuple(plain(edited), decision_or_none(edited.decision),
                          edited.changed_features);
  });
  m.def(
      "scale_costs",
      [](const Decision& d, const Table& table, Text options, nb::object progress) {
        const Edited edited = run(
            [&](const Control& c) { return waist::scale_costs(d, table, options, c); }, progress);
        return nb::make_tuple(plain(edited), decision_or_none(edited.decision));
      },
      nb::arg("decision"), nb::arg("table"), nb::arg("options"), nb::arg("progress").none());
  m.def(
      "propose_causes",
      [](const Decision& d, const Table& table, Text options, nb::object progress) {
        const Proposed found =
            run([&](const Control& c) { return waist::propose_causes(d, table, options, c); },
                progress);
        return nb::make_tuple(plain(found), decision_or_none(found.decision));
      },
      nb::arg("decision"), nb::arg("table"), nb::arg("options"), nb::arg("progress").none());
  m.def("review", [](const Decision& d, Text verdicts) { return waist::review(d, verdicts); });
}

}  // namespace

}  // namespace cogs::python

NB_MODULE(_core, m) {
  nanobind::set_leak_warnings(false);
  m.attr("__version__") = COGS_VERSION;
  cogs::python::register_errors();
  cogs::python::bind_answer(m);
  cogs::python::bind_decision(m);
  cogs::python::bind_questions(m);
  cogs::python::bind_tables(m);
  cogs::python::bind_learning(m);
  cogs::python::bind_frames(m);
}
