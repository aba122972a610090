// SPDX-License-Identifier: Apache-2.0
#include "score/float_number.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace cogs::score {

namespace {

base::Number power_of_two(int exponent) {
  base::Number result = 1, square = 2;
  for (int left = exponent < 0 ? -exponent : exponent; left > 0; left /= 2) {
    if (left % 2 == 1) result = result * square;
    if (left > 1) square = square * square;
  }
  return exponent < 0 ? base::Number(1) / result : result;
}

template <class Float>
std::optional<Float> read_float(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const bool negative = !text.empty() && text.front() == '-';
  Float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // from_chars leaves the value alone: too small or too large, which the exponent's sign says.
    const auto mark = text.find_first_of("eE");
    const bool small = mark != std::string_view::npos && mark + 1 < text.size()
                           ? text[mark + 1] == '-'
                           : text.substr(negative ? 1 : 0).starts_with("0");
    value = small ? Float(0) : std::numeric_limits<Float>::infinity();
    if (negative) value = -value;
  }
  return value;
}

}  // namespace

base::Number exact(double value) {
  if (value == 0) return {};
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  const auto digits = static_cast<std::int64_t>(std::ldexp(fraction, 53));
  return base::Number(digits) * power_of_two(exponent - 53);
}

double nearest_double(const base::Number& number) {
  if (const auto whole = number.to_int64()) return static_cast<double>(*whole);
  const std::string text = number.text();
  if (text.find('/') == std::string::npos) {
    if (const auto value = read_float64(text)) return *value;
  }
  // A fraction such as 1/3: begin near it, and move until no neighbour is nearer.
  constexpr double no_end = std::numeric_limits<double>::infinity();
  double best = number.approximate();
  if (!std::isfinite(best)) return best;
  for (;;) {
    const double up = std::nextafter(best, no_end), down = std::nextafter(best, -no_end);
    const base::Number off = (number - exact(best)).absolute();
    if (std::isfinite(up) && (exact(up) - number).absolute() < off) {
      best = up;
    } else if (std::isfinite(down) && (number - exact(down)).absolute() < off) {
      best = down;
    } else {
      return best;  // a fraction that no decimal writes is never half way between two doubles
    }
  }
}

std::optional<float> read_float32(std::string_view text) { return read_float<float>(text); }
std::optional<double> read_float64(std::string_view text) { return read_float<double>(text); }

}  // namespace cogs::score
