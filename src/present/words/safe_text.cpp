// SPDX-License-Identifier: Apache-2.0
#include "present/words/safe_text.h"

#include <algorithm>
#include <cstdio>

namespace cogs::present {

namespace {

// A colour sequence that toned() made: ESC [ ... m. Its bytes, or 0.
std::size_t colour_length(std::string_view text) {
  if (text.size() < 3 || text[0] != '\x1b' || text[1] != '[') return 0;
  const auto end = text.find('m');
  return end == std::string_view::npos ? 0 : end + 1;
}

std::size_t columns(std::uint32_t c) {
  if ((c >= 0x300 && c <= 0x36F) || (c >= 0xFE00 && c <= 0xFE0F)) return 0;
  const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
                    (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
                    (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
                    (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) ||
                    (c >= 0x20000 && c <= 0x3FFFD);
  return wide ? 2 : 1;
}

}  // namespace

std::string safe_text(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; })) {
    return std::string(text);
  }
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint c = next_code_point(text);
    text.remove_prefix(c.bytes);
    char buffer[16];
    if (c.valid && !is_unprintable(c.value)) {
      out += c.raw;
    } else if (c.value == '\n') {
      out += "\\n";
    } else if (c.value == '\t') {
      out += "\\t";
    } else if (c.value == '\r') {
      out += "\\r";
    } else {
      std::snprintf(buffer, sizeof buffer, c.value <= 0xFF ? "\\x%02x" : "\\u{%x}", c.value);
      out += buffer;
    }
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    if (const std::size_t skip = colour_length(text)) {
      text.remove_prefix(skip);
      continue;
    }
    const CodePoint c = next_code_point(text);
    width += columns(c.value);
    text.remove_prefix(c.bytes);
  }
  return width;
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::size_t taken = display_width(text);
  const std::string blanks(width > taken ? width - taken : 0, ' ');
  return right ? blanks + text : text + blanks;
}

std::string toned(Tone tone, std::string_view text, const TextStyle& style) {
  if (!style.color || tone == Tone::plain) return std::string(text);
  const char* code = "";
  switch (tone) {
    case Tone::plain: break;
    case Tone::strong: code = "1"; break;
    case Tone::good: code = "32"; break;
    case Tone::bad: code = "1;31"; break;
    case Tone::doubtful: code = "33"; break;
    case Tone::faint: code = "2"; break;
  }
  return std::string("\x1b[") + code + "m" + std::string(text) + "\x1b[0m";
}

std::string wrapped(std::string_view first, std::string_view text, const TextStyle& style) {
  const std::size_t indent = display_width(first);
  std::string out(first);
  std::size_t used = indent;
  bool line_empty = true;
  while (!text.empty()) {
    const auto blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    const std::size_t width = display_width(word);
    if (!line_empty && used + 1 + width > style.width) {
      out += "\n" + std::string(indent, ' ');
      used = indent;
      line_empty = true;
    }
    if (!line_empty) {
      out.push_back(' ');
      ++used;
    }
    out += word;
    used += width;
    line_empty = false;
  }
  out.push_back('\n');
  return out;
}

}  // namespace cogs::present
