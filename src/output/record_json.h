// SPDX-License-Identifier: Apache-2.0
//
// The explanation record ("cogs.record/1", contract.md): one JSON object that holds a decision
// about one person with all that it rests on, the model's text included, so that it can be
// filed, and judged later by `cogs check` without anything else.
//
// Same input, same bytes: there is no clock in it. It carries a checksum of itself.
#pragma once

#include <optional>
#include <string>

#include "output/json_value.h"
#include "output/recourse_json.h"
#include "output/why_json.h"

namespace cogs::output {

struct RecordReport {
  const WhyReport& why;
  const std::string& model_text;  // the bytes that the model was read from
  std::string version;            // of cogs
  std::size_t most_reasons = 4;
  // Of `recourse`; a record of `why` has none.
  const path::Options* options = nullptr;
  const path::Result* result = nullptr;
};

JsonValue explanation_record(const RecordReport& report);

// The checksum that a record should carry.
std::string record_checksum(const JsonValue& record);

// What a record says, as far as it can be read without a model.
struct RecordClaims {
  JsonValue json;  // the whole record
  std::string version, model_path, model_sha256, model_text;
  std::string source;  // where the input came from
  std::size_t most_reasons = 0;
  std::optional<std::string> rather_than;  // an atom
  bool has_recourse = false;
  bool reasons_complete = true, recourse_complete = true;
};

// Whether this is a record, of whatever version, and not another kind of JSON.
bool is_record(const JsonValue& json);

// Throws InputError, located in `text`, for another version or a member of the wrong type.
RecordClaims read_record_claims(JsonValue json, const std::string& file, std::string_view text);

// The record's input, options and paths against a model (recourse_json.h); what it throws, too.
RecourseAnswer read_record_answer(const model::Model& model, const RecordClaims& claims,
                                  const std::string& file, std::string_view text);

}  // namespace cogs::output
