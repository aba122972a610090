// SPDX-License-Identifier: Apache-2.0
//
// Fields of up to eight bytes that are plain numbers -> small integers, without a loop.
//
// Columns of numbers often have values close together: all of 0 to 99999, or all hundredths up to
// 1000. There an array with one place for each is much smaller than a hash table of the fields.
#pragma once

#include <bit>
#include <cstdint>

namespace cogs::table {

constexpr std::uint32_t no_plain_number = 0xFFFF'FFFF;

// The digits of a field as an integer, if it is a number with exactly `decimals` (0 to 5) digits
// behind the point, without a sign and without zeros at its front that it could do without. Two
// fields that differ never give the same integer. `word`: the field's first eight bytes, those
// behind its end 0.
inline std::uint32_t plain_number(std::uint64_t word, unsigned length, unsigned decimals) {
  if constexpr (std::endian::native != std::endian::little) return no_plain_number;
  const unsigned digits_before = length - (decimals == 0 ? 0 : decimals + 1);
  if (length > 8 || length == 0 || digits_before - 1 > 7) return no_plain_number;  // or wrapped
  if ((word & 0xFF) == '0' && digits_before > 1) return no_plain_number;
  constexpr std::uint64_t zeros = 0x3030303030303030U;
  // The last digit to the last byte, as if zeros were in front.
  const unsigned free_bits = 64 - 8 * length;
  word <<= free_bits;
  if (decimals > 0) {
    const unsigned point = 8 * (7 - decimals);
    if (((word >> point) & 0xFF) != '.') return no_plain_number;
    const std::uint64_t below = (std::uint64_t{1} << point) - 1;
    word = (word & ~(below << 8 | 0xFF)) | (word & below) << 8;
  }
  const unsigned empty_bits = free_bits + (decimals > 0 ? 8 : 0);
  if (empty_bits > 0) word |= zeros >> (64 - empty_bits);
  constexpr std::uint64_t upper_halves = 0xF0F0F0F0F0F0F0F0U;
  if (((word & upper_halves) ^ zeros) != 0) return no_plain_number;
  if ((((word + 0x0606060606060606U) & upper_halves) ^ zeros) != 0) return no_plain_number;
  // Pairs of digits, then fours, then all eight.
  word -= zeros;
  word = word * 10 + (word >> 8);
  constexpr std::uint64_t pairs = 0x000000FF000000FFU;
  return static_cast<std::uint32_t>(
      ((word & pairs) * 0x000F424000000064U + ((word >> 16) & pairs) * 0x0000271000000001U) >> 32);
}

}  // namespace cogs::table
