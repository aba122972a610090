// SPDX-License-Identifier: Apache-2.0
//
// What a model's rules say about one concrete record: semantics.md 1 to 3, as literally as
// possible. Part of the oracle: it shares no code with src/state and src/path.
//
//   Meaning meaning(model);
//   Facts facts = meaning.facts(record);     // every test and every atom, true or false
//   meaning.body_holds(rule.body, facts)
//
// The perfect model is computed stratum by stratum with a naive fixpoint.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "model/model.h"

namespace cogs::oracle {

using base::Number;
using model::Record;
using model::Value;

// A body literal: the positive part of test or atom `index`, or its negation.
struct Literal {
  bool is_test = false;
  std::size_t index = 0;
  bool negated = false;
};
using Body = std::vector<Literal>;

// `feature` has a value and all conditions hold for it.
struct Test {
  std::size_t feature = 0;
  std::vector<model::Condition> conditions;
};

struct AtomRule {
  std::size_t head = 0;
  Body body;
  std::uint32_t line = 0;
};

struct Cause {
  std::size_t feature = 0;
  std::vector<model::Condition> head;
  Body body;
  std::uint32_t line = 0;
};

struct Forbidden {
  Body body;
  std::uint32_t line = 0;
};

// A score compared: the atom holds where what applies adds up to enough.
struct ScoredAtom {
  std::size_t atom = 0;
  model::ScoreTest test;
};

struct Facts {
  std::vector<char> tests;
  std::vector<char> atoms;
};

// Does one condition hold for a value of this feature?
bool condition_holds(const model::Feature& feature, const model::Condition& condition,
                     const Value& value);
bool conditions_hold(const model::Feature& feature, const std::vector<model::Condition>& conditions,
                     const Value& value);
// Is the value one of the declared domain?
bool in_domain(const model::Feature& feature, const Value& value);
// Where a value of an ordered set stands in its declaration; nullopt if it is not listed, or the
// set has no order.
std::optional<std::size_t> place_in_order(const model::Feature& feature, const Value& value);

class Meaning {
 public:
  explicit Meaning(const model::Model& model);

  const model::Model& model() const { return *model_; }
  const std::vector<Test>& tests() const { return tests_; }
  const std::vector<AtomRule>& rules() const { return rules_; }
  const std::vector<Cause>& causes() const { return causes_; }
  const std::vector<Forbidden>& denials() const { return denials_; }
  // Features that the causal rules of `feature` mention, through auxiliaries too.
  const std::set<std::size_t>& mentioned_by_causes(std::size_t feature) const;
  bool has_causes(std::size_t feature) const { return has_causes_[feature] != 0; }
  // Features without causal rules, then the others: always the first declared whose causes are
  // all there.
  const std::vector<std::size_t>& causal_order() const { return causal_order_; }

  Facts facts(const Record& record) const;
  // From the truth of the tests alone.
  std::vector<char> atoms(const std::vector<char>& tests) const;
  bool body_holds(const Body& body, const Facts& facts) const;

  // The two halves of the causal rules of `feature` for `value`, bodies as in `facts`. Head sets
  // lie within the domain, unless it is lifted: an observed start outside of it is in none of them.
  // `in_vain` (by cause, or empty): rules that are not owed.
  bool if_part(std::size_t feature, const Value& value, const Facts& facts, bool domain_lifted,
               const std::vector<char>& in_vain) const;
  bool only_if_part(std::size_t feature, const Value& value, const Facts& facts,
                    bool domain_lifted) const;
  // Both, as the mode asks, for a record that is excused from nothing; missing values break
  // nothing.
  bool causes_hold(std::size_t feature, const std::optional<Value>& value, const Facts& facts,
                   bool domain_lifted) const;
  bool in_head(const Cause& cause, const Value& value, bool domain_lifted) const;
  bool denial_broken(std::size_t denial, const Facts& facts) const;

 private:
  Body convert(const std::vector<model::Literal>& body);
  void find_strata();
  std::set<std::size_t> mentioned(const Body& body) const;
  void find_causal_order();
  // A value of the domain (or of the whole line) for each way in which the heads can come out.
  std::vector<Value> list_witnesses(std::size_t feature, bool domain_lifted) const;

  bool score_passes(const ScoredAtom& scored, const std::vector<char>& tests,
                    const std::vector<char>& truth) const;

  const model::Model* model_;
  std::vector<ScoredAtom> scored_;
  std::vector<std::vector<std::pair<Body, Number>>> contributions_;  // by score
  std::vector<std::size_t> stratum_of_;                              // by atom
  std::vector<Test> tests_;
  std::vector<AtomRule> rules_;
  std::vector<Cause> causes_;
  std::vector<Forbidden> denials_;
  std::vector<char> has_causes_;
  std::vector<std::vector<std::size_t>> strata_;  // rules of each stratum
  std::vector<std::set<std::size_t>> of_causes_;
  std::vector<std::size_t> causal_order_;
  std::vector<std::vector<Value>> witnesses_, lifted_witnesses_;  // by feature with causes
};

}  // namespace cogs::oracle
