// SPDX-License-Identifier: Apache-2.0
//
// A model as plain JSON, for tools that do not read `.cogs`: declarations in full, rules as
// written, with their lines.
#pragma once

#include "json/value.h"
#include "model/model.h"

namespace cogs::present {

json::Value model_json(const model::Model& model);

}  // namespace cogs::present
