// SPDX-License-Identifier: Apache-2.0
//
// A model as plain JSON, for tools that do not read `.cogs`: declarations in full, rules as
// written, with their lines.
#pragma once

#include "model/model.h"
#include "output/json_value.h"

namespace cogs::output {

JsonValue model_json(const model::Model& model);

}  // namespace cogs::output
