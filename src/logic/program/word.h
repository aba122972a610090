// SPDX-License-Identifier: Apache-2.0
//
// Terms as the goal-directed machine holds them: one 64-bit word each.
//
// Constants are words that are equal exactly when the constants are. A compound term is the
// index of its functor in an array, followed by its arguments; ground ones can be shared (hash-
// consed, see store.h), and then they too are equal exactly when their words are.
// A slot stands for a variable of a clause in the clause's code, and for nothing at run time.
#pragma once

#include <cstdint>
#include <functional>

namespace cogs::logic {

enum class Tag : std::uint8_t {
  none,  // of the word zero: not a term
  variable,
  atom,
  integer,  // fits in 60 bits
  number,   // any other number: an index of Constants
  string,
  compound,  // on the heap
  shared,    // ground and hash-consed
};

class Word {
 public:
  constexpr Word() = default;
  constexpr Word(Tag tag, std::uint64_t payload)
      : bits_((payload << 4) | static_cast<std::uint64_t>(tag)) {}
  static constexpr Word integer(std::int64_t value) {
    return Word(Tag::integer, static_cast<std::uint64_t>(value));
  }
  static constexpr Word slot(std::uint32_t index) {
    Word word;
    word.bits_ = (static_cast<std::uint64_t>(index) << 4) | slot_tag;
    return word;
  }
  static constexpr Word raw(std::uint64_t bits) {
    Word word;
    word.bits_ = bits;
    return word;
  }

  constexpr Tag tag() const { return static_cast<Tag>(bits_ & 0xF); }
  constexpr bool is_slot() const { return (bits_ & 0xF) == slot_tag; }
  constexpr std::uint32_t index() const { return static_cast<std::uint32_t>(bits_ >> 4); }
  constexpr std::int64_t value() const { return static_cast<std::int64_t>(bits_) >> 4; }
  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool is_variable() const { return tag() == Tag::variable; }
  constexpr bool is_compound() const { return tag() == Tag::compound || tag() == Tag::shared; }
  constexpr bool is_number() const { return tag() == Tag::integer || tag() == Tag::number; }
  constexpr explicit operator bool() const { return bits_ != 0; }
  friend constexpr bool operator==(Word, Word) = default;

  static constexpr std::int64_t most_integer = (std::int64_t{1} << 59) - 1;

 private:
  static constexpr std::uint64_t slot_tag = 8;
  std::uint64_t bits_ = 0;
};

}  // namespace cogs::logic

template <>
struct std::hash<cogs::logic::Word> {
  std::size_t operator()(cogs::logic::Word word) const noexcept {
    return static_cast<std::size_t>(word.bits() * 0x9E3779B97F4A7C15u);
  }
};
