// SPDX-License-Identifier: Apache-2.0
//
// Values, records and sets of values as JSON (contract.md): numbers as numbers, set values as
// numbers where they are declared as bare numbers, a range as [lo, hi] with null for an
// unbounded end. A range that leaves out an end cannot be such a pair: it is
// {"range": [lo, hi], "open": "lo" | "hi" | "both"}.
#pragma once

#include <string>

#include "json/value.h"
#include "model/model.h"
#include "path/path.h"

namespace cogs::present {

// A flat price is a number, any other the text that stands behind `cost`.
json::Value price_json(const model::Price& price);

json::Value value_json(const model::Feature& feature, const model::Value& value);
json::Value value_json(const model::Feature& feature, const std::optional<model::Value>& value);

// {"age": 31, ...}, null where a value is missing.
json::Value record_json(const model::Model& model, const model::Record& record);

// [lo, hi], without regard to open ends; and what is open: "", "lo", "hi" or "both".
json::Value interval_json(const model::Interval& interval);
std::string open_ends(const model::Interval& interval);

// One interval as it is, several as a list of them, values as a list.
json::Value value_set_json(const model::Feature& feature, const path::ValueSet& set);

}  // namespace cogs::present
