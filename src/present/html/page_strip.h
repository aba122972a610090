// SPDX-License-Identifier: Apache-2.0
//
// Numeric features as strips on a page: the domain, where the model's rules make a difference,
// where the person stands and where to go. Every mark has a shape and a label of its own, and
// all of it is said in words as well.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "path/path.h"

namespace cogs::present {

// Where to go: a value, or values that do, or both.
struct StripGoal {
  model::FeatureId feature;
  std::string label;  // in front of the value: "to", "way 2:"
  std::optional<model::Number> value;
  std::vector<model::Interval> range;
};

// A section with a strip for each numeric feature that a goal concerns, or, where there are no
// goals, that rules mention; in order of declaration. Empty if there is none.
std::string strips_html(const model::Model& model, const model::Record& record,
                        const std::vector<StripGoal>& goals);

}  // namespace cogs::present
