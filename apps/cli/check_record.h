// SPDX-License-Identifier: Apache-2.0
//
// cogs check MODEL RECORD.json: does the explanation record still hold?
#pragma once

#include <string>

#include "cli/command.h"
#include "cli/common_options.h"
#include "engine/engine.h"
#include "output/json_value.h"

namespace cogs::cli {

// `text`: what `json` was parsed from, named `file` in messages.
ExitCode check_record(const model::Model& model, output::JsonValue json, const std::string& file,
                      const std::string& text, const CommonOptions& common);

}  // namespace cogs::cli
