// SPDX-License-Identifier: Apache-2.0
//
// Table -> causal rules that its rows suggest, for a person to judge.
//
// Data show that two columns hang together, not which one is the cause. What is proposed is
// therefore one consistent picture: each column has one binding for all its rules (semantics.md
// 3), no column causes itself through others, and where two columns define each other, one
// direction is proposed and the other one is kept beside it as an alternative. Directions are
// settled in this order, the surest first:
//
//   1. what the task says: columns that cannot be effects are none; declared effects come first
//   2. rules that bring an effect about (iff, if) before those that it only needs (only_if)
//   3. columns that the decision depends on are effects before they are causes of others
//   4. iff before if
//   5. shorter bodies, then fewer literals: a many-to-one map runs from the many to the one
//   6. what tells more about its effect; the earlier column
//
// Numbers are cut where the task does, and where bodies of accepted proposals do.
//
// The result depends on the task and the options alone, never on `threads`.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "rules/cause.h"
#include "rules/search_causes.h"
#include "table/table.h"

namespace cogs::rules {

struct CauseFeature {
  CauseColumn column;
  bool can_be_effect = true;
  bool caused = false;    // declared to be an effect
  bool tested = false;    // the decision depends on it
  std::vector<Cut> cuts;  // numeric: where ranges of values begin and end
};

struct CauseTask {
  const table::Table& table;
  std::vector<CauseFeature> features;
  std::vector<std::pair<std::size_t, std::size_t>> known = {};  // cause and effect, in force
  std::optional<table::ColumnId> label = {};
};

struct CauseOptions {
  CauseSearchOptions search;
  std::size_t most_rules_of_feature = 12;
  double least_recall = 0.05;  // of an effect by `if`: rarer ones are not worth a rule
  unsigned threads = 0;
  base::Limits limits;
};

struct CauseAlternative {
  enum class Why { circle, other_binding };
  Why why = Why::circle;
  Cause cause;
};

struct CauseProposal {
  std::size_t feature = 0;
  Binding binding = Binding::none;
  bool tested = false;        // the decision depends on it, directly or through other proposals
  std::vector<Cause> causes;  // one for each effect, most informative first
  std::vector<CauseAlternative> alternatives;
};

struct CauseOmission {
  enum class Why { identifier, mirrors_label, no_cut };
  std::size_t feature = 0;
  Why why = Why::identifier;
};

struct ProposedCauses {
  std::vector<CauseProposal> proposals;  // the best first
  std::vector<Cause> weak;               // the best for other columns; their binding is `none`
  std::vector<CauseOmission> omissions;  // columns that were not considered as effects
};

// Throws base::Stopped at a limit.
ProposedCauses propose_causes(const CauseTask& task, const CauseOptions& options = {});

}  // namespace cogs::rules
