// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/source.h"

#include <algorithm>
#include <utility>

namespace cogs::logic {

namespace {

constexpr std::size_t block = 1024;
constexpr std::size_t longest_shown_line = 2000;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

Source::Source(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {
  marks_.reserve(text_.size() / block + 1);
  Position position;
  for (std::size_t at = 0; at <= text_.size(); at += block) {
    marks_.push_back(position);
    advance(position, at, std::min(at + block, text_.size()));
  }
}

void Source::advance(Position& position, std::size_t from, std::size_t to) const {
  // The mark at the very beginning is not a character of the first line.
  if (from == 0 && text_.starts_with(byte_order_mark)) from = std::min(to, byte_order_mark.size());
  for (std::size_t i = from; i < to; ++i) {
    if (text_[i] == '\n') {
      ++position.line;
      position.column = 1;
    } else if (!continues_character(text_[i])) {
      ++position.column;
    }
  }
}

base::Place Source::place(Span span) const {
  const std::size_t begin = std::min<std::size_t>(span.begin, text_.size());
  Position position = marks_[begin / block];
  advance(position, begin / block * block, begin);
  std::uint32_t length = 0;
  const std::size_t end =
      std::min({begin + longest_shown_line, std::size_t{span.end}, text_.size()});
  for (std::size_t i = begin; i < end; ++i) {
    if (text_[i] == '\n' || text_[i] == '\r') break;
    if (!continues_character(text_[i])) ++length;
  }
  return {position.line, position.column, std::max(length, 1U)};
}

std::string Source::line_of(Span span) const {
  const std::size_t begin = std::min<std::size_t>(span.begin, text_.size());
  std::size_t first = begin;
  while (first > 0 && text_[first - 1] != '\n') {
    if (begin - --first > longest_shown_line) return {};
  }
  std::size_t last = begin;
  while (last < text_.size() && text_[last] != '\n') {
    if (++last - begin > longest_shown_line) break;
  }
  while (last < text_.size() && continues_character(text_[last])) ++last;
  if (last > first && text_[last - 1] == '\r') --last;
  std::string_view line = text_.substr(first, last - first);
  if (first == 0 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  return std::string(line);
}

std::string Source::excerpt(Span span) const {
  constexpr std::size_t longest = 60;
  std::string_view whole = text(span);
  whole = whole.substr(0, whole.find_first_of("\r\n"));
  if (whole.size() <= longest && whole.size() == text(span).size()) return std::string(whole);
  std::size_t cut = std::min(longest, whole.size());
  while (cut > 0 && cut < whole.size() && continues_character(whole[cut])) --cut;
  return std::string(whole.substr(0, cut)) + "...";
}

std::optional<CodePoint> decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return CodePoint{first, 1};
  std::uint32_t bytes = 0;
  char32_t value = 0, least = 0;
  if ((first & 0xE0) == 0xC0) {
    bytes = 2, value = first & 0x1F, least = 0x80;
  } else if ((first & 0xF0) == 0xE0) {
    bytes = 3, value = first & 0x0F, least = 0x800;
  } else if ((first & 0xF8) == 0xF0) {
    bytes = 4, value = first & 0x07, least = 0x10000;
  } else {
    return std::nullopt;
  }
  if (at + bytes > text.size()) return std::nullopt;
  for (std::uint32_t i = 1; i < bytes; ++i) {
    if (!continues_character(text[at + i])) return std::nullopt;
    value = value << 6 | (byte(at + i) & 0x3F);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < least || value > 0x10FFFF || surrogate) return std::nullopt;
  return CodePoint{value, bytes};
}

void append_utf8(std::string& out, char32_t c) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
  }
}

}  // namespace cogs::logic
