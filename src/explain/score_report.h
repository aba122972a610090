// SPDX-License-Identifier: Apache-2.0
//
// What a score comes to for a person, what is asked of it, and what each feature withholds: the most
// that another value of it alone would bring, all else as it is. For a scorecard these are the
// points lost against the best attainable; for trees the same number is exact too.
#pragma once

#include <optional>
#include <vector>

#include "explain/proof.h"
#include "model/compile.h"

namespace cogs::explain {

using base::Number;

struct ScoreLoss {
  FeatureId feature;
  Number points;      // more than 0
  model::Value best;  // the nearest value that brings them
};

struct ScoreReport {
  AtomId atom;  // the test
  model::ScoreId score;
  Number sum;
  bool passed = false;              // the test holds
  std::optional<Number> bound;      // what the sum is compared with; none for probabilities
  std::optional<Number> missing;    // ... and how far it is from the other outcome, if it fails
  std::vector<ScoreLoss> losses;    // largest first; of what would turn the test
};

// Of every score that the proof speaks of, in its order.
std::vector<ScoreReport> score_reports(const Model& model, const Record& record,
                                       const Proof& proof);

// What a score comes to in the cells of a record; the model is compiled with the record as its start
// where set domains do not list all its values.
Number score_of_cells(const model::CompiledModel& compiled, std::uint32_t score,
                      const std::vector<std::uint32_t>& cells);
std::vector<std::uint32_t> cells_of(const model::CompiledModel& compiled, const Record& record);

}  // namespace cogs::explain
