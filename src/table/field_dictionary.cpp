// SPDX-License-Identifier: Apache-2.0
#include "table/field_dictionary.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace cogs::table {
namespace {

constexpr std::size_t first_slots = 64;
constexpr std::uint64_t empty_field = 0x0100;  // no field: it has a zero byte before another

std::uint64_t load(const char* from, std::size_t bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

// The word without all but its first `bytes` bytes, of at most eight.
std::uint64_t first_bytes(std::uint64_t word, std::uint32_t bytes) {
  if constexpr (std::endian::native == std::endian::big) {
    return bytes == 0 ? 0 : word & (~std::uint64_t{0} << (64 - 8 * bytes));
  }
  return bytes == 0 ? 0 : word & (~std::uint64_t{0} >> (64 - 8 * bytes));
}

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
  return field.size() <= 8 ? code_short(short_key(field), field) : code_long(field);
}

Code FieldDictionary::code_short(std::uint64_t key, std::string_view field) {
  if (short_used_ * 2 >= short_.size()) grow_short();
  const std::size_t mask = short_.size() - 1;
  std::size_t at = place(key, short_.size());
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
  constexpr std::size_t batch = 128;
  struct Pending {
    std::uint64_t key;
    std::uint32_t begin, length;
  };
  Pending pending[batch];
  const std::size_t safe = text.size() < 8 ? 0 : text.size() - 7;  // eight bytes can be loaded
  for (std::size_t first = 0; first < codes.size(); first += batch) {
    const std::size_t count = std::min(batch, codes.size() - first);
    // Fields that are new in this batch must find room without moving the others.
    while ((short_used_ + count) * 2 >= short_.size()) grow_short();
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t* const field = bounds + (first + i) * stride;
      const std::uint32_t begin = field[0] + 1, length = field[1] - begin;
      std::uint64_t key = 0;
      if (length <= 8) {
        key = begin < safe ? first_bytes(load(text.data() + begin, 8), length)
                           : short_key(text.substr(begin, length));
        if (length == 0) key = empty_field;
        __builtin_prefetch(&short_[place(key, short_.size())]);
      }
      pending[i] = {key, begin, length};
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto [key, begin, length] = pending[i];
      if (length > 8) {
        codes[first + i] = code_long(text.substr(begin, length));
        continue;
      }
      const ShortSlot& slot = short_[place(key, short_.size())];
      codes[first + i] = slot.key == key ? slot.code : code_short(key, text.substr(begin, length));
    }
  }
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
  std::vector<ShortSlot> old(short_.empty() ? first_slots : short_.size() * 2);
  std::swap(old, short_);
  for (const ShortSlot& slot : old) {
    if (slot.key == 0) continue;
    std::size_t at = place(slot.key, short_.size());
    while (short_[at].key != 0) at = (at + 1) & (short_.size() - 1);
    short_[at] = slot;
  }
}

void FieldDictionary::grow_long() {
  std::vector<LongSlot> old(long_.empty() ? first_slots : long_.size() * 2);
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
         texts_.capacity() + ends_.capacity() * sizeof(std::size_t);
}

}  // namespace cogs::table
