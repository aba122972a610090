// SPDX-License-Identifier: Apache-2.0
//
// Node -> the literal that tells its positives from its negatives best.
//
// A literal that holds on tp of the positives and fp of the negatives, and so fails on fn and tn,
// scores sqrt(tp*fp) + sqrt(tn*fn) (Magic Gini impurity): the less, the better. It is no candidate
// if tp = 0 or it is wrong more often than right (by weight): tp + tn < fp + fn.
//
// Candidates in order: categorical columns, then numeric ones; values by code. Only a value that
// some row of the node has is one; for each, `equal` before `not_equal`, and `at_most`,
// `not_at_most`, `above`, `not_above`, the last two in columns with gaps alone (elsewhere they are
// the first two again). Texts in a numeric column are no candidates. The earlier one wins unless a
// later one is better by more than 1e-12, within a column and then between columns.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/workers.h"
#include "rules/coded_rule.h"
#include "rules/node.h"

namespace cogs::rules {

// How much a row of either class counts.
struct Weights {
  double positive = 1, negative = 1;
};

// A literal in `used` rules out itself and its negation.
std::optional<CodedLiteral> best_literal(Node& node, Columns columns, const Weights& weights,
                                         std::span<const CodedLiteral> used,
                                         base::Workers& workers);

// The literal that holds on most positives, among those on the fewest negatives: for the rows that
// are left when no rule for a class pays. Nothing if there are no positives.
std::optional<CodedLiteral> widest_literal(Node& node, Columns columns);

}  // namespace cogs::rules
