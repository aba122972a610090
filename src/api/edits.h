// SPDX-License-Identifier: Apache-2.0
//
// What learning and editing share.
#pragma once

#include <string>
#include <vector>

#include <cogs/learn.h>

#include "base/budget.h"
#include "model/edit/feature_rows.h"
#include "model/edit/review.h"
#include "present/text/review.h"
#include "table/table.h"

namespace cogs::api {

// The rows of the table, then what was said, which counts more.
std::vector<model::FeatureRow> rows_of(const FeatureEdits& edits,
                                       std::vector<base::Diagnostic>& warnings);

// The model of a text that was made here.
Decision reread(std::string text, const std::string& name);

// A rule under review in words, with what the table says about it; null: nothing but the model.
present::ReviewedRule look_at(const model::Model& model, const model::ReviewItem& item,
                              const table::Table* table, base::Limits limits);

}  // namespace cogs::api
