// SPDX-License-Identifier: Apache-2.0
//
// Questions about all rows of a table: predict, batch, audit, evaluate.
#include <cogs/decision.h>

#include <optional>
#include <utility>

#include "api/convert.h"
#include "api/shared.h"
#include "api/tables.h"
#include "base/stopwatch.h"
#include "engine/audit.h"
#include "engine/batch.h"
#include "engine/evaluate.h"
#include "engine/predict.h"
#include "engine/reason_codes.h"
#include "json/write.h"
#include "model/data/bind_table.h"
#include "present/html/audit.h"
#include "present/json/audit.h"
#include "present/json/evaluate.h"
#include "present/rows/batch_rows.h"
#include "present/text/audit.h"
#include "present/text/predict.h"

namespace cogs {

using detail::Answered;
using detail::Shared;
using SharedRef = std::shared_ptr<const Shared>;

namespace {

struct PredictionsAnswered : Answered {
  SharedRef shared;
  std::string data;
  engine::Prediction found;

  Outcome outcome() const override { return Outcome::yes; }
  std::string json(const JsonOptions& how) const override {
    return api::as_page(present::predict_json(report(), how.timing));
  }
  std::string text(const TextOptions& how) const override {
    return present::predict_text(report(), api::hidden(how.style));
  }
  present::PredictReport report() const {
    return {.model = shared->model(),
            .data = data,
            .classes = found.classes.names,
            .of_row = found.of_row,
            .bad = found.bad,
            .label = found.label,
            .measures = found.measures,
            .bad_rows = found.bad_rows,
            .missing_features = found.missing_features,
            .read_seconds = found.read_seconds,
            .predict_seconds = found.predict_seconds};
  }
};

struct BatchAnswered : Answered {
  batch::BatchResult result;
  std::string output;

  Outcome outcome() const override { return api::outcome_of(result.exhausted); }
  std::string json(const JsonOptions& how) const override {
    return api::as_page(present::batch_json(result, how.timing));
  }
  std::string text(const TextOptions& how) const override {
    return present::batch_text(result, output, api::hidden(how.style));
  }
};

struct AuditAnswered : Answered {
  SharedRef shared;
  std::string data, policy;
  path::Options options;
  batch::ConstraintColumns columns;
  engine::Audit audit;

  Outcome outcome() const override { return api::outcome_of(audit.report.exhausted); }
  std::string json(const JsonOptions& how) const override {
    return api::as_page(present::audit_json(question(), audit.report, how.timing));
  }
  std::string text(const TextOptions& how) const override {
    return present::audit_text(question(), audit.report, api::hidden(how.style));
  }
  bool has_html() const override { return true; }
  std::string html(const base::Limits&, const Reader&) const override {
    return present::audit_html(question(), audit.report);
  }

 private:
  present::AuditQuestion question() const {
    return {shared->model(), data, policy, options, columns};
  }
};

engine::AuditRun audit_run(const AuditAnswered& asked, const Table& table, const AuditOptions& how,
                           const Control& control, const api::Running& running) {
  engine::AuditRun inside;
  inside.read = api::reading(table, control, running);
  inside.read.progress = {};
  inside.leave_bad_rows_out = how.leave_bad_rows_out;
  inside.each_bad_cell = api::each(how.each_bad_cell);
  inside.audit.by = how.by;
  inside.audit.cross = how.cross;
  inside.audit.policy = how.policy;
  inside.audit.policy_file = how.policy_name;
  inside.audit.counted = how.counted;
  inside.audit.actual = how.actual;
  batch::OutcomeQuestion& question = inside.audit.question;
  question.run = asked.options;
  question.columns = asked.columns;
  question.ways = how.ways;
  question.threads = control.threads;
  question.limits = running.limits();
  question.person_limits = api::of_a_person(running, how.person_seconds);
  question.progress = api::share_hook(control, Progress::Stage::answering);
  return inside;
}

struct EvaluationAnswered : Answered {
  SharedRef shared;
  std::string rows, data;
  bool each = false;
  batch::Evaluations result;
  batch::EvaluateOptions options;

  Outcome outcome() const override { return Outcome::yes; }
  std::string json(const JsonOptions&) const override {
    return api::as_page(present::evaluate_json(report(), each));
  }
  std::string text(const TextOptions& how) const override {
    return present::evaluate_text(report(), api::hidden(how.style));
  }

