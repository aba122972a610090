// SPDX-License-Identifier: Apache-2.0
//
// Causal rules that data suggest, as JSON ("cogs.causes/1", contract.md).
#pragma once

#include <optional>
#include <string>

#include "json/value.h"
#include "model/edit/causes.h"

namespace cogs::present {

struct CausesJsonOptions {
  bool all = false;  // also what is too weak to be proposed
  std::optional<double> read_seconds = {}, search_seconds = {};
};

// `written` is the model file that has the proposals now; empty if there is none.
json::Value causes_json(const model::Model& model, const std::string& data,
                        const model::Causes& causes, const std::string& written,
                        const CausesJsonOptions& options);

}  // namespace cogs::present
