// SPDX-License-Identifier: Apache-2.0
//
// Each 64 bytes become five words with one bit a byte: delimiters, line ends, quotes, carriage
// returns. Which bytes are inside quotes is then a running xor over the quotes' bits, and all rules
// about neighbours are shifts by one.
#include "table/index_fields.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "table/csv_rules.h"

namespace cogs::table {
namespace {

struct Masks {
  std::uint64_t delimiters = 0, lines = 0, quotes = 0, returns = 0;
};

class PortableScan {
 public:
  explicit PortableScan(char delimiter) : delimiter_(repeated(delimiter)) {}

  Masks masks(const char* from) {
    Masks masks;
    for (int i = 0; i < 8; ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, from + 8 * i, 8);
      if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
      masks.delimiters |= equal(word, delimiter_) << (8 * i);
      masks.lines |= equal(word, repeated('\n')) << (8 * i);
      masks.quotes |= equal(word, repeated('"')) << (8 * i);
      masks.returns |= equal(word, repeated('\r')) << (8 * i);
      zeros_ |= equal(word, 0);
      high_ |= word & 0x8080808080808080U;
    }
    return masks;
  }
  bool has_zero() const { return zeros_ != 0; }
  bool has_high() const { return high_ != 0; }

 private:
  static constexpr std::uint64_t repeated(char c) {
    return 0x0101010101010101U * static_cast<unsigned char>(c);
  }
  // One bit for each of eight bytes.
  static std::uint64_t equal(std::uint64_t word, std::uint64_t pattern) {
    constexpr std::uint64_t low = 0x7F7F7F7F7F7F7F7FU;
    const std::uint64_t difference = word ^ pattern;
    const std::uint64_t same = ~(((difference & low) + low) | difference | low);
    return ((same >> 7) * 0x0102040810204080U) >> 56;
  }

  std::uint64_t delimiter_, zeros_ = 0, high_ = 0;
};

#if defined(__SSE2__)
class Sse2Scan {
 public:
  explicit Sse2Scan(char delimiter) : delimiter_(_mm_set1_epi8(delimiter)) {}

  Masks masks(const char* from) {
    Masks masks;
    for (int i = 0; i < 4; ++i) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 16 * i));
      masks.delimiters |= equal(bytes, delimiter_) << (16 * i);
      masks.lines |= equal(bytes, _mm_set1_epi8('\n')) << (16 * i);
      masks.quotes |= equal(bytes, _mm_set1_epi8('"')) << (16 * i);
      masks.returns |= equal(bytes, _mm_set1_epi8('\r')) << (16 * i);
      least_ = _mm_min_epu8(least_, bytes);
      all_ = _mm_or_si128(all_, bytes);
    }
    return masks;
  }
  bool has_zero() const { return equal(least_, _mm_setzero_si128()) != 0; }
  bool has_high() const { return _mm_movemask_epi8(all_) != 0; }

 private:
  static std::uint64_t equal(__m128i bytes, __m128i pattern) {
    return static_cast<std::uint64_t>(
        static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, pattern))));
  }

  __m128i delimiter_;
  __m128i least_ = _mm_set1_epi8(-1), all_ = _mm_setzero_si128();
};
#else
using Sse2Scan = PortableScan;
#endif

std::uint64_t running_xor(std::uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

// std::popcount is a call where the processor may lack the instruction.
std::size_t count_bits(std::uint64_t bits) {
  bits -= (bits >> 1) & 0x5555555555555555U;
  bits = (bits & 0x3333333333333333U) + ((bits >> 2) & 0x3333333333333333U);
  return (((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FU) * 0x0101010101010101U) >> 56;
}

// What one word leaves for the next: a bit each for its last byte.
struct Carry {
  std::uint64_t inside = 0;       // all bits: in quotes
  std::uint64_t field_start = 1;  // a field starts here
  std::uint64_t after_close = 0;
  std::uint64_t after_return = 0;
};

template <class Scan>
void scan(std::string_view block, char delimiter, FieldIndex& index) {
  Scan scan(delimiter);
  Carry carry;
  bool odd = false;
  if (index.bounds.size() < block.size() + 16) index.bounds.resize(block.size() + 16);
  std::uint32_t* out = index.bounds.data();
  *out++ = static_cast<std::uint32_t>(-1);
  std::size_t rows = 0, lines = 0;

  const auto take = [&](const char* from, std::size_t offset) {
    const Masks masks = scan.masks(from);
    std::uint64_t lines_outside = masks.lines;
    std::uint64_t ends = masks.delimiters | masks.lines;
    std::uint64_t returns = masks.returns;
    if ((masks.quotes | carry.inside | carry.after_close) != 0) {
      const std::uint64_t inside = running_xor(masks.quotes) ^ carry.inside;
      carry.inside = (inside >> 63) != 0 ? ~std::uint64_t{0} : 0;
      ends &= ~inside;
      lines_outside &= ~inside;
      returns &= ~inside;
      const std::uint64_t opens = masks.quotes & inside, closes = masks.quotes & ~inside;
      const std::uint64_t after_end = ends << 1 | carry.field_start;
      const std::uint64_t after_close = closes << 1 | carry.after_close;
      odd |= (opens & ~(after_end | after_close)) != 0;
      odd |= (after_close & ~(ends | opens | returns)) != 0;
      carry.after_close = closes >> 63;
    }
    odd |= ((returns << 1 | carry.after_return) & ~lines_outside) != 0;
    carry.after_return = returns >> 63;
    carry.field_start = ends >> 63;
    rows += count_bits(lines_outside);
    lines += lines_outside == masks.lines ? count_bits(lines_outside) : count_bits(masks.lines);
    // Eight at a time, needed or not: how many there are is hard to foresee, and a wrong guess
    // costs more than eight.
    const std::size_t count = count_bits(ends);
    for (std::size_t done = 0; done < count; done += 8) {
      for (std::size_t i = 0; i < 8; ++i) {
        out[done + i] =
            static_cast<std::uint32_t>(offset) + static_cast<std::uint32_t>(std::countr_zero(ends));
        ends &= ends - 1;
      }
    }
    out += count;
  };

  std::size_t at = 0;
  for (; at + 64 <= block.size(); at += 64) take(block.data() + at, at);
  const bool ends_open = !block.empty() && block.back() != '\n';
  if (at < block.size() || ends_open) {
    char last[64];
    std::memset(last, delimiter == ' ' ? '.' : ' ', sizeof last);
    std::copy(block.begin() + static_cast<std::ptrdiff_t>(at), block.end(), last);
    // With a line end behind it the last field may close its quotes, or end in a carriage return.
    if (ends_open) last[block.size() - at] = '\n';
    take(last, at);
    lines -= ends_open;
  }
  index.fields = static_cast<std::size_t>(out - index.bounds.data()) - 1;
  index.rows = rows;
  index.lines = lines;
  index.plain = !odd && carry.inside == 0 && !scan.has_zero();
  if (index.plain && scan.has_high()) {
    std::size_t fault = 0;
    index.plain = check_characters(block, fault) == RowFault::none;
  }
}

}  // namespace

void index_fields(std::string_view block, char delimiter, std::size_t columns, FieldIndex& index,
                  bool portable) {
  if (portable) {
    scan<PortableScan>(block, delimiter, index);
  } else {
    scan<Sse2Scan>(block, delimiter, index);
  }
  index.regular = index.plain && index.fields == index.rows * columns;
  for (std::size_t row = 1; row <= index.rows && index.regular; ++row) {
    const std::size_t end = index.bounds[row * columns];
    index.regular = end == block.size() || block[end] == '\n';
  }
}

}  // namespace cogs::table
