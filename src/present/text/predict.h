// SPDX-License-Identifier: Apache-2.0
//
// What `cogs predict` writes: decisions as CSV or JSON ("cogs.predict/1", contract.md), and its
// figures for people.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "model/model.h"
#include "present/words/safe_text.h"
#include "rules/measure.h"

namespace cogs::present {

struct PredictReport {
  const model::Model& model;
  std::string data;                          // the file
  const std::vector<std::string>& classes;   // the undesired one first
  const std::vector<std::uint32_t>& of_row;  // an index beyond the classes: none
  const std::vector<bool>& bad;              // by row; empty: none is
  std::optional<std::string> label;
  const std::optional<rules::Measures>& measures;
  std::size_t bad_rows = 0;
  const std::vector<std::string>& missing_features;
  double read_seconds = 0, predict_seconds = 0;
};

// Takes a text piece by piece.
using WritePiece = std::function<void(std::string_view)>;

// row,decision
void predict_csv(const PredictReport& report, const WritePiece& write);
// {"row": 1, "decision": "reject", "undesired": true} on a line each.
void predict_jsonl(const PredictReport& report, const WritePiece& write);
json::Value predict_json(const PredictReport& report, bool timing);
// How many rows got which class, and how that compares with the label.
std::string predict_text(const PredictReport& report, const TextStyle& style);

// A field of a CSV file, in quotes where it needs them.
std::string csv_field(const std::string& text);

}  // namespace cogs::present
