// SPDX-License-Identifier: Apache-2.0
//
// The constants of a run: names, functors, strings and the numbers that do not fit in a word,
// each kept once, so that words are equal exactly when the constants are. Nothing is ever
// forgotten, so words with constants stay valid through backtracking.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/number.h"
#include "logic/program/word.h"

namespace cogs::logic {

struct Functor {
  std::uint32_t name = 0;
  std::uint32_t arity = 0;
};

class Constants {
 public:
  std::uint32_t name(std::string_view text);
  const std::string& text(std::uint32_t name) const { return texts_[name]; }

  Word atom(std::string_view text) { return Word(Tag::atom, name(text)); }
  Word string(std::string_view text) { return Word(Tag::string, name(text)); }
  // `real`: a floating-point number, which as a term differs from the exact one.
  Word number(const base::Number& value, bool real = false);
  Word integer(std::int64_t value);

  std::uint32_t functor(std::uint32_t name, std::uint32_t arity);
  std::uint32_t functor(std::string_view text, std::uint32_t arity) {
    return functor(name(text), arity);
  }
  Functor functor(std::uint32_t id) const { return functors_[id]; }

  base::Number value(Word number) const;
  bool is_real(Word number) const;
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    base::Number value;
    bool real = false;
  };
  std::deque<std::string> texts_;  // a deque, because names_ refers into it
  std::unordered_map<std::string_view, std::uint32_t> names_;
  std::vector<Functor> functors_;
  std::unordered_map<std::uint64_t, std::uint32_t> functor_ids_;
  std::vector<Entry> numbers_;
  std::unordered_multimap<std::size_t, std::uint32_t> number_ids_;
  std::size_t bytes_ = 0;
};

// A double as the exact decimal number that its shortest text says, and back.
base::Number real_number(double value);
double real_value(const base::Number& number);

}  // namespace cogs::logic
