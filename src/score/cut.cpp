// SPDX-License-Identifier: Apache-2.0
#include "score/cut.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "score/float_number.h"

namespace cogs::score {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool ends_in_even_bit(double value) { return (std::bit_cast<std::uint64_t>(value) & 1U) == 0; }
bool ends_in_even_bit(float value) { return (std::bit_cast<std::uint32_t>(value) & 1U) == 0; }

// Half way between neighbours; what is beyond the largest finite number rounds to infinity from
// where the next one would be.
template <class Float>
base::Number middle(Float low, Float high) {
  if (!std::isfinite(low)) return -middle(-high, -low);
  if (std::isfinite(high)) return (exact(low) + exact(high)) / base::Number(2);
  const Float before = std::nextafter(low, Float(0));
  return exact(low) + (exact(low) - exact(before)) / base::Number(2);
}

// Between two neighbours: where rounding to nearest goes from one to the other. A tie goes to the
// one that ends in an even bit.
template <class Float>
Cut cut_between(Float low, Float high) {
  const bool tie_is_low = std::isfinite(low) && ends_in_even_bit(low);
  return {middle(low, high), tie_is_low};
}

}  // namespace

std::optional<Cut> cut_of_double(double threshold, bool or_equal) {
  if (threshold == 0) threshold = 0;  // not -0, whose neighbours are the same
  const double low = or_equal ? threshold : std::nextafter(threshold, -infinity);
  const double high = or_equal ? std::nextafter(threshold, infinity) : threshold;
  if (low == high || !(low < infinity) || !(high > -infinity)) return std::nullopt;
  return cut_between(low, high);
}

std::optional<Cut> cut_of_float32(double threshold, bool or_equal) {
  constexpr float largest = std::numeric_limits<float>::infinity();
  const float t = threshold == 0 ? 0.0F : static_cast<float>(threshold);
  const float low = or_equal ? t : std::nextafter(t, -largest);
  const float high = or_equal ? std::nextafter(t, largest) : t;
  if (low == high || !(low < largest) || !(high > -largest)) return std::nullopt;
  // The doubles that round down to `low` end at the middle, or just before it; every middle of two
  // float32 is a double.
  const double tie = nearest_double(middle(low, high));
  const bool tie_is_low = std::isfinite(low) && ends_in_even_bit(low);
  return cut_of_double(tie, tie_is_low);
}

std::optional<Cut> cut_of(const Ensemble& e, const Node& node) {
  const bool or_equal = node.test != Test::less;  // x > t is not x <= t
  return e.columns[node.column].float32 ? cut_of_float32(node.threshold, or_equal)
                                        : cut_of_double(node.threshold, or_equal);
}

ZeroGap zero_gap(const Column& column) {
  const auto cut = [&](double threshold, bool or_equal) {
    return column.float32 ? *cut_of_float32(threshold, or_equal)
                          : *cut_of_double(threshold, or_equal);
  };
  return {cut(-near_zero, false), cut(near_zero, true)};
}

}  // namespace cogs::score
