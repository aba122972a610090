// SPDX-License-Identifier: Apache-2.0
//
// What a score comes to for a person, what it is made of, what is asked of it, and what each
// feature withholds: the most that another value of it alone would bring, all else as it is. For a
// scorecard these are the points lost against the best attainable; for trees the same number is
// exact too. Instead of the best value it can be asked for what the values of other people would
// bring on average, or, of cards, what is lost against a part that adds nothing.
#pragma once

#include <optional>
#include <vector>

#include "explain/proof.h"
#include "model/compile.h"

namespace cogs::explain {

using base::Number;

struct ScoreLoss {
  FeatureId feature;
  Number points;                     // more than 0
  std::optional<model::Value> best;  // the nearest value that brings them; against best alone
};

// What terms over the same features add together.
struct ScorePart {
  std::vector<FeatureId> features;
  Number points;  // not 0
};

// What losses are measured against.
struct Against {
  enum class Kind { best, neutral, people };
  Kind kind = Kind::best;
  std::vector<Record> people = {};  // at least one, where it is they
};

struct ScoreReport {
  AtomId atom;  // the test
  model::ScoreId score;
  Number sum;
  bool passed = false;            // the test holds
  std::optional<Number> bound;    // what the sum is compared with; none for probabilities
  std::optional<Number> missing;  // ... and how far it is from the other outcome, if it fails
  std::vector<ScoreLoss> losses;  // largest first; of what would turn the test
  Number base;
  std::vector<ScorePart> parts;  // base and these come to the sum; largest first, by size
};

// Of every score that the proof speaks of, in its order.
std::vector<ScoreReport> score_reports(const Model& model, const Record& record, const Proof& proof,
                                       const Against& against = {});

// What a score comes to in the cells of a record; the model is compiled with the record as its
// start where set domains do not list all its values.
Number score_of_cells(const model::CompiledModel& compiled, std::uint32_t score,
                      const std::vector<std::uint32_t>& cells);
std::vector<std::uint32_t> cells_of(const model::CompiledModel& compiled, const Record& record);

}  // namespace cogs::explain
