// SPDX-License-Identifier: Apache-2.0
#include "score/error_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "score/float_number.h"

namespace cogs::score {

namespace {

// The least and greatest of what is added; sums of these bound every partial sum. Each operation on
// bounds is widened by more than its own rounding.
struct Range {
  double low = 0.0, high = 0.0;
  double largest() const { return std::max(-low, high); }
};

double up(double value) { return value + std::abs(value) * 1e-15 + 1e-300; }

Range operator+(const Range& a, const Range& b) {
  const double low = a.low + b.low, high = a.high + b.high;
  return {-up(-low), up(high)};
}

Range leaves(const Tree& tree) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Node& node : tree.nodes) {
    if (node.test != Test::leaf) continue;
    range.low = std::min(range.low, node.value);
    range.high = std::max(range.high, node.value);
  }
  return range;
}

}  // namespace

// Standard model of rounding: fl(a op b) = (a op b)(1 + d), |d| <= u, where underflow adds at most
// the smallest subnormal, which sums never need. A chain s_k = fl(s_{k-1} + v_k) is off by at most
// the sum of u * |computed s_k|; the computed s_k is within (1 + u)^k of what the exact prefix can
// be, so that the bounds of the exact prefixes are widened by n * u once. In any order and grouping
// there are as many additions, and no partial sum is larger than the sum of all positive parts or
// of all negative ones.
std::optional<ErrorBound> error_bound(const Ensemble& e, std::size_t output,
                                      const std::vector<std::optional<double>>& limits) {
  if (e.sum == Sum::exact) return ErrorBound{};
  const double unit = std::ldexp(1.0, e.sum == Sum::float32 ? -24 : -53);
  const double smallest =
      e.sum == Sum::float32 ? std::ldexp(1.0, -150) : std::ldexp(1.0, -1075 + 1);

  std::vector<Range> added;
  double products = 0.0;  // errors of the products themselves
  for (const LinearTerm& term : e.linear) {
    if (term.output != output) continue;
    if (term.column >= limits.size() || !limits[term.column]) return std::nullopt;
    double most = *limits[term.column];
    if (term.if_missing) most = std::max(most, std::abs(*term.if_missing));
    const double size = up(std::abs(term.coefficient) * most);
    added.push_back({-size, size});
    products = up(products + up(3 * unit * size) + smallest);  // x, coefficient and product
  }
  for (const Tree& tree : e.trees) {
    if (tree.output != output) continue;
    added.push_back(leaves(tree));
    // On machines that join product and sum, the product is not rounded.
    if (e.weighted) products = up(products + up(unit * added.back().largest()) + smallest);
  }

  const double base = e.outputs[output].base;
  Range prefix{base, base}, positive{std::min(base, 0.0), std::max(base, 0.0)};
  double in_order = 0.0, any_order = 0.0;
  for (const Range& range : added) {
    prefix = prefix + range;
    positive = positive + Range{std::min(range.low, 0.0), std::max(range.high, 0.0)};
    in_order = up(in_order + up(unit * prefix.largest()));
  }
  const double count = static_cast<double>(added.size());
  const double widen = up(1.0 + up(2 * up(count + 4) * unit));
  any_order = up(up(count * unit) * positive.largest());

  const auto finished = [&](double error) {
    error = up(up(error + products) * widen);
    double size = up(up(std::max(prefix.largest(), positive.largest())) * widen);
    if (e.scale != 1.0) {
      error = up(std::abs(e.scale) * error);
      size = up(std::abs(e.scale) * size);
      error = up(error + up(unit * size));
    }
    if (const double bias = e.outputs[output].bias; bias != 0.0) {
      size = up(size + std::abs(bias));
      error = up(error + up(unit * size));
    }
    if (e.divisor != 1.0) {
      error = up(error / std::abs(e.divisor));
      size = up(size / std::abs(e.divisor));
      error = up(error + up(unit * size));
    }
    return error;
  };
  const double first = finished(in_order), second = finished(any_order);
  if (!std::isfinite(first) || !std::isfinite(second)) return std::nullopt;
  return ErrorBound{exact(first), exact(std::max(first, second))};
}

}  // namespace cogs::score
