// SPDX-License-Identifier: Apache-2.0
//
// Ensemble -> score.json, which read_score reads back to the same ensemble (docs/scores.md has the
// format).
#pragma once

#include <string>

#include "score/ensemble.h"

namespace cogs::score {

std::string write_score(const Ensemble& ensemble);

}  // namespace cogs::score
