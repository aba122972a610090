// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a model file -> Ensemble. All readers throw InputError, located where the format has
// lines, or naming the place in the document ("learner.gradient_booster.model.trees[3]"). What
// cannot be taken exactly is refused by name, with what to do.
//
//   read_xgboost    XGBoost's .json and .ubj
//   read_lightgbm   LightGBM's text
//   read_catboost   CatBoost's JSON
//   read_ebm        the JSON of explainable boosting machines (interpret)
//   read_pmml       PMML 4
//   read_scorecard  tables of bins and points
//   read_score      score.json, the format that all others can be written as (docs/scores.md)
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "score/ensemble.h"

namespace cogs::score {

enum class Format { xgboost, lightgbm, catboost, ebm, pmml, scorecard, score };

// "xgboost", "lightgbm", ...: as in `#import` and `cogs import --format`.
std::string_view name_of(Format format);
std::optional<Format> format_named(std::string_view name);
std::vector<std::string> format_names();

// What the bytes look like; none if like nothing that is read here.
std::optional<Format> detect_format(std::string_view bytes);

struct ReadOptions {
  // XGBoost: all trees, although the file names a best iteration. Its scikit-learn classes stop
  // there, its Booster does not.
  bool all_trees = false;
};

// Throws InputError about `file` if the bytes are not a model in this format that is taken exactly.
// The ensemble is sound, and has the sha256 of the bytes.
Ensemble read_ensemble(std::string_view bytes, const std::string& file, Format format,
                       const ReadOptions& options = {});

}  // namespace cogs::score
