// SPDX-License-Identifier: Apache-2.0
//
// How far a person's score is from that of others, shared out among features by Shapley's rule: the
// mean over all orders in which the others' values could be replaced by the person's. Exact, and
// additive: the shares come to the person's score less the mean of the others'. In the units of the
// score. They say what the model makes of values, not what a change would do: score_report.h does.
#pragma once

#include <vector>

#include "explain/score_report.h"

namespace cogs::explain {

struct ShapleyShare {
  FeatureId feature;
  Number points;  // not 0
};

struct Shapley {
  model::ScoreId score;
  Number sum;                        // the person's
  Number mean;                       // of the others
  std::vector<ShapleyShare> shares;  // largest first, whatever their signs
};

// Of every score but those with classes. `others` are records of the model, at least one.
std::vector<Shapley> shapley(const Model& model, const Record& record,
                             const std::vector<Record>& others);

}  // namespace cogs::explain
