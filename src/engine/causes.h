// SPDX-License-Identifier: Apache-2.0
//
// Which features depend on which? Causal rules that a table suggests, for a person to judge.
//
//   model::Model loan = engine::load_model("loan.cogs");
//   engine::CausesResult found = engine::propose_causes(loan, "loans.csv");
//   engine::ModelText more = engine::add_proposals(loan, found);   // no answer changes
//
// What is searched for and how directions are chosen is said in model/edit/causes.h and
// rules/propose_causes.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/edit/causes.h"
#include "model/model.h"
#include "table/read_table.h"
#include "table/table.h"

namespace cogs::engine {

struct CausesOptions {
  rules::CauseOptions search;
  table::ReadOptions read;
  std::optional<std::string> label;              // the column of decisions; it takes no part
  std::vector<std::string> effects, no_effects;  // features that may, or may not, be effects
  // Features come in the order of how many answers their rules would change, and only the first
  // ones are proposed; 0: all of them.
  std::size_t most_features = 8;
  std::size_t people = 24;  // whose answers are looked at; 0: none, the order is that of the search
};

struct CausesResult {
  model::Causes causes;
  std::vector<base::Diagnostic> warnings;
  double read_seconds = 0, search_seconds = 0;
};

// Throws base::InputError for a table that cannot be read or has no feature of the model, and for
// options that name something unknown; base::Stopped at a limit.
CausesResult propose_causes(const model::Model& model, const std::string& file,
                            const CausesOptions& options = {});
CausesResult propose_causes(const model::Model& model, const table::Table& table,
                            const CausesOptions& options = {});

struct ModelText {
  model::Model model;
  std::string text;      // of its file
  bool changed = false;  // it is not that of the model before
};

// The model with these rules as proposed ones; `result` gets the ids that they have there.
ModelText add_proposals(const model::Model& model, CausesResult& result);

}  // namespace cogs::engine
