// SPDX-License-Identifier: Apache-2.0
//
// A text that is being read, and places in it.
//
// Tokens and terms remember byte spans, which are small; a span becomes a line and a column
// (in characters) only when somebody asks. Asking costs the same anywhere in the text, also in
// a file of a hundred megabytes on one line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace cogs::logic {

// Bytes [begin, end) of a source.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(Span, Span) = default;
};

class Source {
 public:
  // Longer texts are not read: spans are 32 bits wide.
  static constexpr std::size_t most_bytes = 0xFFFFFFF0;

  // `text` must outlive the source and have at most most_bytes bytes.
  Source(std::string_view text, std::string path);

  std::string_view text() const { return text_; }
  std::string_view text(Span span) const { return text_.substr(span.begin, span.end - span.begin); }
  const std::string& path() const { return path_; }
  // The text of a span for a message: cut if it is long.
  std::string excerpt(Span span) const;

  // A span over several lines is given the part on its first line, as far as line_of() shows it.
  base::Place place(Span span) const;
  // The line that holds the span's begin, without its line end; empty if the line is so long
  // that showing it would help nobody.
  std::string line_of(Span span) const;

 private:
  struct Position {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
  };
  void advance(Position& position, std::size_t from, std::size_t to) const;

  std::string_view text_;
  std::string path_;
  std::vector<Position> marks_;  // position of each block's first byte
};

// A code point and the number of bytes it takes; nullopt if no valid UTF-8 starts at `at`.
struct CodePoint {
  char32_t value = 0;
  std::uint32_t bytes = 1;
};
std::optional<CodePoint> decode_utf8(std::string_view text, std::size_t at);
void append_utf8(std::string& out, char32_t code_point);

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace cogs::logic
