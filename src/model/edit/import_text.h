// SPDX-License-Identifier: Apache-2.0
//
// A model file of another library, and people like those it decides about -> the text of a whole
// `.cogs` file: features with the domains and steps that the people show, `#import` with the file's
// checksum, and the decision as a comparison of the score with a number.
//
// A scorecard becomes a `#points` table instead, if that is asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/edit/assume.h"
#include "model/edit/build_model.h"
#include "model/edit/feature_rows.h"
#include "score/ensemble.h"
#include "table/table.h"

namespace cogs::model {

struct ImportTextOptions {
  std::string file;                           // as the model is to name it
  std::string score = "score";                // the predicate of the score
  std::string decision = "reject";            // the predicate of the decision
  bool low_is_unwanted = true;                // else scores from the threshold on are
  std::optional<base::Number> threshold;      // by default 0, or 1/2 for probabilities
  bool probability = false;                   // the threshold is one of the probability
  std::optional<std::string> unwanted_class;  // of a model with an output for each class
  bool all_trees = false;                     // XGBoost: also those after the best iteration
  bool points = false;                        // a scorecard as a table
  std::vector<std::string> heading = {};
  std::vector<FeatureRow> said = {};
  Listed listed = Listed::shared;
};

struct ImportedText {
  std::string text;
  std::vector<Assumption> assumed;
  std::size_t features = 0;
};

// `people` may be null: then domains are what the file says. Throws InputError that lists columns
// of the model which nothing in the table explains, and for options that do not fit the file.
ImportedText import_text(const score::Ensemble& ensemble, const table::Table* people,
                         const ImportTextOptions& options);

}  // namespace cogs::model
