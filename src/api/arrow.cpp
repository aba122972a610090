// SPDX-License-Identifier: Apache-2.0
#include <cogs/arrow.h>

#include <cerrno>
#include <deque>
#include <new>
#include <utility>

#include "api/arrow_arrays.h"
#include "api/arrow_rows.h"
#include "api/convert.h"
#include "api/shared.h"
#include "api/tables.h"
#include "base/workers.h"
#include "batch/cell_answerer.h"
#include "engine/predict.h"
#include "present/rows/batch_cells.h"

namespace cogs {

Table arrow_table(ArrowArrayStream* rows, std::string name, TableOptions options) {
  return api::guarded([&] {
    return detail::ArrowRows::table(std::make_shared<detail::ArrowRows>(rows, name),
                                    std::move(options));
  });
}

namespace detail {

namespace {

constexpr std::size_t slice_rows = 16384;
constexpr std::size_t most_bad = 20;

using Form = ArrowAnswerOptions::Form;

std::unique_ptr<batch::CellFormat> format_of(const model::Model& model,
                                             const ArrowAnswerOptions& how) {
  return how.form == Form::json
             ? present::batch_json_cells(model, how.reasons > 0)
             : present::batch_cells(model, how.reasons > 0, how.form == Form::typed);
}

std::string arrow_format(batch::CellColumn::Kind kind) {
  switch (kind) {
    case batch::CellColumn::Kind::number: return "g";
    case batch::CellColumn::Kind::truth: return "b";
    case batch::CellColumn::Kind::text: break;
  }
  return "u";
}

}  // namespace

struct AnsweringArrow {
  AnsweringArrow(const Decision& decision, ArrowArrayStream* taken, ArrowAnswerOptions given,
                 const Options& options, const Control& how_far)
      : shared(decision.shared()),
        how(std::move(given)),
        control(how_far),
        running(control),
        budget(running.limits()),
        stream(taken, how.name),
        format(format_of(shared->model(), how)) {
    const model::Model& model = shared->model();
    columns = batch::find_arrow_columns(model, stream, api::hidden(how.columns), how.ignore);
    cell_options.run = api::resolved(model, options);
    cell_options.reasons = how.reasons;
    cell_options.missing = engine::read_options_for(model, {}).missing;
    cell_options.person_limits = api::of_a_person(running, how.person_seconds);
    refuse_repeated_names();
    threads = base::thread_count(control.threads);
  }

  // A slice of a batch, and its answers.
  struct Work {
    table::ArrowBatchRef batch;
    std::size_t first = 0, rows = 0;
    std::uint64_t before = 0;
    batch::AnswerBlock answers;
  };

  void refuse_repeated_names() const {
    if (!how.repeat_input) return;
    for (const batch::CellColumn& own : format->columns()) {
      for (const table::ArrowColumn& other : stream.columns()) {
        if (own.name != other.name) continue;
        throw base::InputError(base::error_about(
            how.name,
            "there is a column '" + own.name + "' already, which the answers would repeat",
            "is this the output of an earlier run? leave the columns of the input out"));
      }
    }
  }

  ArrowSchema schema() const {
    std::vector<ArrowSchema> all;
    if (how.repeat_input) {
      for (std::int64_t i = 0; i < stream.schema().n_children; ++i) {
        all.push_back(api::copy_of(*stream.schema().children[i]));
      }
    }
    for (const batch::CellColumn& column : format->columns()) {
      all.push_back(api::schema_of(column.name, arrow_format(column.kind)));
    }
    return api::schema_of(std::move(all), how.repeat_input ? stream.schema().metadata : nullptr);
  }

  bool next(ArrowArray* out) {
    if (done.empty()) answer_some();
    if (done.empty()) {
      if (stopped != base::Exhausted::no) throw base::Stopped(stopped);
      return false;
    }
    Work work = std::move(done.front());
    done.pop_front();
    std::vector<ArrowArray> all;
    if (how.repeat_input) {
      for (std::size_t i = 0; i < stream.columns().size(); ++i) {
        all.push_back(api::slice_of(work.batch, i, work.first, work.rows));
      }
    }
    for (batch::AnswerColumn& column : work.answers.columns) {
      all.push_back(api::array_of(std::move(column)));
    }
    *out = api::batch_of(std::move(all), work.rows);
    return true;
  }

