// SPDX-License-Identifier: Apache-2.0
//
// Model + table -> what recourse means for each row, as an audit needs it. Rows whose outcomes are
// alike share one, so that all further counting is over few outcomes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/budget.h"
#include "batch/audit/cover.h"
#include "batch/row_constraints.h"
#include "model/data/bind_table.h"
#include "model/model.h"
#include "path/path.h"

namespace cogs::batch {

struct Outcome {
  path::Status status = path::Status::none;
  bool undesired = false;
  std::vector<path::Broken> breaks;  // rules and denials that the row itself breaks
  // Of the best path, where the status is `found`.
  base::Number cost;
  bool certain = true;
  Features direct, effects;
  // What the best paths change, one for each smallest set that suffices; and whether there are
  // more than were asked for.
  std::vector<Features> ways;
  bool more_ways = false;
  // Where the status is `none`.
  std::vector<path::Blocker> blockers;
};

constexpr std::uint32_t no_outcome = UINT32_MAX;

struct RowOutcomes {
  std::vector<Outcome> outcomes;      // by the first row that has it
  std::vector<std::uint32_t> of_row;  // no_outcome: a bad row, or one that was not reached
  std::uint64_t searches = 0;
  base::Exhausted exhausted = base::Exhausted::no;  // else some rows were not reached
};

struct OutcomeQuestion {
  path::Options run;
  ConstraintColumns columns;  // with constraints of each row
  std::uint32_t ways = 8;     // sets for each person, at most
  base::Limits limits, person_limits;
  unsigned threads = 0;
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

// `bad`: rows that are left out, those with constraints that cannot be read among them; empty if
// there are none. `bound` is what the table means. `whole`: of the audit, which leaves some time
// for its figures.
RowOutcomes find_outcomes(const model::Model& model, const table::Table& table,
                          const model::BoundTable& bound, const std::vector<bool>& bad,
                          const OutcomeQuestion& question, const base::Budget& whole);

}  // namespace cogs::batch
