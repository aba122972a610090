// SPDX-License-Identifier: Apache-2.0
//
// A feature's domain as finitely many cells for the clingo export: values that no condition, no
// option and not the start tell apart. Worked out here from the model itself, not by the
// compiler that the search uses, because the export serves as an oracle for the search.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "path/check_state.h"
#include "path/path.h"

namespace cogs::present {

// Every condition that the model puts on the feature, in bodies and heads.
std::vector<const model::Condition*> conditions_on(const model::Model& model,
                                                   model::FeatureId feature);

struct ClingoCell {
  model::Value sample;              // any value of the cell: conditions hold for all or none
  std::string name;                 // "0..59999", "31", "(0.1,0.3]", "red"
  std::vector<std::string> folded;  // further values of a set domain that the cell stands for
  bool in_domain = true;            // false for a start value outside an `observed` domain
  bool start = false;               // the start value, which is a cell of its own
  model::Interval interval;         // of a number; with ends that belong to it where there are any

  // Numbers: the value of the cell that an answer names for a change from `from`, which is missing
  // or lies outside the cell (semantics.md 4, "Reported values").
  model::Number reported(const model::Feature& feature, const model::Number& resolution,
                         const std::optional<model::Number>& from) const;
};

// How far into a cell beside an open end the reported value lies.
model::Number clingo_resolution(const model::Model& model, model::FeatureId feature);

// Ascending by number, or in declared order; a start value that a set does not list comes last.
// Without `fold`, and in an ordered set, no value of a set is folded into another. `range` is the
// --range of the run for this feature, if there is one; values that `price` names are apart.
std::vector<ClingoCell> clingo_cells(const model::Model& model, model::FeatureId feature,
                                     const std::optional<model::Value>& start, bool fold,
                                     const path::RangeOption* range,
                                     const model::Price& price = {});

}  // namespace cogs::present
