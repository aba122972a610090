// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/intervals.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace cogs::batch {

namespace {

constexpr double z = 1.959963984540054;  // of the normal distribution, 2.5 % lie above
constexpr double tail = 0.025;

}  // namespace

Span share_interval(std::uint64_t count, std::uint64_t of) {
  const double n = static_cast<double>(of), p = static_cast<double>(count) / n;
  const double scale = 1 + z * z / n, middle = p + z * z / (2 * n);
  const double reach = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  // Exact at the ends, where roundings would leave something.
  const double low = count == 0 ? 0 : std::max(0.0, (middle - reach) / scale);
  const double high = count == of ? 1 : std::min(1.0, (middle + reach) / scale);
  return {low, high};
}

Span difference_interval(const Counted& a, const Counted& b) {
  const double p = static_cast<double>(a.count) / static_cast<double>(a.of);
  const double q = static_cast<double>(b.count) / static_cast<double>(b.of);
  const Span first = share_interval(a.count, a.of), second = share_interval(b.count, b.of);
  const double low = std::hypot(p - first.low, second.high - q);
  const double high = std::hypot(first.high - p, q - second.low);
  return {std::max(-1.0, p - q - low), std::min(1.0, p - q + high)};
}

RatioSpan ratio_interval(const Counted& a, const Counted& b) {
  const double p = static_cast<double>(a.count) / static_cast<double>(a.of);
  const double q = static_cast<double>(b.count) / static_cast<double>(b.of);
  const Span own = share_interval(a.count, a.of), other = share_interval(b.count, b.of);
  const double both = p * q;
  const auto root = [&](double x, double y) {
    return std::sqrt(std::max(0.0, both * both - x * y));
  };
  const double least = own.low * (2 * p - own.low), most = other.high * (2 * q - other.high);
  RatioSpan span;
  // (both - root) / most, in a form that does not lose digits or divide by zero.
  if (least > 0) span.low = least / (both + root(least, most));
  const double below = other.low * (2 * q - other.low);
  if (below > 0) span.high = (both + root(own.high * (2 * p - own.high), below)) / below;
  return span;
}

std::uint64_t quantile_rank(std::uint64_t of, unsigned percent) {
  // of * percent / 100, rounded up, without overflow
  const std::uint64_t rank = of / 100 * percent + (of % 100 * percent + 99) / 100;
  return std::max<std::uint64_t>(1, rank);
}

RankSpan quantile_rank_interval(std::uint64_t of, unsigned percent) {
  RankSpan ranks;
  if (of == 0 || percent == 0 || percent >= 100) return ranks;
  const double n = static_cast<double>(of), p = percent / 100.0;
  // The counts that matter: whatever lies ten deviations off has no weight.
  const double reach = 10 * std::sqrt(n * p * (1 - p)) + 20;
  const auto first = static_cast<std::uint64_t>(std::max(0.0, std::floor(n * p - reach)));
  const auto last = std::min(of, static_cast<std::uint64_t>(std::ceil(n * p + reach)));
  const double k = static_cast<double>(first);
  const double log_first = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                           k * std::log(p) + (n - k) * std::log1p(-p);
  // Relative to the first one, in logarithms: the first alone may be too small for a double.
  double at_most = 0, log_weight = log_first;
  for (std::uint64_t count = first; count <= last; ++count) {
    at_most += std::exp(log_weight);  // the probability of at most `count` values below
    // At most count values lie below with a chance of at_most: rank count + 1 is then too high.
    if (at_most <= tail) ranks.low = count + 1;
    if (!ranks.high && at_most >= 1 - tail && count < of) ranks.high = count + 1;
    const double c = static_cast<double>(count);
    if (count < of) log_weight += std::log((n - c) / (c + 1)) + std::log(p) - std::log1p(-p);
  }
  return ranks;
}

}  // namespace cogs::batch
