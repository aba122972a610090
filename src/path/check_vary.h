// SPDX-License-Identifier: Apache-2.0
//
// A walk that is a path, with another value for one change: does it stay a path? That is what
// `range` and `certain` of an answer speak of. Part of the independent checker; see verify.h.
//
// Only what depends on the feature is looked at again: everything else is as in the walk, which
// has passed its checks.
#pragma once

#include <cstddef>
#include <vector>

#include "path/check_state.h"
#include "path/check_walk.h"

namespace cogs::path::check {

class Variation {
 public:
  // For the value that the feature takes in transition i and keeps until it changes again.
  // `walk` is changed while still_path runs, and is as before when it returns.
  Variation(Walk& walk, std::size_t i, FeatureId feature);

  bool still_path(const Value& value);

 private:
  bool ends_fit(const Value& value) const;
  bool state_fits(std::size_t j, const Value& value) const;
  bool agree_but_here(std::size_t j, std::size_t k) const;

  Walk& walk_;
  std::vector<ScoreMemo> memos_;  // of the states in the stretch
  std::size_t first_, end_;       // the value is the feature's in the states first_ to end_ - 1
  FeatureId feature_;
  Dependents dependents_;
  // Truth of the dependent atoms in these states, as it is and by the rules that are blind to
  // the feature; one row a state.
  std::vector<char> original_, blind_;
  // Values that would make the state the same as one outside the stretch.
  std::vector<const Value*> taken_;
};

}  // namespace cogs::path::check
