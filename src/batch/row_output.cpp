// SPDX-License-Identifier: Apache-2.0
#include "batch/row_output.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "base/text_file.h"

namespace cogs::batch {

namespace {

constexpr std::size_t most_waiting = 32;  // blocks

[[noreturn]] void fail(const std::string& name, const std::string& what, int error,
                       const std::string& help = {}) {
  throw base::InputError(
      base::error_about(name, what + ": " + base::file_error_words(error), help));
}

}  // namespace

std::string journal_name(const std::string& output) { return output + ".journal"; }

std::string partial_name(const std::string& output) { return output + ".partial"; }

GrowingFile::~GrowingFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

void GrowingFile::open(const std::string& name) {
  name_ = name;
  if (name.empty()) {
    shown_ = "standard output";
    descriptor_ = STDOUT_FILENO;
    return;
  }
  struct stat known{};
  const bool exists = ::stat(name.c_str(), &known) == 0;
  if (exists && S_ISDIR(known.st_mode)) fail(name, "cannot write to it", EISDIR);
  regular_ = !exists || S_ISREG(known.st_mode);
  shown_ = regular_ ? partial_name(name) : name;
  made_ = regular_ && ::access(shown_.c_str(), F_OK) != 0;
  descriptor_ =
      ::open(shown_.c_str(), regular_ ? O_RDWR | O_CREAT | O_CLOEXEC : O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(name, "cannot write to it", errno);
  if (!regular_) return;
  struct stat now{};
  ::fstat(descriptor_, &now);
  size_ = static_cast<std::uint64_t>(now.st_size);
}

void GrowingFile::open(const std::function<bool(std::string_view)>& take) { take_ = take; }

void GrowingFile::open_plainly(const std::string& name) {
  name_ = shown_ = name;
  descriptor_ = ::open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) fail(name, "cannot write to it", errno);
}

void GrowingFile::cut(std::uint64_t size) {
  if (!regular_) return;
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0 ||
      ::lseek(descriptor_, static_cast<off_t>(size), SEEK_SET) < 0) {
    fail(shown_, "cannot write to it", errno);
  }
  size_ = size;
}

std::string GrowingFile::read(std::uint64_t offset, std::uint64_t size) const {
  std::string text(size, '\0');
  for (std::size_t done = 0; done < size;) {
    const ssize_t count =
        ::pread(descriptor_, text.data() + done, size - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail(shown_, "cannot read what an earlier run wrote", count < 0 ? errno : EIO);
    done += static_cast<std::size_t>(count);
  }
  return text;
}

bool GrowingFile::write(std::string_view text) {
  if (take_) {
    size_ += text.size();
    return text.empty() || take_(text);
  }
  const int error = base::write_all(descriptor_, text);
  if (error == EPIPE) return false;
  if (error != 0) {
    fail(shown_, "cannot write to it", error,
         regular_ ? "what was done is kept; mend this and go on with --resume" : "");
  }
  size_ += text.size();
  return true;
}

void GrowingFile::lock() {
  if (!regular_) return;
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw base::InputError(base::error_about(name_, "another run is writing this file"));
  }
}

void GrowingFile::finish() {
  if (!regular_) return;
  if (::fsync(descriptor_) != 0 && errno != EINVAL) fail(shown_, "cannot write to it", errno);
  // Through a link, so that the link stays one, unless it leads to another device.
  const std::string target = base::resolved(name_);
  if (std::rename(shown_.c_str(), target.c_str()) == 0) return;
  if (errno == EXDEV && std::rename(shown_.c_str(), name_.c_str()) == 0) return;
  fail(name_, "the complete output stays " + shown_, errno);
}

void GrowingFile::undo() {
  if (made_) ::unlink(shown_.c_str());
}

RowOutput::RowOutput(const BatchOptions& options, const RunIdentity& run) : options_(options) {
  try {
    open(run);
  } catch (...) {
    output_.undo();
    errors_.undo();
    throw;
  }
}

