// SPDX-License-Identifier: Apache-2.0
//
// The explanation record ("cogs.record/1", contract.md): one JSON object that holds a decision
// about one person with all that it rests on, the model's text included, so that it can be
// filed, and judged later by `cogs check` without anything else.
//
// Same input, same bytes: the only time in it is the one that whoever files it gives. It carries a
// checksum of itself.
#pragma once

#include <optional>
#include <string>

#include "json/value.h"
#include "present/json/recourse.h"
#include "present/json/why.h"

namespace cogs::present {

// What the record is filed under, where something is said; nobody can compute it again.
struct RecordCase {
  std::uint64_t row = 0;  // of the table that the input came from; 0: none
  std::string id, at;     // "": not said

  bool said() const { return row > 0 || !id.empty() || !at.empty(); }
};

struct RecordReport {
  const WhyReport& why;
  const std::string& model_text;  // the bytes that the model was read from
  std::string version;            // of cogs
  std::size_t most_reasons = 4;
  // Of `recourse`; a record of `why` has none.
  const path::Options* options = nullptr;
  const path::Result* result = nullptr;
  RecordCase filed = {};
};

json::Value explanation_record(const RecordReport& report);

// The checksum that a record should carry.
std::string record_checksum(const json::Value& record);

// What a record says, as far as it can be read without a model.
struct RecordClaims {
  json::Value json;  // the whole record
  std::string version, model_path, model_sha256, model_text;
  std::string source;  // where the input came from
  std::size_t most_reasons = 0;
  std::optional<std::string> rather_than;  // an atom
  bool has_recourse = false;
  bool reasons_complete = true, recourse_complete = true;
  RecordCase filed;
};

// Whether this is a record, of whatever version, and not another kind of JSON.
bool is_record(const json::Value& json);

// Throws InputError, located in `text`, for another version or a member of the wrong type.
RecordClaims read_record_claims(json::Value json, const std::string& file, std::string_view text);

// The record's input, options and paths against a model; `lines` and what is thrown are those of
// read_recourse_json.
RecourseAnswer read_record_answer(const model::Model& model, const RecordClaims& claims,
                                  const std::string& file, std::string_view text,
                                  const std::map<std::uint32_t, std::uint32_t>* lines = nullptr);

}  // namespace cogs::present
