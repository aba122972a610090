// SPDX-License-Identifier: Apache-2.0
//
// What the data say about distances. All of them are sums over the features of the model:
//
//   Gower   |a - b| / (highest - lowest value of the data), at most 1; a set: 1 if they differ;
//           divided by the number of features
//   L1/MAD  |a - b| / median absolute deviation from the median; a set: 1 if they differ
//
// Where more than half of the data have the same number the MAD is zero: then the mean absolute
// deviation takes its place, and where all have it, every difference counts 1. A value that is
// missing in one of two states is a difference of 1.
//
// Nearest neighbours are exact: every row is looked at, rows x features steps for a state at worst.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "model/data/bind_table.h"
#include "model/data/rows_where.h"
#include "model/model.h"

namespace cogs::batch {

// A number for each feature: a numeric value, the number of a text, or not-a-number if missing.
using Point = std::vector<double>;

class Yardstick {
 public:
  // `good`: rows without bad values; `desired`: rows to be near to. All must outlive this object.
  Yardstick(const model::Model& model, const model::BoundTable& data,
            const std::vector<bool>& good);

  // Takes the rows that nearest() looks at; at most `sample` of them, if that is not 0.
  void take_neighbours(const model::RowSet& desired, std::uint64_t sample, std::uint64_t seed);
  std::uint64_t desired_rows() const { return desired_rows_; }
  std::uint64_t sampled_rows() const { return neighbours_; }
  const std::vector<model::FeatureId>& mean_deviation() const { return mean_deviation_; }

  // Texts that were never met get a number of their own; so not for several threads.
  Point point(const model::Record& state);

  double gower(const Point& a, const Point& b) const;
  double l1_mad(const Point& a, const Point& b) const;
  // Distance to the nearest row, and the mean of the nearest five (or as many as there are).
  // nullopt: there are none, or the budget has ended.
  std::optional<std::pair<double, double>> nearest(const Point& point, base::Budget& budget) const;
  // Whether the data show the value: a text that occurs, a number between two that do.
  bool seen(model::FeatureId feature, double value) const;

 private:
  struct Scale {
    bool numeric = false;
    bool any = false;  // some row has a value
    double low = 0, high = 0, deviation = 0;
    std::unordered_map<std::string, double> number_of_text;
    std::size_t texts_of_data = 0;  // those with the lowest numbers
  };

  void measure(std::size_t feature, const std::vector<std::uint64_t>& rows_of_code);
  double gower_part(std::size_t feature, double a, double b) const;

  const model::BoundTable& data_;
  const std::vector<bool>& good_;
  std::vector<Scale> scales_;
  std::vector<std::vector<double>> number_of_code_;  // by feature
  std::vector<model::FeatureId> mean_deviation_;
  std::vector<double> points_;  // of neighbours, one after the other
  std::uint64_t desired_rows_ = 0, neighbours_ = 0;
};

}  // namespace cogs::batch
