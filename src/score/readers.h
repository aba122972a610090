// SPDX-License-Identifier: Apache-2.0
//
// The readers behind read_ensemble, and what they share.
#pragma once

#include <string>
#include <string_view>

#include "score/read.h"

namespace cogs::score {

Ensemble read_xgboost(std::string_view bytes, const std::string& file, const ReadOptions& options);
Ensemble read_lightgbm(std::string_view bytes, const std::string& file);
Ensemble read_catboost(std::string_view bytes, const std::string& file);
Ensemble read_ebm(std::string_view bytes, const std::string& file);
Ensemble read_pmml(std::string_view bytes, const std::string& file);
Ensemble read_scorecard(std::string_view bytes, const std::string& file);
Ensemble read_score(std::string_view bytes, const std::string& file);

}  // namespace cogs::score
