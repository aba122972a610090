// SPDX-License-Identifier: Apache-2.0
//
// Exact rational numbers: what models, records and answers are made of. 0.1 is one tenth.
//
// Small values (numerator and denominator in 64 bits, the rule) cost a few nanoseconds; others
// fall back on GMP. GMP is used in this file's .cpp only.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cogs::base {

class Number {
 public:
  Number() = default;
  Number(std::int64_t value) : numerator_(value) {}  // NOLINT: numbers convert from integers
  Number(int value) : numerator_(value) {}           // NOLINT

  // Reads "-12", "0.10", "1e3", "2.5E-3", "1r3", "1/3". Nothing else may surround it.
  // Refuses texts whose value would need more than a few thousand digits ("1e999999999").
  static std::optional<Number> parse(std::string_view text);
  // 10 to the power of `exponent`, which may be negative.
  static Number power_of_ten(int exponent);

  bool is_integer() const;
  int sign() const;
  Number floor() const;
  Number ceil() const;
  Number absolute() const { return sign() < 0 ? -*this : *this; }

  // "-12", "0.1", or "1/3" where no finite decimal exists. Reads back to the same number.
  std::string text() const;
  // Digits after the decimal point in text(); 0 for integers and for fractions such as 1/3.
  int decimals() const;
  double approximate() const;
  // The value as a machine integer, if it is one.
  std::optional<std::int64_t> to_int64() const;
  std::size_t hash() const;

  Number operator-() const;
  friend Number operator+(const Number& a, const Number& b);
  friend Number operator-(const Number& a, const Number& b);
  friend Number operator*(const Number& a, const Number& b);
  friend Number operator/(const Number& a, const Number& b);  // b must not be zero
  Number& operator+=(const Number& b) { return *this = *this + b; }
  Number& operator-=(const Number& b) { return *this = *this - b; }
  friend std::strong_ordering operator<=>(const Number& a, const Number& b);
  friend bool operator==(const Number& a, const Number& b) { return (a <=> b) == 0; }

 private:
  struct Big;
  friend struct NumberAccess;

  // As decimals(), but -1 for fractions such as 1/3.
  int decimal_places() const;

  // Canonical: denominator positive, no common factor, and big_ only where 64 bits do not do.
  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
  std::shared_ptr<const Big> big_;
};

}  // namespace cogs::base

template <>
struct std::hash<cogs::base::Number> {
  std::size_t operator()(const cogs::base::Number& n) const noexcept { return n.hash(); }
};
