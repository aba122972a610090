// SPDX-License-Identifier: Apache-2.0
#include "present/text/diagnostic.h"

#include <algorithm>

namespace cogs::present {

namespace {

constexpr std::size_t most_errors = 20;
constexpr std::size_t longest_message = 1000;  // bytes; beyond that it is the input, not a message

std::string shortened(std::string_view text) {
  if (text.size() <= longest_message) return safe_text(text);
  std::size_t end = longest_message;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return safe_text(text.substr(0, end)) + "...";
}

// The characters of a source line that can be shown, each as its own text, so that the caret
// stays under its character although some of them are shown longer.
struct Window {
  std::vector<std::string> shown;
  std::size_t caret = 0;  // index into `shown`; its size where the caret is behind the line
  bool cut_left = false, cut_right = false;
};

std::size_t width(const std::vector<std::string>& shown, std::size_t from, std::size_t to) {
  std::size_t sum = 0;
  for (std::size_t i = from; i < to && i < shown.size(); ++i) sum += display_width(shown[i]);
  return sum;
}

// The part of a line around the caret that fits in `room` columns.
Window window_around(std::string_view line, std::size_t caret, std::size_t room) {
  Window window;
  std::size_t at = 0;
  for (; !line.empty(); ++at) {
    const CodePoint c = next_code_point(line);
    line.remove_prefix(c.bytes);
    if (at + room < caret) {
      window.cut_left = true;
    } else if (at > caret + room) {
      window.cut_right = true;
      break;
    } else {
      window.shown.push_back(c.value == '\t' ? " " : safe_text(c.raw));
    }
  }
  const std::size_t skipped = window.cut_left ? caret - room : 0;
  window.caret = std::min(caret - std::min(caret, skipped), window.shown.size());
  if (width(window.shown, 0, window.shown.size()) <= room && !window.cut_left &&
      !window.cut_right) {
    return window;
  }
  std::size_t first = window.caret, used = 0;
  while (first > 0 && used + display_width(window.shown[first - 1]) <= room / 2) {
    used += display_width(window.shown[--first]);
  }
  std::size_t last = window.caret;
  while (last < window.shown.size() && used + display_width(window.shown[last]) <= room) {
    used += display_width(window.shown[last++]);
  }
  window.cut_left |= first > 0;
  window.cut_right |= last < window.shown.size();
  window.shown.erase(window.shown.begin() + static_cast<std::ptrdiff_t>(last), window.shown.end());
  window.shown.erase(window.shown.begin(),
                     window.shown.begin() + static_cast<std::ptrdiff_t>(first));
  window.caret -= first;
  return window;
}

std::string source_text(const base::Diagnostic& d, const TextStyle& style) {
  const std::string number = std::to_string(d.place.line);
  const std::string gutter = "  " + number + " | ";
  const std::string below = std::string(2 + number.size(), ' ') + " | ";
  const std::string dots = "...";
  const std::size_t taken = gutter.size() + 2 * dots.size();
  const std::size_t room = std::max<std::size_t>(20, style.width > taken ? style.width - taken : 0);
  const Window window =
      window_around(d.source_line, d.place.column == 0 ? 0 : d.place.column - 1, room);
  std::string text, marks;
  if (window.cut_left) text += dots, marks += "   ";
  for (const std::string& character : window.shown) text += character;
  if (window.cut_right) text += dots;
  marks += std::string(width(window.shown, 0, window.caret), ' ') + "^";
  const std::size_t underlined =
      width(window.shown, window.caret, window.caret + std::max(1u, d.place.length));
  if (underlined > 1) marks += std::string(underlined - 1, '~');
  const bool error = d.severity == base::Severity::error;
  return toned(Tone::faint, gutter, style) + text + "\n" + toned(Tone::faint, below, style) +
         toned(error ? Tone::bad : Tone::doubtful, marks, style) + "\n";
}

}  // namespace

std::string diagnostic_text(const base::Diagnostic& d, const TextStyle& style) {
  std::string where = shortened(d.file);
  if (d.place.line > 0) {
    where += ":" + std::to_string(d.place.line) + ":" + std::to_string(d.place.column);
  }
  if (!where.empty()) where += ": ";
  const bool error = d.severity == base::Severity::error;
  std::string out =
      toned(Tone::strong, where, style) +
      toned(error ? Tone::bad : Tone::doubtful, error ? "error:" : "warning:", style) + " " +
      shortened(d.message) + "\n";
  if (d.place.line > 0 && !d.source_line.empty()) out += source_text(d, style);
  if (!d.help.empty()) out += toned(Tone::good, "help:", style) + " " + shortened(d.help) + "\n";
  return out;
}

std::string diagnostics_text(const std::vector<base::Diagnostic>& diagnostics,
                             const TextStyle& style) {
  std::string out;
  std::size_t errors = 0;
  for (const base::Diagnostic& d : diagnostics) {
    if (d.severity == base::Severity::error && ++errors > most_errors) continue;
    out += diagnostic_text(d, style);
  }
  if (errors > most_errors) {
    const std::size_t more = errors - most_errors;
    out += "and " + std::to_string(more) + (more == 1 ? " more error\n" : " more errors\n");
  }
  return out;
}

}  // namespace cogs::present
