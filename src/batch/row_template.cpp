// SPDX-License-Identifier: Apache-2.0
#include "batch/row_template.h"

#include <charconv>
#include <optional>
#include <random>

namespace cogs::batch {

namespace {

constexpr std::size_t amount_places = 6;              // that follow the digits of an amount's mark
constexpr std::string_view closing = "\xEE\x80\x81";  // U+E001

// Models and tables hold whatever people write, also private characters and long numbers. Nobody
// can write what is drawn anew for each process, so no text of theirs is taken for a mark.
std::string drawn_digits(std::size_t count) {
  std::random_device source;
  std::uniform_int_distribution<int> digit(1, 9);
  std::string digits;
  while (digits.size() < count) digits += static_cast<char>('0' + digit(source));
  return digits;
}

const std::string& opening() {
  static const std::string text = "\xEE\x80\x80" + drawn_digits(20) + "x";  // U+E000
  return text;
}

const std::string& amount_digits() {
  static const std::string text = drawn_digits(30);
  return text;
}

struct Mark {
  std::size_t begin = 0, end = 0;
  std::uint32_t gap = 0;
};

std::optional<Mark> find_mark(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find(opening(), from); at != std::string_view::npos;
       at = text.find(opening(), at + 1)) {
    Mark mark{at, at, 0};
    const char* first = text.data() + at + opening().size();
    const auto [last, error] = std::from_chars(first, text.data() + text.size(), mark.gap);
    mark.end = static_cast<std::size_t>(last - text.data()) + closing.size();
    const bool closed = text.substr(mark.end - closing.size()).starts_with(closing);
    if (error == std::errc() && closed) return mark;
  }
  return std::nullopt;
}

// The mark of a value or of an amount, whichever comes first.
std::optional<Mark> find_any(std::string_view text, std::size_t from) {
  const std::optional<Mark> value = find_mark(text, from);
  const std::size_t at = text.find(amount_digits(), from);
  if (at == std::string_view::npos || (value && value->begin < at)) return value;
  Mark amount{at, at + amount_digits().size() + amount_places, 0};
  const char* first = text.data() + at + amount_digits().size();
  std::from_chars(first, first + amount_places, amount.gap);
  amount.gap += amount_gaps;
  return amount;
}

}  // namespace

model::Number amount_mark(std::size_t amount) {
  std::string digits = std::to_string(amount);
  digits.insert(0, amount_places - digits.size(), '0');
  return *model::Number::parse(amount_digits() + digits);
}

std::string mark(std::uint32_t feature) {
  return opening() + std::to_string(feature) + std::string(closing);
}

std::string without_quotes_around_marks(std::string_view text) {
  const std::string before = '"' + opening(), after = std::string(closing) + '"';
  std::string out;
  std::size_t at = 0;
  for (std::size_t found; (found = text.find(before, at)) != std::string_view::npos;) {
    const std::size_t end = text.find(after, found);
    if (end == std::string_view::npos) break;
    out.append(text, at, found - at);
    out.append(text, found + 1, end + closing.size() - (found + 1));
    at = end + after.size();
  }
  return out.append(text, at);
}

model::Record marks(std::size_t features) {
  model::Record record(features);
  for (std::uint32_t f = 0; f < features; ++f) record[f] = model::Value{mark(f), std::nullopt};
  return record;
}

void append_number(std::string& out, std::uint64_t number) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, static_cast<std::size_t>(end - digits));
}

RowTemplate::RowTemplate(std::string_view text) : text_(text) {
  std::size_t begin = 0;
  while (const std::optional<Mark> found = find_any(text_, begin)) {
    pieces_.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(found->begin), found->gap});
    begin = found->end;
  }
  pieces_.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(text_.size()), 0});
}

}  // namespace cogs::batch
