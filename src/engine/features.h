// SPDX-License-Identifier: Apache-2.0
//
// The features of a model as a table for a spreadsheet, and back (model/edit/feature_rows.h).
//
//   model::FeatureSheet sheet = engine::load_feature_sheet("features.csv");
//   model::ChangedFeatures now = engine::change_features(loan, sheet.rows);
//   engine::model_text(now.model);       // only what the rows changed is written anew
//
// `learn` takes the same rows (LearnOptions::said).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/edit/feature_rows.h"
#include "model/model.h"

namespace cogs::engine {

// Throws base::InputError for a file that cannot be read or is no such table.
model::FeatureSheet load_feature_sheet(const std::string& file);

// Throws base::InputError for unknown features and for cells that cannot be meant; then nothing is
// changed.
model::ChangedFeatures change_features(const model::Model& model,
                                       const std::vector<model::FeatureRow>& rows);

// What a command line says about one feature; `option` is how it was given, for messages. What
// bears on whether people can change the feature says all of it: fixed, one-way, caused or free.
enum class Freedom { free, fixed, increase, decrease, caused };
model::FeatureRow say_freedom(const std::string& feature, Freedom freedom,
                              const std::string& option);
model::FeatureRow say(const std::string& feature, model::PartKind part, const std::string& text,
                      const std::string& option);

// "none<school<high school" -> {none < school < 'high school'}. A value that has a `<` stands in
// single quotes. nullopt unless there are two values or more, none of them empty.
std::optional<std::string> ordered_domain(const std::string& order);

}  // namespace cogs::engine
