// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>

#include "base/stopwatch.h"
#include "base/text_file.h"
#include "base/workers.h"
#include "batch/batch.h"
#include "batch/merge.h"
#include "batch/open_rows.h"
#include "batch/row_answerer.h"
#include "batch/row_output.h"
#include "table/gzip.h"

namespace cogs::batch {

namespace {

// Tells each block how many rows and lines come before it, as soon as those before are measured.
class PositionChain {
 public:
  void start(std::uint64_t block, const Position& before) {
    next_ = block;
    before_ = before;
  }
  // nullopt: the chain was broken.
  std::optional<Position> enter(std::uint64_t block, const Position& size) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return broken_ || next_ == block; });
    if (broken_) return std::nullopt;
    const Position before = before_;
    before_ = {before.rows + size.rows, before.lines + size.lines};
    ++next_;
    changed_.notify_all();
    return before;
  }
  void break_off() {
    const std::lock_guard lock(mutex_);
    broken_ = true;
    changed_.notify_all();
  }
  Position reached() const { return before_; }  // when all threads are done

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;
  Position before_;
  bool broken_ = false;
};

struct stat status_of(const std::string& file) {
  struct stat status{};
  if (file.empty() || file == "-" || ::stat(file.c_str(), &status) != 0) status.st_ino = 0;
  return status;
}

struct NamedFile {
  std::string file, what;
};

void refuse_same_file(const NamedFile& written, const NamedFile& other) {
  base::refuse_same_file(written.file, other.file, written.what + " would overwrite " + other.what);
}

// All files that a run writes under this name.
std::vector<NamedFile> files_of(const std::string& name, const std::string& what) {
  if (name.empty()) return {};
  return {{name, what}, {partial_name(name), what + ", while it is not complete,"}};
}

class Run {
 public:
  Run(const model::Model& model, const std::string& file, const RowFormat& format,
      const BatchOptions& options)
      : model_(model),
        file_(file),
        name_(file == "-" ? "standard input" : file),
        format_(format),
        options_(options),
        budget_(options.limits),
        packed_(options.output.ends_with(".gz")) {}

  BatchResult run() {
    check_files();
    rows_ = open_rows(model_, file_, options_);
    result_.warnings = rows_.warnings;
    rows_.columns.layout.header = rows_.header;
    head_ = format_.head(rows_.columns.layout);
    if (packed_)
      head_ = table::gzip_member(head_);  // of no bytes too: a packed file is never empty
    find_part();
    output_.emplace(options_, identity(options_.shard));
    start();
    if (!done_) answer_all();
    finish();
    result_.seconds = watch_.seconds();
    return std::move(result_);
  }

 private:
  void check_files() const {
    std::vector<NamedFile> output = files_of(options_.output, "the output");
    if (!options_.output.empty()) {
      output.push_back({journal_name(options_.output), "the journal of the output"});
      if (options_.shard.of > 1) {
        output.push_back({note_name(options_.output), "the note of this part"});
      }
    }
    const std::vector<NamedFile> errors = files_of(options_.errors, "the list of errors");
    for (const std::vector<NamedFile>& written : {output, errors}) {
      for (const NamedFile& file : written) {
        if (!options_.text) refuse_same_file(file, {file_, "the data"});
        refuse_same_file(file, {model_.path, "the model"});
      }
    }
    for (const NamedFile& list : errors) {
      for (const NamedFile& file : output) refuse_same_file(list, file);
    }
  }

  RunIdentity identity(const Shard& shard) const {
    RunIdentity run{model_.sha256, options_.signature, 0, 0};
    run.options += "\nshard " + std::to_string(shard.part) + "/" + std::to_string(shard.of) +
                   (packed_ ? "\npacked" : "");
    const struct stat input = status_of(options_.text ? "" : file_);
    if (S_ISREG(input.st_mode)) {
      run.input_size = static_cast<std::uint64_t>(input.st_size);
      run.input_time =
          static_cast<std::int64_t>(input.st_mtim.tv_sec) * 1'000'000'000 + input.st_mtim.tv_nsec;
    }
    return run;
  }

