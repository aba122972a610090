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

namespace cogs::output {

struct ClingoCell {
  model::Value sample;              // any value of the cell: conditions hold for all or none
  std::string name;                 // "0..59999", "31", "(0.1,0.3]", "red"
  std::vector<std::string> folded;  // further values of a set domain that the cell stands for
  bool in_domain = true;            // false for a start value outside an `observed` domain
  bool start = false;               // the start value, which is a cell of its own
};

// Ascending by number, or in declared order. Without a start no value of a set domain is folded
// into another. `range` is the --range of the run for this feature, if there is one.
std::vector<ClingoCell> clingo_cells(const model::Model& model, model::FeatureId feature,
                                     const std::optional<model::Value>& start, bool fold,
                                     const path::RangeOption* range);

}  // namespace cogs::output
