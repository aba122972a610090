// SPDX-License-Identifier: Apache-2.0
//
// Answers in the order of the input: into a file, a packed file, or standard output.
//
// A file appears whole or not at all: until the run is done it is OUT.partial, with a journal
// (journal.h) beside it. Devices and pipes are written as rows come.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "batch/batch.h"
#include "batch/journal.h"

namespace cogs::batch {

// What stands beside an output while it grows: how far the run has come.
std::string journal_name(const std::string& output);

// A file that grows, and can be cut back to an earlier size.
class GrowingFile {
 public:
  GrowingFile() = default;
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile();

  // "": standard output. What the partial file holds stays there until cut().
  void open(const std::string& name);
  // What somebody else keeps.
  void open(const std::function<bool(std::string_view)>& take);
  // A file that is not told apart while it is incomplete; written at its end.
  void open_plainly(const std::string& name);
  bool is_open() const { return descriptor_ >= 0 || take_; }
  bool is_regular() const { return regular_; }
  std::uint64_t size() const { return size_; }
  void cut(std::uint64_t size);
  // Bytes that a regular file holds from `offset` on.
  std::string read(std::uint64_t offset, std::uint64_t size) const;
  // False: nobody reads it any more. Throws base::InputError for a full disk and the like.
  bool write(std::string_view text);
  void lock();  // throws base::InputError if another run holds it
  // The file takes its name.
  void finish();
  // The partial file goes, if it was not there before.
  void undo();

 private:
  std::string name_, shown_;
  int descriptor_ = -1;
  std::function<bool(std::string_view)> take_;
  bool regular_ = false, made_ = false;
  std::uint64_t size_ = 0;
};

struct FinishedBlock {
  std::string text, errors;
  std::uint64_t input_end = 0;
  std::uint64_t rows = 0, lines = 0;  // of the block
  Counts counts;
  bool whole = true;  // false: a limit came, counts.rows of its rows are answered
};

class RowOutput {
 public:
  RowOutput(const BatchOptions& options, const RunIdentity& run);

  // Where an earlier run stopped; nullopt: at the beginning, and head() is to be called.
  const std::optional<Progress>& resumed() const { return resumed_; }
  // What the output and the list of errors hold of resumed()->begun. The block that is put first
  // takes its place.
  const std::string& begun_text() const { return begun_text_; }
  const std::string& begun_errors() const { return begun_errors_; }
  // What stands before the first block. `before`: rows and lines of other parts.
  void head(const std::string& text, const std::string& errors, const Progress& before);

  // Blocks come in any order, their numbers without gaps from resumed()->blocks or 0. Waits where
  // too many are held back by one that is late. False: nobody reads the output any more, or a
  // block that is not whole was the last one that is written.
  bool put(std::uint64_t number, FinishedBlock block);
  // No more blocks: wakes whoever waits.
  void stop();

  // All blocks are there.
  void finish();
  Progress progress() const;
  bool reader_gone() const;  // nobody reads the output any more

 private:
  void open(const RunIdentity& run);
  Progress progress_after(const FinishedBlock& block) const;
  void write_ready(std::unique_lock<std::mutex>& lock);

  const BatchOptions& options_;
  GrowingFile output_, errors_, journal_;
  std::optional<Progress> resumed_;
  std::string begun_text_, begun_errors_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, FinishedBlock> ready_;
  std::uint64_t next_ = 0;
  bool writing_ = false, stopped_ = false, reader_gone_ = false;
  Progress progress_;
};

}  // namespace cogs::batch