void RowOutput::open(const RunIdentity& run) {
  const BatchOptions& options = options_;
  options.take ? output_.open(options.take) : output_.open(options.output);
  output_.lock();
  if (!options.errors.empty()) {
    errors_.open(options.errors);
    errors_.lock();
  }
  if (!output_.is_regular()) {
    errors_.cut(0);
    return;
  }
  const std::string journal = journal_name(options.output);
  if (options.resume && ::access(journal.c_str(), F_OK) == 0) {
    resumed_ = read_journal(base::read_text_file(journal), journal, run, output_.size(),
                            errors_.is_regular() ? errors_.size() : UINT64_MAX);
  }
  // A journal that is made anew begins with the state that it goes on from.
  const std::string start =
      journal_head(run) + (resumed_ ? journal_line(*resumed_) : std::string());
  base::write_text_file(journal, start);
  journal_.open_plainly(journal);
  if (!resumed_) {
    output_.cut(0);
    if (errors_.is_open()) errors_.cut(0);
    return;
  }
  const BegunBlock& begun = resumed_->begun;
  output_.cut(resumed_->output_bytes + begun.output_bytes);
  begun_text_ = output_.read(resumed_->output_bytes, begun.output_bytes);
  if (errors_.is_open()) {
    errors_.cut(resumed_->error_bytes + begun.error_bytes);
    if (errors_.is_regular()) {
      begun_errors_ = errors_.read(resumed_->error_bytes, begun.error_bytes);
    }
  }
  progress_ = *resumed_;
  next_ = resumed_->blocks;
}

void RowOutput::head(const std::string& text, const std::string& errors, const Progress& before) {
  progress_ = before;
  next_ = before.blocks;
  reader_gone_ = !output_.write(text);
  if (errors_.is_open()) errors_.write(errors);
  progress_.output_bytes = text.size();
  progress_.error_bytes = errors_.is_open() ? errors.size() : 0;
  if (journal_.is_open()) journal_.write(journal_line(progress_));
}

bool RowOutput::put(std::uint64_t number, FinishedBlock block) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return stopped_ || reader_gone_ || number == next_ || ready_.size() < most_waiting;
  });
  if (stopped_ || reader_gone_) return false;
  ready_.emplace(number, std::move(block));
  if (!writing_) write_ready(lock);
  return !reader_gone_ && !stopped_;
}

Progress RowOutput::progress_after(const FinishedBlock& block) const {
  Progress after = progress_;
  const std::uint64_t error_bytes = errors_.is_open() ? block.errors.size() : 0;
  after.begun = {};
  if (!block.whole) {
    after.begun = {block.counts.rows, block.text.size(), error_bytes, block.counts};
    return after;
  }
  after.blocks = next_ + 1;
  after.input_bytes = block.input_end;
  after.rows += block.rows;
  after.lines += block.lines;
  after.output_bytes += block.text.size();
  after.error_bytes += error_bytes;
  after.counts += block.counts;
  return after;
}

// Writes what is next in line, without keeping others from handing in theirs.
void RowOutput::write_ready(std::unique_lock<std::mutex>& lock) {
  writing_ = true;
  for (auto at = ready_.find(next_); at != ready_.end() && !reader_gone_ && !stopped_;
       at = ready_.find(next_)) {
    const FinishedBlock block = std::move(at->second);
    ready_.erase(at);
    const Progress before = progress_, after = progress_after(block);
    lock.unlock();
    bool read = true;
    try {
      if (before.begun.rows > 0) {
        output_.cut(before.output_bytes);
        errors_.cut(before.error_bytes);
      }
      read = output_.write(block.text);
      if (errors_.is_open()) errors_.write(block.errors);
      if (read && journal_.is_open()) journal_.write(journal_line(after));
    } catch (...) {
      lock.lock();
      stopped_ = true;
      writing_ = false;
      changed_.notify_all();
      throw;
    }
    lock.lock();
    reader_gone_ = !read;
    stopped_ = stopped_ || !block.whole;
    progress_ = after;
    next_ = after.blocks;
    changed_.notify_all();
  }
  writing_ = false;
}

void RowOutput::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

void RowOutput::finish() {
  if (errors_.is_open()) errors_.finish();
  output_.finish();
  if (journal_.is_open()) std::remove(journal_name(options_.output).c_str());
}

bool RowOutput::reader_gone() const {
  const std::lock_guard lock(mutex_);
  return reader_gone_;
}

Progress RowOutput::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

}  // namespace cogs::batch
