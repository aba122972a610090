// SPDX-License-Identifier: Apache-2.0
//
// What `cogs check` says about an explanation record, part by part, as text and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json/value.h"
#include "present/json/record.h"
#include "present/words/safe_text.h"

namespace cogs::present {

struct RecordPart {
  std::string name;                 // of the member that it is about
  std::vector<std::string> faults;  // empty: it holds
  bool compared = true;             // false: a limit kept it from being asked again
};

struct RecordCheck {
  std::vector<RecordPart> parts;  // by the model that the record carries
  // Where the model file is another one now: what has changed, and what that does to the answer.
  // Left empty for a record that does not hold by its own model.
  struct Change {
    bool removed = false;  // else added
    std::uint32_t line = 0;
    std::string text;
  };
  bool model_changed = false;
  std::vector<Change> changes;
  std::vector<RecordPart> now;

  bool record_holds() const;
  bool answer_holds_now() const;
  bool right() const { return record_holds() && (!model_changed || answer_holds_now()); }
  bool compared() const;
};

// The part with this name, made if it is not there yet. Making one moves the others.
RecordPart& part_named(std::vector<RecordPart>& parts, const std::string& name);

// The checksums that a record carries, against what it holds.
void check_sums(const RecordClaims& claims, std::vector<RecordPart>& parts);

// The record against the one that the same questions give with the same model. Another version of
// cogs may word it differently.
void compare_records(const RecordClaims& claims, const json::Value& again, bool same_version,
                     std::vector<RecordPart>& parts);

// The record's answer against the one that another version of the model gives. Line numbers and
// wording do not count; paths are compared by cost, as the checker judges the rest of them.
void compare_answers(const RecordClaims& claims, const json::Value& again,
                     std::vector<RecordPart>& parts);

std::string record_check_text(const RecordCheck& report, const TextStyle& style);
json::Value record_check_json(const RecordCheck& report);

}  // namespace cogs::present