 private:
  present::EvaluateReport report() const { return {shared->model(), rows, data, result, options}; }
};

std::string group_words(const batch::GroupValue& value) {
  switch (value.kind) {
    case batch::GroupValue::Kind::value: return value.text;
    case batch::GroupValue::Kind::missing: return "missing";
    case batch::GroupValue::Kind::band: return value.low.text() + ".." + value.high.text();
    case batch::GroupValue::Kind::others: break;
  }
  return "others";
}

Audit::Group figures_of(const batch::Statistics& statistics) {
  Audit::Group group;
  group.rows = statistics.rows;
  group.undesired = statistics.undesired;
  group.found = statistics.found;
  group.none = statistics.none;
  group.gave_up = statistics.gave_up;
  return group;
}

const PredictionsAnswered& rows_of(const std::shared_ptr<const Answered>& made) {
  const auto* found = dynamic_cast<const PredictionsAnswered*>(made.get());
  if (!found) throw OptionsError("this answer is empty: no question was asked");
  return *found;
}

BatchDone run_batch(const SharedRef& shared, const Table& table, const std::string& output,
                    const TakePiece& take, const BatchOptions& how, const Options& options,
                    const Control& control) {
  return api::guarded([&] {
    if (table.arrow()) {
      throw OptionsError("rows of record batches are answered by ArrowAnswers, not as text");
    }
    const api::Running running(control);
    // Rows are read one by one, by what the model knows of its features and what is said now.
    const table::ReadOptions read = api::hidden(table.options());
    std::optional<model::Model> said;
    if (!read.missing_values.empty() || !read.date_formats.empty() || !read.decimals.empty()) {
      said = model::with_reading(shared->model(), read);
    }
    const model::Model& model = said ? *said : shared->model();
    batch::BatchOptions inside;
    inside.run = api::resolved(model, options);
    inside.columns = api::hidden(how.columns);
    inside.reasons = how.reasons;
    inside.input = how.input_json_lines ? batch::RowKind::json_lines : batch::RowKind::csv;
    inside.read = engine::read_options_for(model, read);
    if (!table.is_file()) inside.text = table.bytes();
    inside.output = output;
    inside.take = take;
    inside.errors = how.errors;
    inside.resume = how.resume;
    inside.shard = {how.shard, how.shards};
    inside.threads = control.threads;
    inside.limits = running.limits();
    inside.person_limits = api::of_a_person(running, how.person_seconds);
    inside.signature = how.signature;
    if (control.progress) {
      inside.progress = [&](std::uint64_t rows, std::size_t done, std::size_t all) {
        Progress progress;
        progress.stage = Progress::Stage::answering;
        progress.rows = rows;
        if (all > 0) progress.share = static_cast<double>(done) / static_cast<double>(all);
        control.progress(progress);
      };
    }
    std::optional<explain::ReasonCodes> codes;
    if (how.codes) {
      codes = engine::parse_reason_codes(model, *how.codes, how.codes_name);
      engine::refuse_codes_beside_cells(model, *codes, how.codes_name);
      inside.tested_reasons = true;
      if (inside.reasons == 0) inside.reasons = 4;
    }
    const bool reasons = inside.reasons > 0;
    const explain::ReasonCodes* named = codes ? &*codes : nullptr;
    const auto format = how.json_lines
                            ? present::batch_json_lines(model, reasons, named)
                            : present::batch_csv(model, reasons, how.input_json_lines, named);
    auto made = std::make_shared<BatchAnswered>();
    made->output = output;
    made->result = batch::run_batch(model, table.name(), *format, inside);
    const batch::BatchResult& result = made->result;
    BatchDone out(made);
    out.rows = result.counts.rows;
    out.found = result.counts.found;
    out.already = result.counts.already;
    out.none = result.counts.none;
    out.gave_up = result.counts.gave_up;
    out.bad = result.counts.bad;
    out.resumed_at = result.resumed_at;
    out.searches = result.searches;
    out.personal = result.personal;
    out.stopped = api::shown(result.exhausted);
    out.reader_gone = result.reader_gone;
    out.warnings = api::shown(result.warnings);
    out.problems = api::shown(result.problems);
    out.seconds = result.seconds;
    return out;
  });
}

}  // namespace

void Predictions::rows_csv(const std::function<void(std::string_view)>& write) const {
  present::predict_csv(rows_of(made_).report(), write);
}

void Predictions::rows_json_lines(const std::function<void(std::string_view)>& write) const {
  present::predict_jsonl(rows_of(made_).report(), write);
}

Predictions Decision::predict(const Table& table, const PredictOptions& options,
                              const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    engine::PredictOptions inside;
    if (!options.label.empty()) inside.label = options.label;
    inside.threads = control.threads;
    inside.limits = running.limits();
    inside.each_bad_cell = api::each(options.each_bad_cell);
    const base::Stopwatch watch;
    const table::Table read = api::loaded(shared_->model(), table, control, running);
    auto made = std::make_shared<PredictionsAnswered>();
    made->shared = shared_;
    made->data = table.name();
    const double seconds = watch.seconds();
    made->found = engine::predict(shared_->model(), read, inside);
    made->found.read_seconds = seconds;
    const engine::Prediction& found = made->found;
    Predictions out(made);
    out.rows = found.rows;
    out.bad_rows = found.bad_rows;
    out.classes = found.classes.names;
    out.of_row.reserve(found.of_row.size());
    for (const std::uint32_t one : found.of_row) {
      out.of_row.push_back(one == model::no_class ? -1 : static_cast<std::int32_t>(one));
    }
    out.bad_cells = api::shown(found.bad_cells);
    out.label = found.label;
    if (found.measures) out.accuracy = found.measures->accuracy;
    out.missing_features = found.missing_features;
    out.read_seconds = found.read_seconds;
    out.predict_seconds = found.predict_seconds;
    out.warnings = api::shown(found.warnings);
    return out;
  });
}

