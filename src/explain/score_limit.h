// SPDX-License-Identifier: Apache-2.0
//
// Where there is no way: how far a score can be brought at all by what may change. Proved: causes
// and denials are set aside, so that less may be within reach, but never more.
#pragma once

#include <vector>

#include "explain/score_report.h"
#include "path/path.h"

namespace cogs::explain {

struct ScoreLimit {
  AtomId atom;  // the test that would have to come out otherwise
  model::ScoreId score;
  Number now, needed;
  bool upwards = true;  // the score has to rise
  Number best;          // nothing that may change brings it beyond this, on its way to `needed`
  bool reached = true;  // some state has it; else only the bound is known
};

// Of the tests on scores in the bodies of these rules, classes among them, that no change can turn:
// `best` is short of `needed`. Tests on probabilities other than 1/2 are left out.
std::vector<ScoreLimit> score_limits(const Model& model, const Record& start,
                                     const path::Options& options,
                                     const std::vector<model::RuleId>& deciding);

}  // namespace cogs::explain
