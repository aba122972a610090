// SPDX-License-Identifier: Apache-2.0
//
// The exhaustive oracle: answers by enumeration of concrete states, straight from semantics.md.
//
// Model + record + options -> the complete answer of `recourse`, as path::search should give
// it. Only for small models: a few hundred concrete states, a handful of features.
//
// Status and least cost are found twice, over every concrete value and over the values that
// answers report; a difference between the two is a defect of the oracle and throws
// std::logic_error, as does a best path that the literal judge of walk.h refuses. (Where prices
// depend on distances and effects move what is priced, other values than the reported ones can be
// cheaper: then only the status has to be the same.)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "path/path.h"

namespace cogs::oracle {

struct OracleAnswer {
  path::Status status = path::Status::none;
  bool undesired = false;                     // at the start
  std::vector<path::Broken> start_breaks;     // by place in the file
  std::vector<model::RuleId> deciding_rules;  // the undesired atom's rules that hold
  std::vector<model::FeatureId> missing;      // missing features that rules mention, heads too
  base::Number cost = 0;                      // when found
  std::vector<path::Path> paths;              // best first, as many as the options ask for
  std::vector<path::Blocker> blockers;        // when none
  std::size_t states = 0;                     // concrete states enumerated
};

OracleAnswer solve(const model::Model& model, const model::Record& start,
                   const path::Options& options);

// The goal set, or the goal states that paths reach from the start, as concrete records over the
// enumerated values, with counts.
struct OracleGoals {
  std::vector<model::Record> tried;  // every record enumerated: values for region tests
  std::vector<char> is_goal;         // for each of them
  std::size_t cells = 0;             // model cells that hold one (contract.md)
  std::size_t states = 0;            // exact, if not `continuous`
  bool continuous = false;           // some domain was sampled only
  bool goal_outside = false;         // some goal keeps a start value outside its domain
};

OracleGoals goals(const model::Model& model, const std::optional<model::Record>& start,
                  const path::Options& options);

}  // namespace cogs::oracle