BatchDone Decision::batch(const Table& table, const TakePiece& take, const BatchOptions& how,
                          const Options& options, const Control& control) const {
  if (!take) throw OptionsError("nobody takes the rows of the output");
  if (how.resume) throw OptionsError("only a run into a file can be resumed");
  return run_batch(shared_, table, "", take, how, options, control);
}

BatchDone Decision::batch_file(const Table& table, const std::string& output,
                               const BatchOptions& how, const Options& options,
                               const Control& control) const {
  if (output.empty()) throw OptionsError("the file for the output has no name");
  return run_batch(shared_, table, output, {}, how, options, control);
}

Audit Decision::audit(const Table& table, const AuditOptions& how, const Options& options,
                      const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    auto made = std::make_shared<AuditAnswered>();
    made->shared = shared_;
    made->data = table.name();
    made->policy = how.policy ? how.policy_name : "";
    made->options = api::resolved(shared_->model(), options);
    made->columns = api::hidden(how.columns);
    const engine::AuditRun inside = audit_run(*made, table, how, control, running);
    Control quiet = control;
    quiet.progress = {};
    made->audit = engine::audit(shared_->model(),
                                api::loaded(shared_->model(), table, quiet, running), inside);
    const engine::Audit& audit = made->audit;
    Audit out(made);
    out.made = audit.made;
    out.bad_cells = api::shown(audit.bad_cells);
    out.warnings = api::shown(audit.warnings);
    out.rows = audit.report.rows;
    out.bad_rows = audit.report.bad;
    out.not_reached = audit.report.not_reached;
    out.all = figures_of(audit.report.all);
    for (const batch::AuditGrouping& grouping : audit.report.by) {
      for (const batch::AuditGroup& one : grouping.groups) {
        Audit::Group group = figures_of(one.statistics);
        group.columns = grouping.columns;
        for (const batch::GroupValue& value : one.values) {
          group.values.push_back(group_words(value));
        }
        out.groups.push_back(std::move(group));
      }
    }
    out.searches = audit.report.searches;
    out.stopped = api::shown(audit.report.exhausted);
    return out;
  });
}

std::vector<CountedRow> Decision::audit_parts(const Table& table, const AuditOptions& how,
                                              const Options& options,
                                              const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    AuditAnswered asked;
    asked.options = api::resolved(shared_->model(), options);
    asked.columns = api::hidden(how.columns);
    const engine::AuditRun inside = audit_run(asked, table, how, control, running);
    Control quiet = control;
    quiet.progress = {};
    std::vector<CountedRow> out;
    for (const batch::CountedRow& row : engine::audit_parts(
             shared_->model(), api::loaded(shared_->model(), table, quiet, running), inside)) {
      out.push_back({row.row, row.text()});
    }
    return out;
  });
}

Evaluation Decision::evaluate(const Table& rows,
                              const std::vector<CounterfactualSource>& counterfactuals,
                              const EvaluateOptions& how, const Options& options,
                              const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    const model::Model& model = shared_->model();
    if (rows.options().skip_bad_rows) {
      throw OptionsError("leaving out bad rows would change the numbers of rows");
    }
    if (counterfactuals.empty()) throw OptionsError("there are no counterfactuals to measure");
    auto made = std::make_shared<EvaluationAnswered>();
    made->shared = shared_;
    made->rows = rows.name();
    made->data = how.data;
    made->each = how.each;
    batch::EvaluateOptions& inside = made->options;
    inside.run = api::resolved(model, options);
    inside.columns = api::hidden(how.columns);
    inside.row_column = how.row_column;
    inside.time_column = how.time_column;
    inside.times_may_lack = counterfactuals.size() > 1;
    inside.sample = how.sample;
    inside.seed = how.seed;
    inside.search = how.search;
    inside.threads = control.threads;
    inside.limits = running.limits();
    inside.read.delimiter = rows.options().delimiter;
    inside.read.header = true;
    inside.read.nameless_index = true;
    inside.read_answer = [&](std::string_view line) {
      return present::read_answered_row(model, line);
    };
    std::vector<batch::CounterfactualSource> sources;
    for (const CounterfactualSource& source : counterfactuals) {
      sources.push_back({source.name, source.file});
    }
    made->result = engine::evaluate(model, api::loaded(model, rows, control, running), how.data,
                                    sources, inside, api::reading(rows, control, running));
    inside.read_answer = {};  // what it holds on to ends with this call
    inside.limits = {};
    Evaluation out(made);
    out.warnings = api::shown(made->result.warnings);
    for (const batch::Evaluation& one : made->result.tools) {
      const batch::Summary& summary = one.summary;
      Evaluation::Tool tool;
      tool.name = one.source.name;
      tool.rows = summary.rows;
      tool.rows_in_need = summary.rows_in_need;
      tool.rows_served = summary.rows_served;
      tool.given = summary.given;
      tool.valid = summary.valid;
      tool.actionable = summary.actionable;
      tool.consistent = summary.consistent;
      tool.reachable = summary.reachable;
      out.tools.push_back(std::move(tool));
    }
    return out;
  });
}

}  // namespace cogs
