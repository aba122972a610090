// SPDX-License-Identifier: Apache-2.0
//
// Classes of characters in the term syntax.
#pragma once

#include <string_view>

namespace cogs::logic {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_word(char c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_'; }
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
constexpr bool is_symbol(char c) {
  return std::string_view("+-*/\\^<>=~:.?@#&$").find(c) != std::string_view::npos;
}
// The value of a digit in bases up to 36; 99 if it is none.
constexpr int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (is_lower(c)) return c - 'a' + 10;
  if (is_upper(c)) return c - 'A' + 10;
  return 99;
}

// Beyond ASCII: everything that is not known to be punctuation, a symbol or a space is taken
// for a letter, so that no table has to keep up with Unicode.
constexpr bool is_letter(char32_t c) {
  if (c < 0xC0) return c == 0xAA || c == 0xB5 || c == 0xBA;
  if (c == 0xD7 || c == 0xF7) return false;
  if (c >= 0x2000 && c <= 0x206F) return false;  // punctuation
  if (c >= 0x20A0 && c <= 0x20CF) return false;  // currencies
  if (c >= 0x2190 && c <= 0x2BFF) return false;  // arrows, mathematics, boxes
  if (c >= 0x3000 && c <= 0x3003) return false;
  if (c >= 0xD800 && c <= 0xF8FF) return false;  // surrogates, private use
  if (c >= 0xFE00 && c <= 0xFE0F) return false;
  if (c >= 0xFEFF && c <= 0xFF0F) return false;
  if (c >= 0xFFF0 && c <= 0xFFFF) return false;
  return c < 0x1F000 || (c >= 0x20000 && c < 0xE0000);
}

// Capitals of the Latin, Greek and Cyrillic alphabets: they begin variables, as A to Z do.
constexpr bool is_capital(char32_t c) {
  if (c >= 0xC0 && c <= 0xDE) return c != 0xD7;
  if (c >= 0x100 && c <= 0x137) return c % 2 == 0;
  if (c >= 0x139 && c <= 0x148) return c % 2 == 1;
  if (c >= 0x14A && c <= 0x177) return c % 2 == 0;
  if (c == 0x178 || c == 0x179 || c == 0x17B || c == 0x17D) return true;
  return (c >= 0x391 && c <= 0x3A9) || (c >= 0x400 && c <= 0x42F);
}

}  // namespace cogs::logic
