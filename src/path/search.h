// SPDX-License-Identifier: Apache-2.0
//
// Record -> Result: the least-cost, causally consistent paths (semantics.md 4 and 5).
//
// What a path costs depends on nothing but the set of features that it sets directly. So the
// search asks, for growing cost, which sets lead to a goal (explore.h), and arranges each of
// these into its best path (arrange.h). When nothing does, it finds the restrictions to blame
// (blockers.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "base/budget.h"
#include "model/compile.h"
#include "path/path.h"
#include "state/distance.h"

namespace cogs::path {

// How far a search has come.
struct Progress {
  std::optional<Number> best;  // the cost of the best path so far
  Number bound = 0;            // nothing costs less
};
using ProgressHook = std::function<void(const Progress&)>;  // called whenever one of them changes

class ScorePlan;

// A model prepared for a run's options; answers for any number of records, from any thread.
class Search {
 public:
  // Keeps a reference to the model.
  Search(const model::Model& model, const Options& options);
  ~Search();

  // The paths are proved best but not yet checked: `verify` does that (engine runs it on each).
  // `start` must be a record of the model (read_record). Throws base::InputError where something
  // that is missing may be set, and has no price (problem.h).
  // A trace learns what the answer owes to the start's place in its cells (state/distance.h).
  Result find(const Record& start, base::Budget& budget, state::Trace* trace = nullptr,
              const ProgressHook& progress = {}) const;
  const model::CompiledModel& compiled() const { return compiled_; }

 private:
  const model::Model& model_;
  Options options_;
  model::CompiledModel compiled_;
  std::unique_ptr<const ScorePlan> plan_;  // null: no decision by one score
};

Result search(const model::Model& model, const Record& start, const Options& options,
              base::Budget& budget, const ProgressHook& progress = {});

}  // namespace cogs::path