  // Which bytes of the text are this part's: blocks that begin there.
  void find_part() {
    if (options_.shard.of == 1) return;
    std::uint64_t size = 0;
    if (file_ == "-" && !options_.text) {
      throw base::InputError(base::error_about(
          name_, "--shard needs a file: how long standard input is cannot be known"));
    } else if (const auto known = rows_.source->size()) {
      size = *known;
    } else {  // packed: read it once to know
      const auto source = table::open_byte_source(file_, name_, options_.read.encoding);
      std::vector<char> buffer(std::size_t{1} << 20);
      while (const std::size_t count = source->read(buffer.data(), buffer.size())) {
        size += count;
        if (budget_.exhausted_now()) throw base::Stopped(budget_.reason());
      }
    }
    const std::uint64_t body = size - rows_.body, of = options_.shard.of;
    const auto border = [&](std::uint64_t part) {  // body * part / of, without overflow
      return rows_.body + body / of * part + body % of * part / of;
    };
    begin_ = border(options_.shard.part - 1);
    if (options_.shard.part < options_.shard.of) end_ = border(options_.shard.part);
  }

  // Goes to where this run begins: the first block, that of its part, or where an earlier run
  // stopped.
  void start() {
    offset_ = rows_.body;
    Position before{0, rows_.body_line - 1};
    if (const auto& earlier = output_->resumed()) {
      result_.resumed_at = earlier->counts.rows + earlier->begun.counts.rows;
      before = {earlier->rows, earlier->lines};
      skip_to(earlier->input_bytes, nullptr);
      number_ = earlier->blocks;
    } else {
      skip_to(begin_, &before);
      if (budget_.reason() != base::Exhausted::no) {  // --resume has to skip from the beginning
        ended_ = budget_.reason();
        done_ = true;
        return;
      }
      output_->head(head_, format_.errors_head(),
                    {number_, offset_, before.rows, before.lines, 0, 0, {}, {}});
    }
    chain_.start(number_, before);
    done_ = offset_ >= end_;
  }

  // Rows and lines on the way are counted where somebody asks.
  void skip_to(std::uint64_t offset, Position* before) {
    if (!before && rows_.cutter->jump(offset, delimiter())) {
      offset_ = offset;
      return;
    }
    std::optional<RowAnswerer> counter;
    if (before && offset_ < offset) {
      counter.emplace(model_, name_, format_, options_, rows_.columns, budget_);
    }
    table::Block block;
    while (offset_ < offset && !budget_.exhausted_now() && rows_.cutter->next(block)) {
      offset_ += block.text.size();
      ++number_;
      if (!counter) continue;
      const Position size = counter->measure(block.text);
      before->rows += size.rows;
      before->lines += size.lines;
    }
  }

  char delimiter() const {
    return options_.input == RowKind::json_lines ? table::lines_only
                                                 : rows_.columns.layout.delimiter;
  }

  void answer_all() {
    const unsigned threads = base::thread_count(options_.threads);
    base::run_on_threads(threads, [&](unsigned) {
      try {
        answer_blocks();
      } catch (...) {
        chain_.break_off();
        output_->stop();
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        throw;
      }
    });
  }

  void answer_blocks() {
    RowAnswerer answerer(model_, name_, format_, options_, rows_.columns, budget_);
    table::Block block;
    std::uint64_t number = 0, end = 0;
    while (take(block, number, end)) {
      const Position size = answerer.measure(block.text);
      const std::optional<Position> before = chain_.enter(number, size);
      if (!before) break;
      BlockAnswer answer = answerer.answer(*before, answered_of(number));
      note_problems(answer, number);
      if (packed_ && (answer.whole() || !answer.text.empty())) {
        answer.text = table::gzip_member(answer.text);
      }
      if (!answer.whole()) {
        const std::lock_guard lock(mutex_);
        ended_ = answer.stopped;
      }
      FinishedBlock finished{std::move(answer.text),
                             std::move(answer.errors),
                             end,
                             size.rows,
                             size.lines,
                             answer.counts,
                             answer.whole()};
      if (!output_->put(number, std::move(finished))) {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        break;
      }
    }
    const std::lock_guard lock(mutex_);
    result_.searches += answerer.questions().searches();
    result_.personal += answerer.questions().personal();
    constraints_met_.insert(answerer.constraints_met().begin(), answerer.constraints_met().end());
  }

  // What an earlier run has left of the block that it had begun.
  AnsweredRows answered_of(std::uint64_t block) const {
    const auto& earlier = output_->resumed();
    if (!earlier || earlier->blocks != block || earlier->begun.rows == 0) return {};
    AnsweredRows rows{output_->begun_text(), output_->begun_errors(), earlier->begun.counts};
    if (packed_) rows.text = table::first_gzip_member(rows.text).text;
    return rows;
  }

