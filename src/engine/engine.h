// SPDX-License-Identifier: Apache-2.0
//
// The whole way from a model to a checked answer, on one screen. What is installed for others
// stands on this (src/api).
//
//   using namespace cogs;
//   model::Model loan = engine::load_model("loan.cogs");
//   model::Record john = model::read_record(loan, {{"age", "31"}, {"debt", "5000"}});
//   path::Result answer = engine::find_recourse(loan, john);
//   for (const path::Path& path : answer.paths) ...   // cheapest first, each one checked
//
// Functions take values and return values. None of them writes to the terminal, ends the
// program or looks at the environment.
// Bad input throws base::InputError. Everything is safe to call from several threads at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/prepared.h"
#include "model/model.h"
#include "model/record.h"
#include "path/counterfactuals.h"
#include "path/path.h"
#include "path/read_options.h"
#include "path/search.h"

namespace cogs::engine {

// Reads a model file; all its errors come in one InputError.
model::Model load_model(const std::string& file);

// The same for a text that is already at hand; `name` stands for its file in messages.
model::Model parse_model(const std::string& text, const std::string& name);

// The best paths to the other decision, each verified by the independent checker.
path::Result find_recourse(const model::Model& model, const model::Record& start,
                           const path::Options& options = {}, const base::Limits& limits = {},
                           const path::ProgressHook& progress = {});
path::Result find_recourse(const Prepared& prepared, const model::Record& start,
                           const path::Options& options = {}, const base::Limits& limits = {},
                           const path::ProgressHook& progress = {});

// Every goal state, as disjoint regions; with a start, those at the end of a path.
path::Counterfactuals find_counterfactuals(const model::Model& model,
                                           const std::optional<model::Record>& start = {},
                                           const path::Options& options = {},
                                           const base::Limits& limits = {});

// What the independent checker says against a path; empty when it is right.
std::vector<std::string> check_path(const model::Model& model, const model::Record& start,
                                    const path::Options& options, const path::Path& path);
std::vector<std::string> check_path(const Prepared& prepared, const model::Record& start,
                                    const path::Options& options, const path::Path& path);

}  // namespace cogs::engine
