// SPDX-License-Identifier: Apache-2.0
//
// Learned rules as the text of decision rules, in the form that FOLD-SE prints. Internal to
// src/model.
//
//   #rule r1, covers 412, correct 398, exceptions 1.
//   label(X,'good') :- a(X,'v'), not b(X,'w'), n(X,N1), N1 > 3, N1 =< 12, not ab1(X,'True').
//
// Tests on values stand first, in the order grown, then comparisons by attribute, lower bounds
// first. Exceptions are ab1, ab2, ... with those inside an exception counted before it; equal ones
// are written once. Where an attribute has cells that are no numbers, "not at most v" holds there
// too, and is written as an exception of its own: not ab2(X) with ab2(X) :- n(X,N1), N1 =< v.
//
// With several classes the first rule that covers a row decides: rule2(X) :- ..., and
// label(X,'b') :- rule2(X), not rule1(X).
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "rules/rule_set.h"

namespace cogs::model {

struct DecisionNames {
  std::vector<std::string> features;      // by attribute of the rules
  std::string label;                      // the predicate of the decision
  std::unordered_set<std::string> taken;  // predicates that must not be concluded
  std::unordered_set<std::string> ids;    // of #rule lines that are in use
};

// Every class of `needed` gets a rule, one that never holds if nothing else was learned.
std::string decision_text(const rules::RuleSet& rules, const DecisionNames& names,
                          const std::vector<std::string>& needed);

// `label(X,'good')`
std::string class_atom(const std::string& label, const std::string& outcome);

// The pieces with "," (or " <") between them, on lines of at most 100 columns where that is
// possible.
std::string on_lines(std::string first, const std::vector<std::string>& pieces,
                     const std::string& end, const std::string& between = ",");

}  // namespace cogs::model
