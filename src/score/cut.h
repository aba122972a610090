// SPDX-License-Identifier: Apache-2.0
//
// A test compares a number that was rounded, to double when the record was read and perhaps to
// float32 after that. Seen from the exact number, it divides the numbers elsewhere, by up to half a
// unit in the last place: 0.671 < 0.671000004 in exact arithmetic, and not in XGBoost's.
#pragma once

#include <optional>

#include "score/ensemble.h"

namespace cogs::score {

// The exact numbers below the cut are those < value, or <= value.
struct Cut {
  base::Number value;
  bool below_includes = false;

  friend bool operator==(const Cut&, const Cut&) = default;
};

// The cut between the numbers that round to less than `threshold` (or to at most it, if `or_equal`)
// and all others. None: no finite number, or every one, is below it.
std::optional<Cut> cut_of_double(double threshold, bool or_equal);
std::optional<Cut> cut_of_float32(double threshold, bool or_equal);

// The cut of a node's test on a number column. Numbers below it go to `yes`, for `greater` those
// above it; without regard to zero_is_missing.
std::optional<Cut> cut_of(const Ensemble& ensemble, const Node& node);

// What zero_is_missing takes out: the numbers not below `low` and below `high`.
struct ZeroGap {
  Cut low, high;
};
ZeroGap zero_gap(const Column& column);

}  // namespace cogs::score
