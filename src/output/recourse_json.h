// SPDX-License-Identifier: Apache-2.0
//
// The JSON of `cogs recourse` (contract.md, `cogs.recourse/1`), written and read back.
//
// Members come in the order of the contract; only `search` may differ between equal runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explain/path_reasons.h"
#include "model/model.h"
#include "output/json_value.h"
#include "path/path.h"

namespace cogs::output {

struct RecourseJsonOptions {
  bool timing = true;  // false: without `search`
};

JsonValue recourse_json(const model::Model& model, const model::Record& start,
                        const path::Options& options, const path::Result& result,
                        const RecourseJsonOptions& how = {},
                        const explain::RecourseReasons& reasons = {});

const char* status_name(path::Status status);  // "found"

JsonValue options_json(const model::Model& model, const path::Options& options);
JsonValue blocker_json(const model::Model& model, const path::Blocker& blocker);

// What an answer claims. Members that are not there are nullopt; `paths` are complete.
struct RecourseAnswer {
  std::optional<std::string> model_sha256;
  model::Record start;
  path::Options options;
  std::optional<path::Status> status;
  std::optional<bool> undesired;
  std::optional<bool> start_consistent;
  std::optional<model::Number> lower_bound;
  std::vector<path::Path> paths;
  std::vector<base::Diagnostic> warnings;
};

// Reads such an object. Throws InputError, located in `text` (which is what `json` was parsed
// from), for a member of the wrong shape, a name that the model does not have, or options that
// exclude each other. Whether the paths are right is for `path::verify` to say: their values
// need not lie in the domains.
RecourseAnswer read_recourse_json(const model::Model& model, const JsonValue& json,
                                  const std::string& file, std::string_view text);

}  // namespace cogs::output
