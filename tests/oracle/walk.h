// SPDX-License-Identifier: Apache-2.0
//
// Paths over concrete records, judged literally by semantics.md 3 and 4: consistency of a record
// that may break rules from the start, transitions, goals, ranges, supported values, certainty.
// Slow and simple; part of the oracle. The enumeration in enumerate.h has its own, faster, tests;
// both must agree.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "oracle/meaning.h"
#include "oracle/restrictions.h"
#include "path/path.h"

namespace cogs::oracle {

// One transition: the features set directly, those moved by effects, and the state after it.
struct Step {
  std::set<std::size_t> direct, effects;
  Record state;
};
using Steps = std::vector<Step>;

// A set of values of one feature on which all tests have the same outcome, with one of them.
struct Piece {
  model::Interval interval;  // numeric features only
  Value sample;
};

class Walk {
 public:
  Walk(const Meaning& meaning, const Restrictions& restrictions, const Record& start);

  // F's own causal rules in the state `record`, less what this record is excused from.
  bool obeys(std::size_t f, const Record& record, const Facts& facts) const;
  bool consistent(const Record& record) const;
  bool goal(const Record& record) const;
  // What the start breaks, by line.
  std::vector<path::Broken> start_breaks() const;

  // What is wrong; empty when nothing is.
  std::vector<std::string> transition_faults(const Record& from, const Step& step) const;
  // Of the whole path, --max-length included, certainty not.
  std::vector<std::string> path_faults(const Steps& steps) const;

  path::ValueSet range(const Steps& steps, std::size_t j, std::size_t f) const;
  path::ValueSet supported(const Steps& steps, std::size_t j, std::size_t f) const;
  bool certain(const Steps& steps, std::size_t j, std::size_t f) const;
  bool certain(const Steps& steps) const;
  std::vector<model::CausalRuleId> rules_at_work(const Steps& steps, std::size_t j,
                                                 std::size_t f) const;
  Number cost(const Steps& steps) const;

  // The path as an answer shows it.
  path::Path describe(const Steps& steps) const;
  // Everything that is wrong with a path as an answer shows it.
  std::vector<std::string> check(const path::Path& path) const;

 private:
  const Record& before(const Steps& steps, std::size_t j) const;
  bool valid_with(const Steps& steps, std::size_t j, std::size_t f, const Value& value) const;
  bool supported_with(const Steps& steps, std::size_t j, std::size_t f, const Value& value) const;
  std::vector<Piece> pieces(const Steps& steps, std::size_t f) const;
  path::ValueSet gather(std::size_t f, const std::vector<Piece>& pieces,
                        const std::vector<char>& chosen, const Value* around) const;

  const Meaning& meaning_;
  const model::Model& model_;
  const Restrictions& restrictions_;
  const Record& start_;
  std::vector<char> in_vain_;      // by causal rule
  std::vector<char> unsupported_;  // by feature
  std::vector<char> void_denial_;
};

// The same set of values; the open flags of unbounded ends do not count.
bool same_values(const path::ValueSet& a, const path::ValueSet& b);
bool same_value(const model::Feature& feature, const std::optional<Value>& a,
                const std::optional<Value>& b);
// Every number at which a test on the feature may change its outcome, ascending, ends of the
// domain and of --range included; for an integer domain also all its values if they are few.
std::vector<Number> critical_numbers(const Meaning& meaning, const Restrictions& restrictions,
                                     std::size_t f, const std::optional<Value>& start);
// The line (or the domain) cut at the critical numbers, each of them a piece of its own.
std::vector<Piece> cut(const model::Feature& feature, bool domain_lifted,
                       std::vector<Number> critical);

}  // namespace cogs::oracle
