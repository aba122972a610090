// SPDX-License-Identifier: Apache-2.0
#include "rules/measure.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "rules/share.h"

namespace cogs::rules {
namespace {

struct ClassMeasures {
  double precision = 0, recall = 0, f1 = 0;
};

ClassMeasures of_class(const Confusion& confusion, std::size_t index) {
  std::size_t predicted = 0;
  for (const auto& row : confusion.rows) predicted += row[index];
  const auto& own = confusion.rows[index];
  const std::size_t actual = std::accumulate(own.begin(), own.end(), std::size_t{0});
  ClassMeasures result{share(own[index], predicted), share(own[index], actual), 0};
  result.f1 = share(2 * own[index], predicted + actual);
  return result;
}

}  // namespace

std::size_t Confusion::total() const {
  std::size_t sum = 0;
  for (const auto& row : rows) sum = std::accumulate(row.begin(), row.end(), sum);
  return sum;
}

std::size_t Confusion::correct() const {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) sum += rows[i][i];
  return sum;
}

Measures measure(Confusion confusion, bool several_classes) {
  Measures result;
  std::size_t most = 0;
  for (const auto& row : confusion.rows) {
    most = std::max(most, std::accumulate(row.begin(), row.end(), std::size_t{0}));
  }
  result.accuracy = share(confusion.correct(), confusion.total());
  result.majority = share(most, confusion.total());
  const std::size_t classes = several_classes ? confusion.rows.size() : 1;
  for (std::size_t i = 0; i < classes && i < confusion.rows.size(); ++i) {
    const ClassMeasures one = of_class(confusion, i);
    result.precision += one.precision / static_cast<double>(classes);
    result.recall += one.recall / static_cast<double>(classes);
    result.f1 += one.f1 / static_cast<double>(classes);
  }
  result.confusion = std::move(confusion);
  return result;
}

Spread spread(const std::vector<double>& values) {
  Spread result;
  if (values.empty()) return result;
  const auto count = static_cast<double>(values.size());
  result.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.deviation = std::sqrt(squares / (count - 1));
  return result;
}

}  // namespace cogs::rules
