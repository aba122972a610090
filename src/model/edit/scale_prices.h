// SPDX-License-Identifier: Apache-2.0
//
// Model + table -> prices by how many people a change passes: `cost 1 on {250: 0.01, ...}`.
//
// percentile      the scale is the share of people with this value or less: going from a value
//                 that 20 % have or fall short of to one of 55 % costs 0.35.
// log_percentile  the scale is -log of the share of people above it: the further up, the dearer it
//                 is to pass another one. Where a feature may only decrease, the same from above.
//
// Points lie at or near quantiles, and rise strictly, so that no change is free. They lie so far
// apart (2, 5, 8, 10, 16, ... of a round number) that the price of every change is a short decimal.
// Missing values, and those that the feature cannot have, are not counted.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "model/data/bind_table.h"
#include "model/model.h"
#include "model/price.h"

namespace cogs::model {

enum class ScaleBy { percentile, log_percentile };

struct ScaleOptions {
  ScaleBy by = ScaleBy::percentile;
  std::size_t points = 20;           // of a feature, at most; 2 or more
  std::optional<Number> fixed_part;  // of every change; else what the price has now
  std::optional<std::vector<FeatureId>> only;
  std::vector<FeatureId> except;
  bool replace = false;  // prices by amount too that somebody wrote
};

// How many people have a value; ascending, each value once.
using ValueCounts = std::vector<std::pair<Number, std::size_t>>;

// Empty where there are not two values that differ enough.
std::vector<Amount::Point> scale_of(const Feature& feature, const ValueCounts& counts,
                                    const ScaleOptions& options);

struct ScaledFeature {
  enum class Outcome {
    scaled,
    not_wanted,  // by options
    fixed,       // nobody changes it
    caused,      // nobody sets it
    no_numbers,  // a set
    no_column,   // the table has no such column
    one_value,   // too few different values
    priced       // has a price by amount of its own
  };
  FeatureId feature;
  Outcome outcome = Outcome::scaled;
  Price price;                               // where it is scaled
  std::size_t people = 0, missing = 0;       // with and without a number
  Number low_quarter = 0, high_quarter = 0;  // half of the people lie between these
};

// One entry a feature, in order of declaration. A flat price becomes the weight of the scale; a
// scale that is there already is made anew with its weight and fixed part.
std::vector<ScaledFeature> scale_prices(const Model& model, const BoundTable& table,
                                        const ScaleOptions& options);

// The document with these prices in its #feature statements, all else byte for byte.
Document with_prices(const Model& model, const std::vector<std::pair<FeatureId, Price>>& prices);

}  // namespace cogs::model
