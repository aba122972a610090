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
  std::optional<bool> low_is_unwanted;        // none: assumed, and said
  std::optional<base::Number> threshold;      // none: what the library's predict divides at, if any
  bool probability = false;                   // the threshold is one of the probability
  std::optional<std::string> unwanted_class;  // of two classes, or of one output for each
  bool all_trees = false;                     // XGBoost: also those after the best iteration
  bool points = false;                        // a scorecard as a table
  std::vector<std::string> heading = {};
  std::vector<FeatureRow> said = {};
  std::vector<std::string> skip = {};  // columns of the people that are to be no features
  Listed listed = Listed::shared;
};

struct ImportedText {
  std::string text;
  std::vector<Assumption> assumed;
  std::size_t features = 0;
  std::vector<std::string> guesses = {};      // about the decision, as sentences
  std::vector<std::string> untested = {};     // features that the score does not look at
  std::vector<std::string> identifiers = {};  // columns left out for looking like identifiers
};

// `people` may be null: then domains are what the file says. Throws InputError that lists columns
// of the model which nothing in the table explains, for a score that nothing says a threshold of,
// and for options that do not fit the file. Columns of `people` that the score does not look at are
// features too, so that people can be asked about as they come.
ImportedText import_text(const score::Ensemble& ensemble, const table::Table* people,
                         const ImportTextOptions& options);

}  // namespace cogs::model
