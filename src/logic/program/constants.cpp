// SPDX-License-Identifier: Apache-2.0
#include "logic/program/constants.h"

#include <charconv>
#include <cstdlib>

namespace cogs::logic {

std::uint32_t Constants::name(std::string_view text) {
  if (const auto found = names_.find(text); found != names_.end()) return found->second;
  const auto id = static_cast<std::uint32_t>(texts_.size());
  texts_.emplace_back(text);
  names_.emplace(texts_.back(), id);
  bytes_ += text.size() + 100;
  return id;
}

Word Constants::integer(std::int64_t value) {
  if (value >= -Word::most_integer && value <= Word::most_integer) return Word::integer(value);
  return number(base::Number(value));
}

Word Constants::number(const base::Number& value, bool real) {
  if (!real) {
    const auto small = value.to_int64();
    if (small && *small >= -Word::most_integer && *small <= Word::most_integer) {
      return Word::integer(*small);
    }
  }
  const std::size_t hash = value.hash() * 2 + (real ? 1 : 0);
  const auto [begin, end] = number_ids_.equal_range(hash);
  for (auto i = begin; i != end; ++i) {
    const Entry& entry = numbers_[i->second];
    if (entry.real == real && entry.value == value) return Word(Tag::number, i->second);
  }
  const auto id = static_cast<std::uint32_t>(numbers_.size());
  numbers_.push_back({value, real});
  number_ids_.emplace(hash, id);
  bytes_ += 100;
  return Word(Tag::number, id);
}

std::uint32_t Constants::functor(std::uint32_t name, std::uint32_t arity) {
  const std::uint64_t key = (static_cast<std::uint64_t>(name) << 32) | arity;
  const auto [found, fresh] =
      functor_ids_.emplace(key, static_cast<std::uint32_t>(functors_.size()));
  if (fresh) functors_.push_back({name, arity});
  return found->second;
}

base::Number Constants::value(Word number) const {
  if (number.tag() == Tag::integer) return base::Number(number.value());
  return numbers_[number.index()].value;
}

bool Constants::is_real(Word number) const {
  return number.tag() == Tag::number && numbers_[number.index()].real;
}

base::Number real_number(double value) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return base::Number::parse(std::string_view(text, static_cast<std::size_t>(end - text)))
      .value_or(base::Number(0));
}

double real_value(const base::Number& number) {
  // A finite decimal is read back as the nearest double; a quotient of small integers is exact
  // to the last place as it is.
  const std::string text = number.text();
  if (text.find('/') != std::string::npos) return number.approximate();
  return std::strtod(text.c_str(), nullptr);
}

}  // namespace cogs::logic
