// SPDX-License-Identifier: Apache-2.0
//
// A JSON object -> the fields of a record (contract.md): numbers by their digits, true and false by
// these names, null as missing. All that reads people from JSON reads them here.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "model/record.h"

namespace cogs::model {

// Throws InputError with all that is wrong, located in `text`, which `json` was parsed from: no
// object, or a list or object where a feature must have one value.
//
// Without `is_feature` every member must be one. With it, others may be lists of texts, such as the
// constraints of a row: their parts are then joined by ';'.
std::vector<Field> json_fields(const json::Value& json, const std::string& file,
                               std::string_view text,
                               const std::function<bool(const std::string& name)>& is_feature = {});

// The same for a text, and then read_record; what that says is located in the text, too.
// `written`: becomes what written_others() gives.
Record read_json_record(const Model& model, std::string_view text, const std::string& file,
                        std::vector<base::Diagnostic>* warnings = nullptr,
                        std::vector<std::string>* written = nullptr);
Record read_json_record(const Model& model, const json::Value& json, std::string_view text,
                        const std::string& file, std::vector<base::Diagnostic>* warnings = nullptr);

}  // namespace cogs::model
