// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text_file.h"
#include "present/words/safe_text.h"

namespace cogs::cli {

namespace {

std::string seconds_words(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  if (whole < 120) return std::to_string(whole) + " s";
  if (whole < 7200) return std::to_string(whole / 60) + " min";
  return std::to_string(whole / 3600) + " h";
}

}  // namespace

ProgressBar::ProgressBar(std::string what, bool wanted)
    : what_(present::safe_text(what)), wanted_(wanted && ::isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (drawn_) base::write_all(STDERR_FILENO, "\r\x1b[K");
}

void ProgressBar::show(double share, std::uint64_t count, const std::string& of_what) {
  using std::chrono::milliseconds;
  if (!wanted_) return;
  const Clock::time_point now = Clock::now();
  if (now - start_ < milliseconds(500) || now - last_ < milliseconds(100)) return;
  last_ = now;
  drawn_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  std::string line = "\r" + what_;
  if (share < 0) {
    line += "  " + seconds_words(elapsed);
  } else {
    constexpr std::size_t width = 20;
    const double done = std::clamp(share, 0.0, 1.0);
    const auto full = static_cast<std::size_t>(done * width);
    line += "  [" + std::string(full, '#') + std::string(width - full, '.') + "]  " +
            std::to_string(static_cast<int>(100 * done)) + " %";
    if (done > 0.02) line += "  " + seconds_words(elapsed * (1 - done) / done) + " left";
  }
  if (count > 0 && elapsed > 0) {
    const double rate = static_cast<double>(count) / elapsed;
    line += "  " + std::to_string(static_cast<std::uint64_t>(rate)) + " " + of_what + "/s";
  }
  base::write_all(STDERR_FILENO, line + "\x1b[K");
}

}  // namespace cogs::cli
