// SPDX-License-Identifier: Apache-2.0
#include "table/field_dictionary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "table/plain_number.h"

namespace cogs::table {
namespace {

constexpr std::size_t first_slots = 16;
constexpr std::size_t many_slots = std::size_t{1} << 14;  // what no longer is in the nearest cache
constexpr std::size_t at_once = 64;
constexpr std::uint64_t empty_field = 0x0100;  // no field: it has a zero byte before another

std::uint64_t load(const char* from, std::size_t bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

// The bytes of a field of 0 to 8 bytes among the eight that were loaded, and what makes its key of
// them. 9 stands for all longer ones, which have no key.
constexpr std::array<std::uint64_t, 10> make_masks() {
  std::array<std::uint64_t, 10> masks{};
  for (unsigned bytes = 1; bytes <= 8; ++bytes) {
    masks[bytes] = std::endian::native == std::endian::big ? ~std::uint64_t{0} << (64 - 8 * bytes)
                                                           : ~std::uint64_t{0} >> (64 - 8 * bytes);
  }
  return masks;
}
constexpr std::array<std::uint64_t, 10> key_masks = make_masks();
constexpr std::array<std::uint64_t, 10> key_marks = {empty_field};

bool is_full(std::size_t used, std::size_t slots) { return used * 3 >= slots * 2; }

// The high bits of the product depend on all of the word.
std::uint64_t mixed(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0x9E3779B97F4A7C15U;
  return word ^ (word >> 29);
}

std::size_t place(std::uint64_t hash, std::size_t slots) {
  return (hash * 0xD6E8FEB86659FD93U) >> (64 - std::countr_zero(slots));
}

}  // namespace

std::uint64_t FieldDictionary::short_key(std::string_view field) {
  return field.empty() ? empty_field : load(field.data(), field.size());
}

FieldDictionary::LongSlot FieldDictionary::long_key(std::string_view field) {
  LongSlot key;
  key.length = static_cast<std::uint32_t>(field.size());
  const char* const last = field.data() + field.size() - 8;
  key.first = load(field.data(), 8);
  key.last = load(last, 8);
  if (field.size() > 16) {
    std::uint64_t hash = mixed(key.first), other = key.last;
    for (std::size_t at = 8; at + 8 < field.size(); at += 8) {
      const std::uint64_t word = load(field.data() + at, 8);
      hash = mixed(hash ^ word);
      other = std::rotl(other, 23) * 0xA0761D6478BD642FU + word;
    }
    key.first = hash;
    key.last = other;
  }
  return key;
}

Code FieldDictionary::code(std::string_view field) {
  if (field.size() > 8) return code_long(field);
  if (is_full(short_used_ + 1, short_.size())) grow_short();
  const std::uint64_t key = short_key(field);
  return code_short(key, place_of(key), field);
}

Code FieldDictionary::code_short(std::uint64_t key, std::size_t at, std::string_view field) {
  const std::size_t mask = short_.size() - 1;
  while (short_[at].key != key) {
    if (short_[at].key == 0) {
      ++short_used_;
      short_[at] = {key, add(field)};
      break;
    }
    at = (at + 1) & mask;
  }
  return short_[at].code;
}

void FieldDictionary::code_fields(std::string_view text, const std::uint32_t* bounds,
                                  std::size_t stride, std::span<Code> codes) {
  const std::size_t safe = text.size() < 8 ? 0 : text.size() - 7;  // eight bytes can be loaded
  for (std::size_t first = 0; first < codes.size(); first += at_once) {
    const std::size_t count = std::min(at_once, codes.size() - first);
    const std::uint32_t* const from = bounds + first * stride;
    // Fields that are new in this batch must find room without moving the others.
    while (is_full(short_used_ + count, short_.size())) grow_short();
    if (from[(count - 1) * stride] + std::size_t{1} >= safe) {  // the text ends in this batch
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t begin = from[i * stride] + 1;
        codes[first + i] = code(text.substr(begin, from[i * stride + 1] - begin));
      }
    } else if (by_number_.empty()) {
      code_batch(text, from, stride, codes.subspan(first, count));
    } else {
      code_numbers(text, from, stride, codes.subspan(first, count));
    }
  }
}

// First all keys, while the slots are on their way from memory, then the slots.
void FieldDictionary::code_batch(std::string_view text, const std::uint32_t* bounds,
                                 std::size_t stride, std::span<Code> codes) {
  std::uint64_t keys[at_once];
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint32_t* const field = bounds + i * stride;
    const std::uint32_t begin = field[0] + 1, length = field[1] - begin;
    const auto kind = std::min<std::uint32_t>(length, 9);
    keys[i] = (load(text.data() + begin, 8) & key_masks[kind]) | key_marks[kind];
    __builtin_prefetch(&short_[place_of(keys[i])]);
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint64_t key = keys[i];
    const std::size_t at = place_of(key);
    if (short_[at].key == key && key != 0) {
      codes[i] = short_[at].code;
      continue;
    }
    const std::uint32_t* const bound = bounds + i * stride;
    const std::uint32_t begin = bound[0] + 1;
    const std::string_view field = text.substr(begin, bound[1] - begin);
    codes[i] = key != 0 ? code_short(key, at, field) : code_long(field);
  }
}

