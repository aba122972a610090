// SPDX-License-Identifier: Apache-2.0
//
// What `cogs costs` did, as text and as JSON (contract.md, `cogs.costs/1`).
#pragma once

#include <optional>
#include <string>

#include "json/value.h"
#include "model/edit/scale_prices.h"
#include "model/model.h"
#include "present/words/safe_text.h"

namespace cogs::present {

struct CostsReport {
  const model::Model& model;
  std::string data;  // the table, as the user named it
  std::size_t rows;
  const std::vector<model::ScaledFeature>& features;
  model::ScaleBy by;
  std::string written;  // the file; empty: none
  std::optional<double> read_seconds;
};

std::string costs_text(const CostsReport& report, const TextStyle& style);
json::Value costs_json(const CostsReport& report);

}  // namespace cogs::present
