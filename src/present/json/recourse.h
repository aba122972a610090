// SPDX-License-Identifier: Apache-2.0
//
// The JSON of `cogs recourse` (contract.md, `cogs.recourse/1`), written and read back.
//
// Members come in the order of the contract; only `search` may differ between equal runs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "explain/path_reasons.h"
#include "json/value.h"
#include "model/model.h"
#include "path/path.h"

namespace cogs::present {

struct RecourseJsonOptions {
  bool timing = true;  // false: without `search`
};

json::Value recourse_json(const model::Model& model, const model::Record& start,
                          const path::Options& options, const path::Result& result,
                          const RecourseJsonOptions& how = {},
                          const explain::RecourseReasons& reasons = {});

const char* status_name(path::Status status);  // "found"

json::Value options_json(const model::Model& model, const path::Options& options);
// What the start breaks: {"line": 12, "kind": "in_vain", "feature": "score"}.
json::Value broken_json(const model::Model& model, const path::Broken& broken);
json::Value blocker_json(const model::Model& model, const path::Blocker& blocker);

// What an answer claims. Members that are not there are nullopt; `paths` are complete.
struct RecourseAnswer {
  // An entry of `start_breaks`.
  struct Broken {
    std::uint32_t line = 0;
    std::string kind;
    std::optional<std::string> feature;
    friend bool operator==(const Broken&, const Broken&) = default;
  };
  std::optional<std::string> model_sha256;
  model::Record start;
  path::Options options;
  std::optional<path::Status> status;
  std::optional<bool> undesired;
  std::optional<bool> start_consistent;
  std::optional<std::vector<Broken>> start_breaks;
  std::optional<model::Number> lower_bound;
  std::vector<path::Path> paths;
  std::vector<base::Diagnostic> warnings;
};

// What an answer should say of what the start breaks.
std::vector<RecourseAnswer::Broken> broken_claims(const model::Model& model,
                                                  const path::Result& result);

// Reads such an object. Throws InputError, located in `text` (which is what `json` was parsed
// from), for a member of the wrong shape, a name that the model does not have, or options that
// exclude each other. Whether the paths are right is for `path::verify` to say: their values
// need not lie in the domains.
// `lines`: for an answer about another version of the model, what its lines are in this one.
RecourseAnswer read_recourse_json(const model::Model& model, const json::Value& json,
                                  const std::string& file, std::string_view text,
                                  const std::map<std::uint32_t, std::uint32_t>* lines = nullptr);

}  // namespace cogs::present
