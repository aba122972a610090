// SPDX-License-Identifier: Apache-2.0
//
// What do changes cost? Prices of numeric features by how many people of a table they pass.
//
//   model::Model loan = engine::load_model("loan.cogs");
//   engine::CostsResult scaled = engine::scale_costs(loan, "loans.csv");
//   // scaled.text is the model's file with `cost 1 on {...}` in its #feature statements
//
// model/edit/scale_prices.h says how scales are made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/edit/scale_prices.h"
#include "model/model.h"
#include "table/read_table.h"
#include "table/table.h"

namespace cogs::engine {

struct CostsOptions {
  model::ScaleOptions scale;  // but for `only` and `except`
  std::optional<std::vector<std::string>> only;
  std::vector<std::string> except;
  table::ReadOptions read;
};

struct CostsResult {
  std::vector<model::ScaledFeature> features;  // all of the model
  std::size_t rows = 0;
  std::string text;      // of the model's file
  bool changed = false;  // it is not what it was
  std::vector<base::Diagnostic> warnings;
  double read_seconds = 0;
};

// Throws base::InputError for a table that cannot be read or has no feature of the model, for
// names that the model does not have, and for features of `only` that cannot have a scale;
// base::Stopped at a limit.
CostsResult scale_costs(const model::Model& model, const std::string& file,
                        const CostsOptions& options = {});
CostsResult scale_costs(const model::Model& model, const table::Table& table,
                        const CostsOptions& options = {});

}  // namespace cogs::engine