  // Pulls a slice for each thread, more of them where batches are small, and answers these at once.
  void answer_some() {
    std::deque<Work> slices;
    std::size_t rows = 0;
    while (stopped == base::Exhausted::no && rows < slice_rows * threads &&
           slices.size() < std::size_t{16} * threads) {
      if (!batch_ || at_ == batch_->rows()) {
        before_ += batch_ ? batch_->rows() : 0;
        at_ = 0;
        batch_ = stream.next();
        if (!batch_) break;
      }
      Work work{batch_, at_, std::min(slice_rows, batch_->rows() - at_), before_, {}};
      at_ += work.rows;
      rows += work.rows;
      slices.push_back(std::move(work));
    }
    if (slices.empty()) return;
    const unsigned used = static_cast<unsigned>(std::min<std::size_t>(threads, slices.size()));
    while (answerers.size() < used) {
      answerers.push_back(std::make_unique<batch::CellAnswerer>(
          shared->model(), *format, cell_options, stream, columns, budget));
    }
    std::atomic<std::size_t> taken = 0;
    const auto work = [&](unsigned thread) {
      for (std::size_t i; (i = taken++) < slices.size();) {
        Work& one = slices[i];
        one.answers = answerers[thread]->answer(one.batch, one.first, one.rows, one.before);
      }
    };
    if (used == 1) {
      work(0);
    } else {
      base::run_on_threads(used, work);
    }
    for (Work& one : slices) {
      // What comes behind rows that were not answered is lost too, or the rows would not match.
      if (stopped == base::Exhausted::no) stopped = one.answers.stopped;
      if (stopped != base::Exhausted::no) break;
      counts += one.answers.counts;
      unseen = unseen || one.answers.unseen;
      for (batch::BadAnswer& cell : one.answers.bad) {
        if (bad.size() == most_bad) break;
        bad.push_back({cell.row, cell.column, cell.value, cell.problem.message, cell.problem.help});
      }
      done.push_back(std::move(one));
    }
    if (control.progress) {
      Progress at;
      at.stage = Progress::Stage::answering;
      at.rows = counts.rows;
      control.progress(at);
    }
  }

  std::shared_ptr<const Shared> shared;
  ArrowAnswerOptions how;
  Control control;
  api::Running running;
  base::Budget budget;
  table::ArrowStream stream;
  std::unique_ptr<batch::CellFormat> format;
  batch::ArrowColumns columns;
  batch::CellOptions cell_options;
  unsigned threads = 1;
  std::vector<std::unique_ptr<batch::CellAnswerer>> answerers;

  table::ArrowBatchRef batch_;
  std::size_t at_ = 0;
  std::uint64_t before_ = 0;
  std::deque<Work> done;
  base::Exhausted stopped = base::Exhausted::no;
  batch::Counts counts;
  std::vector<BadCell> bad;
  bool unseen = false;
};

}  // namespace detail

ArrowAnswers::ArrowAnswers(const Decision& decision, ArrowArrayStream* rows,
                           const ArrowAnswerOptions& how, const Options& options,
                           const Control& control)
    : made_(api::guarded([&] {
        return std::make_unique<detail::AnsweringArrow>(decision, rows, how, options, control);
      })) {}

ArrowAnswers::~ArrowAnswers() = default;
ArrowAnswers::ArrowAnswers(ArrowAnswers&&) noexcept = default;
ArrowAnswers& ArrowAnswers::operator=(ArrowAnswers&&) noexcept = default;

void ArrowAnswers::schema(ArrowSchema* out) const { *out = made_->schema(); }

bool ArrowAnswers::next(ArrowArray* out) {
  return api::guarded([&] { return made_->next(out); });
}

std::uint64_t ArrowAnswers::rows() const { return made_->counts.rows; }
std::uint64_t ArrowAnswers::found() const { return made_->counts.found; }
std::uint64_t ArrowAnswers::already() const { return made_->counts.already; }
std::uint64_t ArrowAnswers::none() const { return made_->counts.none; }
std::uint64_t ArrowAnswers::gave_up() const { return made_->counts.gave_up; }
std::uint64_t ArrowAnswers::bad() const { return made_->counts.bad; }
std::vector<BadCell> ArrowAnswers::bad_cells() const { return made_->bad; }

std::vector<Diagnostic> ArrowAnswers::warnings() const {
  std::vector<base::Diagnostic> all = made_->columns.warnings;
  if (made_->unseen) {
    all.push_back(base::warning_about(
        made_->how.name, "some values were not in the data that the model's domains come from"));
  }
  return api::shown(all);
}

// ---- as a stream -------------------------------------------------------------------------------

namespace {

struct HeldStream {
  ArrowAnswers answers;
  std::string error;
};

// The protocol of streams has numbers for errors, and one text.
template <class Work>
int told(ArrowArrayStream* stream, Work&& work) {
  auto* held = static_cast<HeldStream*>(stream->private_data);
  try {
    work(held->answers);
    return 0;
  } catch (const InputError& error) {
    held->error = to_text(error.diagnostics());
    return EINVAL;
  } catch (const Stopped& stopped) {
    held->error = stopped.what();
    return ECANCELED;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  } catch (const std::exception& error) {
    held->error = error.what();
    return EIO;
  }
}

}  // namespace

void as_stream(ArrowAnswers answers, ArrowArrayStream* out) {
  *out = {};
  out->get_schema = [](ArrowArrayStream* stream, ArrowSchema* schema) {
    return told(stream, [&](ArrowAnswers& own) { own.schema(schema); });
  };
  out->get_next = [](ArrowArrayStream* stream, ArrowArray* array) {
    return told(stream, [&](ArrowAnswers& own) {
      if (!own.next(array)) *array = {};
    });
  };
  out->get_last_error = [](ArrowArrayStream* stream) {
    const std::string& error = static_cast<HeldStream*>(stream->private_data)->error;
    return error.empty() ? nullptr : error.c_str();
  };
  out->release = [](ArrowArrayStream* stream) {
    delete static_cast<HeldStream*>(stream->private_data);
    stream->release = nullptr;
  };
  out->private_data = new HeldStream{std::move(answers), {}};
}

}  // namespace cogs
