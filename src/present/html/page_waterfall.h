// SPDX-License-Identifier: Apache-2.0
//
// How a score comes about, as a picture: from its base, part by part, to the sum, with a line where
// it is compared. What it shows stands in a table beside it.
#pragma once

#include <string>

#include "explain/score_report.h"

namespace cogs::present {

// Empty where the score has no parts.
std::string waterfall_html(const model::Model& model, const explain::ScoreReport& report);

}  // namespace cogs::present
