// SPDX-License-Identifier: Apache-2.0
#include "batch/row_template.h"

#include <charconv>
#include <optional>

namespace cogs::batch {

namespace {

constexpr std::string_view opening = "\xEE\x80\x80", closing = "\xEE\x80\x81";  // U+E000, U+E001

struct Mark {
  std::size_t begin = 0, end = 0;
  std::uint32_t gap = 0;
};

std::optional<Mark> find_mark(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find(opening, from); at != std::string_view::npos;
       at = text.find(opening, at + 1)) {
    Mark mark{at, at, 0};
    const char* first = text.data() + at + opening.size();
    const auto [last, error] = std::from_chars(first, text.data() + text.size(), mark.gap);
    mark.end = static_cast<std::size_t>(last - text.data()) + closing.size();
    const bool closed = text.substr(mark.end - closing.size()).starts_with(closing);
    if (error == std::errc() && closed) return mark;
  }
  return std::nullopt;
}

}  // namespace

std::string mark(std::uint32_t feature) {
  return std::string(opening) + std::to_string(feature) + std::string(closing);
}

model::Record marks(std::size_t features) {
  model::Record record(features);
  for (std::uint32_t f = 0; f < features; ++f) record[f] = model::Value{mark(f), std::nullopt};
  return record;
}

RowTemplate::RowTemplate(std::string_view text) : text_(text) {
  std::size_t begin = 0;
  while (const std::optional<Mark> found = find_mark(text_, begin)) {
    pieces_.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(found->begin), found->gap});
    begin = found->end;
  }
  pieces_.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(text_.size()), 0});
}

}  // namespace cogs::batch
