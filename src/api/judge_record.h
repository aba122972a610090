// SPDX-License-Identifier: Apache-2.0
//
// Does an explanation record still hold? By the model that it carries: are its checksums right, can
// its proof be replayed, does the checker accept its paths, do the same questions give the same
// answers? And where the model is another one by now: what has changed, and does the answer hold?
#pragma once

#include <optional>
#include <string>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "json/value.h"
#include "model/model.h"
#include "present/json/record_check.h"

namespace cogs::api {

struct JudgedRecord {
  present::RecordCheck report;
  std::optional<base::Diagnostic> warning;  // that the model has changed
};

// `text`: what `json` was parsed from, named `file` in messages. The limits are for each part.
JudgedRecord judge_record(const model::Model& model, json::Value json, const std::string& file,
                          const std::string& text, const base::Limits& limits);

}  // namespace cogs::api
