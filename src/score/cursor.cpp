// SPDX-License-Identifier: Apache-2.0
#include "score/cursor.h"

#include <charconv>
#include <cmath>

#include "score/float_number.h"

namespace cogs::score {

namespace {

using Kind = json::Item::Kind;

std::optional<std::int64_t> read_integer(std::string_view digits) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc() && end == digits.data() + digits.size()) return value;
  const auto number = read_float64(digits);  // "3.0", "1E2"
  constexpr double largest = 9007199254740992.0;
  if (!number || !(std::abs(*number) <= largest) || std::trunc(*number) != *number) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(*number);
}

}  // namespace

Cursor Cursor::at(std::string_view name) const {
  if (auto found = find(name)) return *std::move(found);
  fail("'" + std::string(name) + "' is missing");
}

std::optional<Cursor> Cursor::find(std::string_view name) const {
  if (!is(Kind::object)) fail("an object is expected");
  const json::Item* found = item_->find(name);
  if (found == nullptr || found->kind == Kind::null) return std::nullopt;
  return Cursor(*this, *found, (path_.empty() ? "" : path_ + ".") + std::string(name));
}

std::size_t Cursor::size() const {
  if (!is(Kind::array)) fail("a list is expected");
  return item_->size();
}

Cursor Cursor::at(std::size_t index) const {
  if (!is(Kind::array) || index >= item_->items.size()) fail("a list of other values is expected");
  return {*this, item_->items[index], path_ + "[" + std::to_string(index) + "]"};
}

bool Cursor::is_list_of_lists() const {
  return is(Kind::array) && !item_->items.empty() && item_->items.front().kind == Kind::array;
}

const std::vector<json::Item::Member>& Cursor::members() const {
  if (!is(Kind::object)) fail("an object is expected");
  return item_->members;
}

Cursor Cursor::member(std::size_t index) const {
  const auto& [name, item] = members()[index];
  return {*this, item, (path_.empty() ? "" : path_ + ".") + name};
}

const std::string& Cursor::text() const {
  if (!is(Kind::string)) fail("a string is expected");
  return item_->text;
}

bool Cursor::truth() const {
  if (is(Kind::boolean)) return item_->truth;
  const std::int64_t value = integer();
  if (value != 0 && value != 1) fail("true or false is expected");
  return value == 1;
}

std::string_view Cursor::digits() const {
  if (is(Kind::number)) return item_->digits;
  if (is(Kind::string)) return item_->text;
  fail("a number is expected");
}

double Cursor::float64() const {
  if (const auto value = read_float64(digits())) return *value;
  fail("a number is expected");
}

float Cursor::float32() const {
  if (const auto value = read_float32(digits())) return *value;
  fail("a number is expected");
}

std::int64_t Cursor::integer() const {
  if (const auto value = read_integer(digits())) return *value;
  fail("a whole number is expected");
}

template <class T, class Read>
std::vector<T> Cursor::all(const Read& read) const {
  std::vector<T> values;
  values.reserve(size());
  for (const std::string_view digits : item_->numbers) {
    const auto value = read(digits);
    if (!value) fail("a list of numbers of another kind is expected");
    values.push_back(*value);
  }
  for (const json::Item& item : item_->items) {
    std::string_view digits = item.kind == Kind::number ? item.digits : item.text;
    if (item.kind == Kind::boolean) digits = item.truth ? "1" : "0";
    const auto value = read(digits);
    if (!value) fail("a list of numbers is expected");
    values.push_back(*value);
  }
  return values;
}

std::vector<double> Cursor::floats64() const { return all<double>(read_float64); }
std::vector<float> Cursor::floats32() const { return all<float>(read_float32); }
std::vector<std::int64_t> Cursor::integers() const { return all<std::int64_t>(read_integer); }

std::vector<std::string> Cursor::texts() const {
  std::vector<std::string> values;
  if (size() != item_->items.size()) fail("a list of strings is expected");
  for (const json::Item& item : item_->items) {
    if (item.kind != Kind::string) fail("a list of strings is expected");
    values.push_back(item.text);
  }
  return values;
}

std::vector<std::string_view> Cursor::tokens() const {
  return all<std::string_view>([](std::string_view digits) { return std::optional(digits); });
}

void Cursor::fail(const std::string& message, std::string help) const {
  throw base::InputError(document_->error(
      item_->at, path_.empty() ? message : path_ + ": " + message, std::move(help)));
}

}  // namespace cogs::score
