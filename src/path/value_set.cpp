// SPDX-License-Identifier: Apache-2.0
#include "path/value_set.h"

#include <algorithm>

namespace cogs::path {

using state::Point;

namespace {

// Do two intervals, the first below the second, leave no value between them?
bool adjoin(const model::Interval& a, const model::Interval& b, bool integer) {
  if (!a.high || !b.low) return false;
  if (integer) return *a.high + 1 == *b.low;
  return *a.high == *b.low && !(a.high_open && b.low_open);
}

// Values of a set, by their places; the one behind the last is a start value that it does not list.
std::vector<Value> listed_values(const state::Situation& situation, std::uint32_t f,
                                 const std::vector<Point>& points) {
  const auto& listed = situation.compiled().model->features[f].set().values;
  std::vector<std::uint32_t> indices;
  for (Point point : points) {
    for (std::uint32_t v : situation.values(f, point)) indices.push_back(v);
  }
  std::sort(indices.begin(), indices.end());
  std::vector<Value> values;
  for (std::uint32_t v : indices) {
    values.push_back(v < listed.size() ? listed[v].value : *situation.start()[f]);
  }
  return values;
}

}  // namespace

ValueSet value_set(const state::Situation& situation, std::uint32_t f, std::vector<Point> points) {
  const model::Feature& feature = situation.compiled().model->features[f];
  if (!feature.numeric()) return listed_values(situation, f, points);
  std::sort(points.begin(), points.end(),
            [&](Point a, Point b) { return situation.rank(f, a) < situation.rank(f, b); });
  std::vector<model::Interval> intervals;
  for (Point point : points) {
    const model::Interval next = situation.interval(f, point);
    if (!intervals.empty() && adjoin(intervals.back(), next, feature.numbers().integer)) {
      intervals.back().high = next.high;
      intervals.back().high_open = next.high_open;
    } else {
      intervals.push_back(next);
    }
  }
  return intervals;
}

}  // namespace cogs::path
