// SPDX-License-Identifier: Apache-2.0
//
// What a model file of another library is, and what became of it, for people and as JSON
// ("cogs.import/1", contract.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "json/value.h"
#include "model/edit/assume.h"
#include "present/words/safe_text.h"

namespace cogs::present {

struct ImportReport {
  std::string file, format, version, sha256;
  std::size_t trees = 0, leaves = 0, terms = 0;  // terms: linear ones
  std::size_t columns = 0, features = 0;
  std::vector<std::string> classes;
  std::string arithmetic;          // "exact", "float32" or "float64"
  std::optional<double> rounding;  // how far a deployed score can be from the exact one
  std::vector<std::string> notes;
  std::vector<model::Assumption> assumed;
  std::vector<std::string> guesses;      // about the decision, as sentences
  std::vector<std::string> untested;     // features that the score does not look at
  std::vector<std::string> identifiers;  // columns of the people that became no features
  std::string checked_file;              // empty: no rows were checked
  std::uint64_t checked_rows = 0;
  bool in_order = true;  // equal bits could be demanded
};

std::string import_text(const ImportReport& report, const TextStyle& style);
json::Value import_json(const ImportReport& report);

}  // namespace cogs::present
