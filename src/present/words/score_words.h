// SPDX-License-Identifier: Apache-2.0
//
// Scores in words: their names, sums, and what rules ask of them.
#pragma once

#include <string>
#include <vector>

#include "explain/score_limit.h"
#include "explain/score_report.h"
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

// "risk chooses B: A 0.12, B 0.8, C -0.3"; empty for atoms that do not ask for a class.
std::string chosen_words(const model::Model& model, const model::Record& record, model::AtomId atom,
                         bool truth);

// What a step does to the scores that the decision compares: "risk rises by 110 points to 420
// points, 80 points short of 500 points". One for each score that moves.
std::vector<std::string> score_step_words(const model::Model& model, const model::Record& before,
                                          const model::Record& after);
// "risk is 310 points, 500 points are needed, 190 points are missing."
std::string score_sentence(const model::Model& model, const explain::ScoreReport& report);
// "employment is none: part_time would bring 65 points".
// "nothing that may change brings risk above 571 points; 600 points are needed".
std::string score_limit_words(const model::Model& model, const explain::ScoreLimit& limit);
std::string score_loss_words(const model::Model& model, const model::Record& record,
                             const explain::ScoreReport& report, const explain::ScoreLoss& loss);

}  // namespace cogs::present
