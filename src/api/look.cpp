// SPDX-License-Identifier: Apache-2.0
#include <cogs/table.h>

#include <memory>

#include "api/convert.h"
#include "api/shared.h"
#include "api/tables.h"
#include "base/stopwatch.h"
#include "engine/look.h"
#include "json/write.h"
#include "present/html/look.h"

namespace cogs {

namespace {

struct LookAnswered : detail::Answered {
  std::string data;
  engine::Looked looked;

  Outcome outcome() const override { return Outcome::yes; }
  std::string json(const JsonOptions& how) const override {
    return json::to_text(present::look_json(report(how.timing))) + "\n";
  }
  std::string text(const TextOptions& how) const override {
    return present::look_text(report(false), api::hidden(how.style));
  }
  bool has_html() const override { return true; }
  std::string html(const base::Limits&, const Reader&) const override {
    return present::look_html(report(false));
  }

 private:
  present::LookReport report(bool timing) const {
    present::LookReport report{data, looked.table, looked.look, looked.identifiers, {}};
    if (timing) report.read_seconds = looked.read_seconds;
    return report;
  }
};

}  // namespace

Answer look(const Table& table, const Control& control) {
  return api::guarded([&] {
    const api::Running running(control);
    table::ReadOptions options = api::reading(table, control, running);
    options.texts_missing = true;  // as learn will have it
    auto made = std::make_shared<LookAnswered>();
    made->data = table.name();
    const base::Stopwatch watch;
    table::Table read = api::read(table, options);
    if (read.exhausted != base::Exhausted::no) throw base::Stopped(read.exhausted);
    const double seconds = watch.seconds();
    engine::look(std::move(read), control.threads, made->looked);
    made->looked.read_seconds = seconds;
    Answer out(made);
    out.warnings = api::shown(made->looked.table.warnings);
    return out;
  });
}

}  // namespace cogs
