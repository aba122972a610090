// SPDX-License-Identifier: Apache-2.0
//
// Scores in words: their names, sums, and what rules ask of them.
#pragma once

#include <string>

#include "model/model.h"

namespace cogs::present {

std::string score_name(const model::Score& score);
// "542 points"; the sum of an imported model is rounded to 6 decimals.
std::string points_text(const model::Score& score, const model::Number& points);
std::string points_words(const model::Score& score, const model::Number& points);
// "below 600 points", "at least 600 points": what a test on a score asks for.
std::string asked_of_score(const model::Model& model, const model::AtomTest& test);
// "risk is below 600 points".
std::string score_test_words(const model::Model& model, const model::AtomTest& test);

}  // namespace cogs::present
