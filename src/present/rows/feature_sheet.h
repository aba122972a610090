// SPDX-License-Identifier: Apache-2.0
//
// The features of a model as a table for a spreadsheet (model/edit/feature_rows.h reads it), as
// JSON
// ("cogs.features/1", contract.md), and what changed when such a table was applied.
#pragma once

#include <string>

#include "json/value.h"
#include "model/edit/feature_rows.h"
#include "model/model.h"
#include "present/words/safe_text.h"

namespace cogs::present {

// One row a feature, in order of declaration. Reading it back changes nothing. With characters
// beyond ASCII it begins with a byte order mark: spreadsheets would misread them without.
std::string feature_sheet(const model::Model& model);

struct FeaturesReport {
  const model::Model& model;  // as it is now
  std::string sheet = {};     // the table that was applied; empty: none
  std::vector<model::FeatureId> changed = {};
  std::string written = {};  // the file that has the model now; empty: none
};

std::string features_text(const FeaturesReport& report, const TextStyle& style);
json::Value features_json(const FeaturesReport& report);

}  // namespace cogs::present
