// SPDX-License-Identifier: Apache-2.0
//
// Codes for reasons, as lenders file them with an adverse action: Reason -> code and sentence.
// engine/reason_codes.h reads them from a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explain/proof.h"
#include "explain/reasons.h"

namespace cogs::explain {

struct ReasonCode {
  // What must be the case for the code to be the right one.
  enum class When {
    always,
    low,      // every value that would turn the decision lies above the actual one
    high,     // ... below it
    missing,  // the record has no value
    value     // the record has this value
  };
  FeatureId feature;
  When when = When::always;
  std::optional<model::Value> value;  // for When::value
  std::string code, text;
};

using ReasonCodes = std::vector<ReasonCode>;

// The first code that fits; null: none does.
const ReasonCode* code_of(const ReasonCodes& codes, const Record& record, const Reason& reason);

}  // namespace cogs::explain
