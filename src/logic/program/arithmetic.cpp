// SPDX-License-Identifier: Apache-2.0
#include "logic/program/arithmetic.h"

#include <cmath>

#include "base/number_size.h"
#include "logic/program/constants.h"

namespace cogs::logic {

namespace {

using base::Number;

constexpr std::int64_t most_bits = 1'000'000;  // 300,000 decimal digits

std::optional<ArithmeticValue> real(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return ArithmeticValue{real_number(value), true};
}

std::optional<ArithmeticValue> exact(Number value) {
  check_size(value);
  return ArithmeticValue{std::move(value), false};
}

Number truncated(const Number& value) { return value.sign() < 0 ? value.ceil() : value.floor(); }

std::optional<ArithmeticValue> power(const ArithmeticValue& base, const ArithmeticValue& exponent) {
  if (base.real || exponent.real) {
    return real(std::pow(real_value(base.number), real_value(exponent.number)));
  }
  if (!exponent.number.is_integer()) return std::nullopt;
  if (exponent.number.sign() < 0 && base.number.sign() == 0) return std::nullopt;
  const bool flat = base.number.sign() == 0 || base.number.absolute() == Number(1);
  const auto n = exponent.number.to_int64();
  if (flat) {
    const Number half = exponent.number / Number(2);
    const bool odd = !half.is_integer();
    return exact(exponent.number.sign() == 0 ? Number(1)
                 : odd                       ? base.number
                                             : base.number * base.number);
  }
  const auto size = static_cast<std::int64_t>(cogs::base::size_in_bits(base.number));
  if (!n || *n > most_bits / size || *n < -most_bits / size) throw TooLarge();
  Number result = 1, square = base.number;
  for (std::int64_t left = *n < 0 ? -*n : *n; left > 0; left /= 2) {
    if (left % 2 == 1) result = result * square;
    if (left > 1) square = square * square;
  }
  return exact(*n < 0 ? Number(1) / result : result);
}

std::optional<ArithmeticValue> unary(std::string_view name, const ArithmeticValue& x) {
  if (name == "-") return ArithmeticValue{-x.number, x.real};
  if (name == "+") return x;
  if (name == "abs") return ArithmeticValue{x.number.absolute(), x.real};
  if (name == "sign") return ArithmeticValue{x.number.sign(), x.real};
  if (name == "float") return ArithmeticValue{real_number(real_value(x.number)), true};
  if (name == "floor") return exact(x.number.floor());
  if (name == "ceiling") return exact(x.number.ceil());
  if (name == "truncate") return exact(truncated(x.number));
  if (name == "round" || name == "integer") {
    const Number half = Number(1) / Number(2);
    return exact(x.number.sign() < 0 ? (x.number - half).ceil() : (x.number + half).floor());
  }
  const double value = real_value(x.number);
  if (name == "sqrt") return real(std::sqrt(value));
  if (name == "exp") return real(std::exp(value));
  if (name == "log") return real(std::log(value));
  if (name == "sin") return real(std::sin(value));
  if (name == "cos") return real(std::cos(value));
  if (name == "tan") return real(std::tan(value));
  return std::nullopt;
}

std::optional<ArithmeticValue> whole(std::string_view name, const Number& a, const Number& b) {
  if (!a.is_integer() || !b.is_integer() || b.sign() == 0) return std::nullopt;
  if (name == "//") return exact(truncated(a / b));
  if (name == "div") return exact((a / b).floor());
  if (name == "mod") return exact(a - b * (a / b).floor());
  return exact(a - b * truncated(a / b));  // rem
}

std::optional<ArithmeticValue> binary(std::string_view name, const ArithmeticValue& x,
                                      const ArithmeticValue& y) {
  const Number &a = x.number, &b = y.number;
  if (name == "min") return b < a ? y : x;
  if (name == "max") return a < b ? y : x;
  if (name == "**" || name == "^") return power(x, y);
  if (name == "//" || name == "div" || name == "mod" || name == "rem") return whole(name, a, b);
  if (name == "/" && b.sign() == 0) return std::nullopt;
  if (x.real || y.real) {
    const double p = real_value(a), q = real_value(b);
    if (name == "+") return real(p + q);
    if (name == "-") return real(p - q);
    if (name == "*") return real(p * q);
    if (name == "/") return real(p / q);
    return std::nullopt;
  }
  if (name == "+") return exact(a + b);
  if (name == "-") return exact(a - b);
  if (name == "*") return exact(a * b);
  if (name == "/" || name == "rdiv") {
    if (b.sign() == 0) return std::nullopt;
    return exact(a / b);
  }
  return std::nullopt;
}

}  // namespace

void check_size(const Number& number) {
  if (static_cast<std::int64_t>(base::size_in_bits(number)) > most_bits) throw TooLarge();
}

// Every function has a value where all its arguments are 1.
bool is_function(std::string_view name, std::size_t arity) {
  const ArithmeticValue ones[2] = {{1, false}, {1, false}};
  return arity <= 2 && apply_function(name, std::span(ones, arity)).has_value();
}

std::optional<ArithmeticValue> apply_function(std::string_view name,
                                              std::span<const ArithmeticValue> arguments) {
  if (arguments.size() == 1) return unary(name, arguments[0]);
  if (arguments.size() == 2) return binary(name, arguments[0], arguments[1]);
  return std::nullopt;
}

}  // namespace cogs::logic
