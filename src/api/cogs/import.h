// SPDX-License-Identifier: Apache-2.0
//
// Models of other libraries as decisions: a file of XGBoost, LightGBM, CatBoost, an EBM, PMML, a
// scorecard or score.json -> the text of a .cogs model that refers to it (docs/scores.md).
//
//   cogs::ImportOptions how;
//   how.score = "risk";
//   cogs::Imported loan = cogs::import_model("model.json", cogs::Table::file("people.csv"), how);
//   loan.model_text;    // features, #import, the decision
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <cogs/decision.h>
#include <cogs/learn.h>

namespace cogs {

struct ImportOptions {
  std::string format = {};          // "": found out
  std::string score = "score";      // its predicate in the model
  std::string decision = "reject";  // the predicate of the decision
  std::string undesired = {};       // scores "below" or "above" the threshold; "": assumed below
  std::string threshold = {};       // "": 0 or 0.5, if that is where the library's predict divides
  bool probability = false;         // the threshold is one of the probability
  std::string unwanted_class = {};  // of a model with classes
  std::vector<std::string> skip = {};  // columns of the people that are to be no features
  bool all_trees = false;              // also those after the best iteration
  bool points = false;                 // a scorecard as a table in the model itself
  std::string file_in_model = {};  // the name that the model gives to the file; "": as it was given
  std::optional<std::string>
      check;  // a CSV file with the library's raw scores, which must be equal
  FeatureEdits features = {};
  LearnOptions::Listed listed = LearnOptions::Listed::shared;
};

class Imported : public Answer {
 public:
  using Answer::Answer;

  std::string model_text;
  std::string format, version, sha256;  // of the file
  std::size_t trees = 0, leaves = 0, features = 0;
  std::vector<std::string> notes;
  std::vector<std::string> guesses;  // what was assumed about the decision
  std::uint64_t checked_rows = 0;
};

// Throws InputError for a file that cannot be read or taken exactly, for rows whose raw scores
// differ, and for columns of the model that `people` does not explain.
Imported import_model(const std::string& file, const std::optional<Table>& people,
                      const ImportOptions& options = {}, const Control& control = {});

// The file as score.json, the format that all others can be written as (docs/scores.md).
std::string as_score_json(const std::string& file, const std::string& format = "");

// The names of formats.
std::vector<std::string> import_formats();

}  // namespace cogs