  bool take(table::Block& block, std::uint64_t& number, std::uint64_t& end) {
    const std::lock_guard lock(mutex_);
    if (stopped_ || ended_ != base::Exhausted::no || offset_ >= end_) return false;
    if (budget_.exhausted_now()) {
      ended_ = budget_.reason();
      return false;
    }
    if (!rows_.cutter->next(block)) {
      offset_ = end_;
      return false;
    }
    number = number_++;
    offset_ += block.text.size();
    end = offset_;
    if (options_.progress) {
      options_.progress(output_->progress().counts.rows, rows_.cutter->bytes_done(),
                        rows_.source->bytes_in_all());
    }
    return true;
  }

  void note_problems(BlockAnswer& answer, std::uint64_t block) {
    const std::lock_guard lock(mutex_);
    unseen_ = unseen_ || answer.unseen;
    swallowed_ += answer.swallowed;
    for (base::Diagnostic& problem : answer.problems) {
      problems_.emplace_back(block, std::move(problem));
    }
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    if (problems_.size() > most_problems_shown) problems_.resize(most_problems_shown);
  }

  // A column that is not there is an error; a member may be missing in any row of JSON Lines.
  void warn_of_constraints() {
    if (options_.input != RowKind::json_lines || result_.resumed_at > 0) return;
    const ConstraintColumns& c = options_.columns;
    for (const auto* names : {&c.fix, &c.allow, &c.only, &c.range, &c.cost}) {
      for (const std::string& name : *names) {
        if (constraints_met_.contains(name)) continue;
        result_.warnings.push_back(
            base::warning_about(name_, "no row has constraints in '" + name + "'"));
      }
    }
  }

  void finish() {
    const Progress reached = output_->progress();
    result_.counts = reached.counts;
    result_.counts += reached.begun.counts;
    result_.exhausted = ended_;
    result_.reader_gone = output_->reader_gone();
    for (auto& [block, problem] : problems_) result_.problems.push_back(std::move(problem));
    if (unseen_) {
      result_.warnings.push_back(base::warning_about(
          name_, "some values were not in the data that the model's domains come from"));
    }
    if (swallowed_ > 0) {
      result_.warnings.push_back(
          base::warning_about(name_,
                              "bad rows have taken in " + std::to_string(swallowed_) +
                                  " lines that may be rows of their own",
                              "the errors name quotes that are closed too late or never"));
    }
    if (const auto& too_long = rows_.cutter->too_long()) {
      base::Diagnostic d = table::describe(too_long->fault);
      d.file = name_;
      d.place = too_long->place;
      d.place.line += static_cast<std::uint32_t>(chain_.reached().lines);
      throw base::InputError(std::move(d));
    }
    if (result_.exhausted != base::Exhausted::no || result_.reader_gone) return;
    warn_of_constraints();
    if (options_.shard.of > 1 && !options_.output.empty()) {
      const Shard all{1, options_.shard.of};
      RunIdentity run = identity(all);
      run.input_time = 0;  // copies on several machines may differ in it
      write_shard_note(options_.output, {options_.shard, run.text(), reached.counts.rows,
                                         reached.output_bytes, head_.size()});
    }
    output_->finish();
  }

  const model::Model& model_;
  const std::string& file_;
  const std::string name_;
  const RowFormat& format_;
  const BatchOptions& options_;
  base::Budget budget_;
  const bool packed_;
  const base::Stopwatch watch_;
  OpenRows rows_;
  std::string head_;
  std::uint64_t begin_ = 0, end_ = UINT64_MAX;
  std::optional<RowOutput> output_;
  PositionChain chain_;
  bool done_ = false;

  std::mutex mutex_;  // guards what follows, and the cutter
  std::uint64_t offset_ = 0, number_ = 0;
  bool stopped_ = false, unseen_ = false;
  base::Exhausted ended_ = base::Exhausted::no;  // by a limit
  std::set<std::string> constraints_met_;
  std::uint64_t swallowed_ = 0;
  std::vector<std::pair<std::uint64_t, base::Diagnostic>> problems_;
  BatchResult result_;
};

}  // namespace

Counts& Counts::operator+=(const Counts& other) {
  rows += other.rows;
  found += other.found;
  already += other.already;
  none += other.none;
  gave_up += other.gave_up;
  bad += other.bad;
  return *this;
}

BatchResult run_batch(const model::Model& model, const std::string& file, const RowFormat& format,
                      const BatchOptions& options) {
  return Run(model, file, format, options).run();
}

}  // namespace cogs::batch
