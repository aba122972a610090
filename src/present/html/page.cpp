// SPDX-License-Identifier: Apache-2.0
#include "present/html/page.h"

#include <algorithm>

#include "present/embedded.h"
#include "present/words/safe_text.h"

namespace cogs::present {

namespace {

bool is_right_to_left(std::uint32_t c) {
  return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
         (c >= 0xFE70 && c <= 0xFEFC) || (c >= 0x10800 && c <= 0x10FFF) ||
         (c >= 0x1E800 && c <= 0x1EFFF);
}

}  // namespace

namespace {

// Nothing in it needs an escape, is hidden, or turns the direction.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'';
  });
}

}  // namespace

std::string html_text(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  // Line ends are the page's own; all else that cannot be seen is made visible.
  std::string safe;
  for (std::size_t at = 0; at <= out.size();) {
    const auto end = std::min(out.find('\n', at), out.size());
    safe += safe_text(std::string_view(out).substr(at, end - at));
    if (end < out.size()) safe += '\n';
    at = end + 1;
  }
  return safe;
}

std::string html_words(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  const std::string safe = html_text(text);
  std::string out;
  bool isolated = false;
  for (std::string_view rest = safe; !rest.empty();) {
    const CodePoint c = next_code_point(rest);
    // Blanks between such letters belong to the run: words of one phrase keep their order.
    bool inside = is_right_to_left(c.value);
    if (isolated && c.value == ' ' && rest.size() > 1) {
      inside = is_right_to_left(next_code_point(rest.substr(1)).value);
    }
    if (inside != isolated) out += inside ? "<bdi>" : "</bdi>";
    isolated = inside;
    out += c.raw;
    rest.remove_prefix(c.bytes);
  }
  return isolated ? out + "</bdi>" : out;
}

std::string page_html(const PageFrame& frame, std::string_view content) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"" + std::string(frame.language) +
      "\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>";
  out += html_text(frame.title) + "</title>\n<style>\n" + std::string(embedded("page.css")) +
         "</style>\n";
  // Before anything is shown: with script, trees begin folded.
  out += "<script>document.documentElement.className='js'</script>\n</head>\n";
  out += std::string("<body") + (frame.in_words ? " class=\"inwords\"" : "") + ">\n<main>\n";
  out += content;
  return out + "</main>\n<script>\n" + std::string(embedded("page.js")) +
         "</script>\n</body>\n</html>\n";
}

std::string_view page_content(std::string_view page) {
  constexpr std::string_view begin = "<main>\n", end = "</main>";
  const auto from = page.find(begin), to = page.rfind(end);
  if (from == std::string_view::npos || to == std::string_view::npos) return {};
  return page.substr(from + begin.size(), to - from - begin.size());
}

}  // namespace cogs::present
