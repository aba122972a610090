// SPDX-License-Identifier: Apache-2.0
//
// The goal set for people: the counts, and a line a region with the features that it restricts.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "path/counterfactuals.h"
#include "present/words/safe_text.h"

namespace cogs::present {

std::string counterfactuals_text(const model::Model& model,
                                 const std::optional<model::Record>& start,
                                 const path::Options& options, const path::Counterfactuals& found,
                                 const TextStyle& style);

}  // namespace cogs::present
