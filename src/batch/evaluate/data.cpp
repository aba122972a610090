// SPDX-License-Identifier: Apache-2.0
#include "batch/evaluate/data.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"

namespace cogs::batch {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t near_ones = 5;

// Numbers of a model have no largest one; so far out all distances are alike.
double near_number(const base::Number& number) {
  constexpr double far = 1e300;
  return std::clamp(number.approximate(), -far, far);
}

using Weighted = std::pair<double, std::uint64_t>;  // a value, and how many rows have it

// Of an even number of values: the middle between the two in the middle.
double median_of(std::vector<Weighted> values) {
  std::sort(values.begin(), values.end());
  std::uint64_t all = 0;
  for (const Weighted& value : values) all += value.second;
  const auto at = [&](std::uint64_t rank) {
    for (const Weighted& value : values) {
      if (rank < value.second) return value.first;
      rank -= value.second;
    }
    return values.back().first;
  };
  return (at((all - 1) / 2) + at(all / 2)) / 2;
}

}  // namespace

Yardstick::Yardstick(const model::Model& model, const model::BoundTable& data,
                     const std::vector<bool>& good)
    : data_(data), good_(good) {
  const std::size_t features = model.features.size();
  scales_.resize(features);
  number_of_code_.resize(features);
  for (std::size_t f = 0; f < features; ++f) {
    scales_[f].numeric = model.features[f].numeric();
    const model::BoundColumn& column = data.columns[f];
    std::vector<std::uint64_t> rows_of_code(column.values.size(), 0);
    for (std::size_t row = 0; column.column && row < data.rows; ++row) {
      if (good[row]) ++rows_of_code[column.column->codes[row]];
    }
    measure(f, rows_of_code);
  }
}

void Yardstick::measure(std::size_t f, const std::vector<std::uint64_t>& rows_of_code) {
  Scale& scale = scales_[f];
  const auto& values = data_.columns[f].values;
  std::vector<double>& numbers = number_of_code_[f];
  numbers.assign(values.size(), missing);
  std::vector<Weighted> found;
  for (std::size_t code = 0; code < values.size(); ++code) {
    if (!values[code] || rows_of_code[code] == 0) continue;
    if (scale.numeric) {
      numbers[code] = near_number(*values[code]->number);
      found.emplace_back(numbers[code], rows_of_code[code]);
    } else {
      const double next = static_cast<double>(scale.number_of_text.size());
      numbers[code] = scale.number_of_text.emplace(values[code]->text, next).first->second;
    }
  }
  scale.texts_of_data = scale.number_of_text.size();
  if (found.empty()) return;
  scale.any = true;
  const auto [low, high] = std::minmax_element(found.begin(), found.end());
  scale.low = low->first;
  scale.high = high->first;
  const double median = median_of(found);
  double sum = 0, rows = 0;
  for (Weighted& value : found) {
    value.first = std::abs(value.first - median);
    sum += value.first * static_cast<double>(value.second);
    rows += static_cast<double>(value.second);
  }
  scale.deviation = median_of(found);
  if (scale.deviation > 0) return;
  scale.deviation = sum / rows;
  mean_deviation_.emplace_back(f);
}

void Yardstick::take_neighbours(const model::RowSet& desired, std::uint64_t sample,
                                std::uint64_t seed) {
  std::vector<std::uint64_t> rows;
  for (std::uint64_t row = 0; row < data_.rows; ++row) {
    if (good_[row] && model::contains(desired, row)) rows.push_back(row);
  }
  desired_rows_ = rows.size();
  if (sample > 0 && sample < rows.size()) {
    // Each row is as likely as the others: the first places of a shuffle.
    base::Random random(seed);
    for (std::uint64_t i = 0; i < sample; ++i) {
      std::swap(rows[i], rows[i + random.below(static_cast<std::uint32_t>(rows.size() - i))]);
    }
    rows.resize(sample);
  }
  neighbours_ = rows.size();
  points_.reserve(rows.size() * scales_.size());
  for (const std::uint64_t row : rows) {
    for (std::size_t f = 0; f < scales_.size(); ++f) {
      const table::Column* column = data_.columns[f].column;
      points_.push_back(column ? number_of_code_[f][column->codes[row]] : missing);
    }
  }
}

Point Yardstick::point(const model::Record& state) {
  Point point(scales_.size(), missing);
  for (std::size_t f = 0; f < scales_.size(); ++f) {
    if (!state[f]) continue;
    auto& texts = scales_[f].number_of_text;
    point[f] = scales_[f].numeric
                   ? near_number(*state[f]->number)
                   : texts.emplace(state[f]->text, static_cast<double>(texts.size())).first->second;
  }
  return point;
}

double Yardstick::gower_part(std::size_t f, double a, double b) const {
  if (a == b) return 0;
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : 1;
  const double range = scales_[f].high - scales_[f].low;
  return scales_[f].numeric && range > 0 ? std::min(1.0, std::abs(a - b) / range) : 1;
}

double Yardstick::gower(const Point& a, const Point& b) const {
  double sum = 0;
  for (std::size_t f = 0; f < a.size(); ++f) sum += gower_part(f, a[f], b[f]);
  return sum / static_cast<double>(a.size());
}

double Yardstick::l1_mad(const Point& a, const Point& b) const {
  double sum = 0;
  for (std::size_t f = 0; f < a.size(); ++f) {
    const bool no_a = std::isnan(a[f]), no_b = std::isnan(b[f]);
    if (a[f] == b[f] || (no_a && no_b)) continue;
    const bool by_number = scales_[f].numeric && !no_a && !no_b && scales_[f].deviation > 0;
    sum += by_number ? std::abs(a[f] - b[f]) / scales_[f].deviation : 1;
  }
  return sum;
}

std::optional<std::pair<double, double>> Yardstick::nearest(const Point& point,
                                                            base::Budget& budget) const {
  if (neighbours_ == 0) return std::nullopt;
  std::array<double, near_ones> best;  // ascending
  best.fill(std::numeric_limits<double>::infinity());
  for (std::uint64_t i = 0; i < neighbours_; ++i) {
    if (i % 1024 == 0 && budget.exhausted_now()) return std::nullopt;
    const double* other = points_.data() + i * point.size();
    double sum = 0;
    for (std::size_t f = 0; f < point.size() && sum < best.back(); ++f) {
      sum += gower_part(f, point[f], other[f]);
    }
    if (sum >= best.back()) continue;
    std::size_t at = near_ones - 1;
    for (; at > 0 && best[at - 1] > sum; --at) best[at] = best[at - 1];
    best[at] = sum;
  }
  const std::size_t found = std::min<std::size_t>(near_ones, neighbours_);
  double sum = 0;
  for (std::size_t i = 0; i < found; ++i) sum += best[i];
  const double features = static_cast<double>(point.size());
  return std::pair(best[0] / features, sum / static_cast<double>(found) / features);
}

bool Yardstick::seen(model::FeatureId feature, double value) const {
  const Scale& scale = scales_[feature.index()];
  if (std::isnan(value)) return false;
  if (!scale.numeric) return value < static_cast<double>(scale.texts_of_data);
  return scale.any && scale.low <= value && value <= scale.high;
}

}  // namespace cogs::batch
