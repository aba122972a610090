// SPDX-License-Identifier: Apache-2.0
//
// Model + table -> what recourse looks like for the people in it, and for groups of them, as data.
//
//   outcomes.h    what recourse means for each row; rows with the same outcome share it
//   statistics.h  outcomes and how many rows have them -> figures
//   cover.h       the fewest features that help half of the people, or more
//   intervals.h   how far the figures can be trusted
//   groups.h      columns -> groups of rows
//   counted_rows.h  rows that stand for others, so that a table can be audited in parts
//   actual.h      what was so, by a column, beside what the rules decide
//   policy.h      which features a decision should not rest on
//
// The same input gives the same report on any number of threads, unless a limit stops it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "batch/audit/actual.h"
#include "batch/audit/counted_rows.h"
#include "batch/audit/groups.h"
#include "batch/audit/intervals.h"
#include "batch/audit/outcomes.h"
#include "batch/audit/policy.h"
#include "batch/audit/statistics.h"

namespace cogs::batch {

constexpr std::uint64_t small_group = 30;  // fewer people concerned: noted, and not ranked

struct AuditOptions {
  OutcomeQuestion question;
  std::vector<std::string> by;  // columns
  bool cross = false;
  std::vector<std::string> missing_marks;  // texts of missing cells
  std::optional<std::string> policy;       // the text of a policy file
  std::string policy_file;                 // its name
  std::string actual;                      // COL or COL=VALUE (actual.h); empty: not known
  // The column that says how many rows each stands for; none: each for itself.
  std::string counted;
};

struct Difference {
  double value = 0;
  Span interval;
};

// A share of a group, as a part of the largest share that a group of the same grouping has. Groups
// of fewer than `small_group` people, and the joined ones, are not what others are compared with.
struct Ratio {
  std::size_t to = 0;  // the group with the largest share
  double value = 0;
  std::optional<RatioSpan> interval;  // none of that group itself
  bool below_four_fifths = false;     // the rule of thumb for adverse impact
};

struct AuditGroup {
  std::vector<GroupValue> values;
  Statistics statistics;
  bool small = false;
  std::optional<std::size_t> rank;  // by share with recourse, the least first; of large groups
  std::optional<Difference> to_the_rest;  // of the share, where both have people concerned
  std::optional<Ratio> decision_ratio;    // of the share that has the wanted decision as it is
  std::optional<Ratio> recourse_ratio;    // of the share with recourse, of those concerned
  std::optional<ActualCounts> actual;     // if it was asked for
};

struct AuditGrouping {
  std::vector<std::string> columns, in_bands;
  std::size_t pooled = 0;
  std::vector<AuditGroup> groups;
};

// Rows that break a rule or denial.
struct BrokenExamples {
  path::Broken what;
  std::vector<std::uint64_t> rows;  // from 1
};

struct PolicyFinding {
  PolicyEntry entry;
  std::vector<std::uint32_t> decision_lines, causal_lines;
  std::vector<model::FeatureId> through;  // the decision tests these, and causes lead there from it
  std::uint64_t direct = 0, effect = 0;   // best paths that change it
  std::uint64_t blocks = 0;               // people without a path, with a blocker about it
};

struct AuditReport {
  std::uint64_t rows = 0;         // of the table
  std::uint64_t bad = 0;          // with values that the model cannot take
  std::uint64_t not_reached = 0;  // when a limit came
  std::uint32_t ways = 0;         // sets that were looked at for each person, at most
  Statistics all;
  std::vector<BrokenExamples> examples;  // in the order of all.broken_rules
  std::string actual_column;             // as it was asked for
  std::optional<ActualCounts> actual;
  std::vector<AuditGrouping> by;
  bool has_policy = false;
  std::vector<PolicyFinding> policy;
  std::vector<model::FeatureId> allowed;  // by the policy, whatever their names look like
  std::uint64_t searches = 0;
  base::Exhausted exhausted = base::Exhausted::no;
};

// `bad`: by row, empty if none is. Throws base::InputError for unknown columns and a policy that
// cannot be read.
AuditReport audit(const model::Model& model, const table::Table& table,
                  const model::BoundTable& bound, const std::vector<bool>& bad,
                  const AuditOptions& options);

// Few rows of the table, whose audit is that of the whole table. Throws the same, and base::Stopped
// at a limit.
std::vector<CountedRow> audit_parts(const model::Model& model, const table::Table& table,
                                    const model::BoundTable& bound, const std::vector<bool>& bad,
                                    const AuditOptions& options);

}  // namespace cogs::batch