void FieldDictionary::code_numbers(std::string_view text, const std::uint32_t* bounds,
                                   std::size_t stride, std::span<Code> codes) {
  std::uint32_t numbers[at_once];
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint32_t* const field = bounds + i * stride;
    const std::uint32_t begin = field[0] + 1, length = field[1] - begin;
    const std::uint64_t word =
        load(text.data() + begin, 8) & key_masks[std::min<std::uint32_t>(length, 9)];
    numbers[i] = plain_number(word, length, decimals_);
    if (numbers[i] < by_number_.size()) __builtin_prefetch(&by_number_[numbers[i]]);
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const bool fits = numbers[i] < by_number_.size();
    if (fits && by_number_[numbers[i]] != 0) {
      codes[i] = by_number_[numbers[i]] - 1;
      continue;
    }
    const std::uint32_t* const bound = bounds + i * stride;
    const std::uint32_t begin = bound[0] + 1;
    codes[i] = code(text.substr(begin, bound[1] - begin));
    if (fits) by_number_[numbers[i]] = codes[i] + 1;
  }
}

// Whether the fields so far are numbers with the same number of decimals, and not far apart.
void FieldDictionary::look_for_numbers() {
  by_number_ = {};
  const std::string_view first = text(0);
  const std::size_t point = first.find('.');
  const std::size_t decimals = point == std::string_view::npos ? 0 : first.size() - point - 1;
  if (decimals > 5 || (point != std::string_view::npos && decimals == 0)) return;
  std::uint32_t largest = 0;
  std::size_t others = 0;
  for (Code code = 0; code < size(); ++code) {
    const std::string_view field = text(code);
    const std::uint32_t number =
        field.size() > 8 ? no_plain_number
                         : plain_number(short_key(field), static_cast<unsigned>(field.size()),
                                        static_cast<unsigned>(decimals));
    if (number == no_plain_number) {
      if (++others * 16 > size()) return;
    } else {
      largest = std::max(largest, number);
    }
  }
  if (largest / 8 >= size()) return;
  decimals_ = static_cast<unsigned>(decimals);
  by_number_ = decltype(by_number_)(largest + std::size_t{1});
}

Code FieldDictionary::code_long(std::string_view field) {
  if (long_used_ * 2 >= long_.size()) grow_long();
  const LongSlot key = long_key(field);
  const std::size_t mask = long_.size() - 1;
  std::size_t at = place(mixed(key.first) ^ key.last, long_.size());
  while (true) {
    LongSlot& slot = long_[at];
    if (slot.length == 0) {
      ++long_used_;
      slot = key;
      slot.code = add(field);
      return slot.code;
    }
    if (slot.first == key.first && slot.last == key.last && slot.length == key.length &&
        (key.length <= 16 || text(slot.code) == field)) {
      return slot.code;
    }
    at = (at + 1) & mask;
  }
}

Code FieldDictionary::add(std::string_view field) {
  texts_.append(field);
  ends_.push_back(texts_.size());
  return static_cast<Code>(ends_.size() - 1);
}

void FieldDictionary::grow_short() {
  decltype(short_) old(short_.empty() ? first_slots : short_.size() * 2);
  std::swap(old, short_);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(short_.size()));
  for (const ShortSlot& slot : old) {
    if (slot.key == 0) continue;
    std::size_t at = place_of(slot.key);
    while (short_[at].key != 0) at = (at + 1) & (short_.size() - 1);
    short_[at] = slot;
  }
  if (short_.size() > many_slots) look_for_numbers();
}

void FieldDictionary::grow_long() {
  decltype(long_) old(long_.empty() ? first_slots : long_.size() * 2);
  std::swap(old, long_);
  for (const LongSlot& slot : old) {
    if (slot.length == 0) continue;
    std::size_t at = place(mixed(slot.first) ^ slot.last, long_.size());
    while (long_[at].length != 0) at = (at + 1) & (long_.size() - 1);
    long_[at] = slot;
  }
}

std::size_t FieldDictionary::bytes() const {
  return short_.capacity() * sizeof(ShortSlot) + long_.capacity() * sizeof(LongSlot) +
         by_number_.capacity() * sizeof(Code) + texts_.capacity() +
         ends_.capacity() * sizeof(std::size_t);
}

}  // namespace cogs::table
