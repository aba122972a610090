// SPDX-License-Identifier: Apache-2.0
#include "cli/search_line.h"

#include <unistd.h>

#include <chrono>
#include <cmath>

#include "base/text_file.h"

namespace cogs::cli {

using std::chrono::milliseconds;

std::string search_words(const Progress& progress, double seconds) {
  std::string line = "searching  " + std::to_string(static_cast<long>(seconds)) + " s";
  if (!progress.best) return line + "  no way yet  at least " + progress.bound.text;
  const double best = progress.best->approximate;
  const double gap = best > 0 ? 100 * (best - progress.bound.approximate) / best : 0;
  return line + "  best cost " + progress.best->text + "  at least " + progress.bound.text +
         "  gap " + std::to_string(static_cast<long>(std::ceil(gap))) + " %";
}

SearchLine::SearchLine(bool wanted) {
  if (wanted && ::isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { draw(); });
}

SearchLine::~SearchLine() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

std::function<void(const Progress&)> SearchLine::hook() {
  if (!thread_.joinable()) return {};
  return [this](const Progress& progress) {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
  };
}

void SearchLine::draw() {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  bool drawn = false;
  const auto over = [this] { return over_; };
  if (!ended_.wait_for(lock, milliseconds(1000), over)) {
    do {
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      base::write_all(STDERR_FILENO, "\r" + search_words(progress_, seconds) + "\x1b[K");
      drawn = true;
    } while (!ended_.wait_for(lock, milliseconds(200), over));
  }
  if (drawn) base::write_all(STDERR_FILENO, "\r\x1b[K");
}

}  // namespace cogs::cli
