// SPDX-License-Identifier: Apache-2.0
//
// What a search that takes long knows so far, on a terminal's standard error:
//
//   searching  12 s  best cost 7  at least 5  gap 29 %
//
// Nothing is drawn in the first second; the line is wiped when the search ends. The search tells
// what it knows, and a thread of its own draws, so that time is seen to pass.
#pragma once

#include <cogs/limits.h>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace cogs::cli {

// "searching  12 s  best cost 7  at least 5  gap 29 %"
std::string search_words(const Progress& progress, double seconds);

class SearchLine {
 public:
  // Draws nothing unless `wanted` and standard error is a terminal.
  explicit SearchLine(bool wanted);
  ~SearchLine();
  SearchLine(const SearchLine&) = delete;
  SearchLine& operator=(const SearchLine&) = delete;

  // For the search; empty where nothing is drawn.
  std::function<void(const Progress&)> hook();

 private:
  void draw();

  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  Progress progress_;
  std::thread thread_;
};

}  // namespace cogs::cli
