// SPDX-License-Identifier: Apache-2.0
//
// The JSON of `cogs counterfactuals` (contract.md, `cogs.counterfactuals/1`).
#pragma once

#include <optional>

#include "json/value.h"
#include "model/model.h"
#include "path/counterfactuals.h"

namespace cogs::present {

json::Value counterfactuals_json(const model::Model& model,
                                 const std::optional<model::Record>& start,
                                 const path::Options& options, const path::Counterfactuals& found);

}  // namespace cogs::present
