// SPDX-License-Identifier: Apache-2.0
//
// The loan example and its answer for John, built by hand, so that the texts are tested without
// the reader and the search.
#pragma once

#include <string>

#include "model/model.h"
#include "model/record.h"
#include "path/path.h"

namespace cogs::present::loan {

using base::Number;
using model::FeatureId;
using model::Interval;
using model::Value;

inline const FeatureId age{0}, debt{1}, balance{2}, score{3};

inline model::Feature numbers(const std::string& name, int low, int high, std::uint32_t line) {
  model::Feature feature;
  feature.name = name;
  feature.domain = model::NumericDomain{true, Number(low), Number(high)};
  feature.place.line = line;
  return feature;
}

inline model::Model model() {
  model::Model m;
  m.path = "loan.cogs";
  m.sha256 = "0123";
  m.features = {numbers("age", 1, 99, 2), numbers("debt", 0, 1000000, 3),
                numbers("bank_balance", 0, 1000000000, 4), numbers("credit_score", 300, 850, 5)};
  m.features[0].direction = model::Direction::up;
  m.features[1].unit = m.features[2].unit = "$";
  m.features[3].caused = true;
  m.features[3].mode = model::CausalMode::if_;
  m.atoms = {{"reject_loan", {std::nullopt}, "reject_loan(x)"}};
  const auto less = [](int n) {
    return model::Condition{model::Comparison::less, Value::of(Number(n)), false};
  };
  m.rules = {{model::AtomId(0U), {model::FeatureTest{balance, {less(60000)}, false}}, {9, 1}},
             {model::AtomId(0U), {model::FeatureTest{score, {less(600)}, false}}, {10, 1}}};
  m.causal_rules = {
      {score,
       {{model::Comparison::greater_equal, Value::of(Number(600)), false}},
       {model::FeatureTest{debt, {{model::Comparison::equal, Value::of(Number(0)), false}}, false}},
       {12, 1}}};
  m.denials = {{{}, {14, 1}}};
  model::Statement low_balance, low_score;
  low_balance.kind = low_score.kind = model::Statement::Kind::rule;
  low_balance.text = "reject_loan(X) :-\n    bank_balance(X, B), B #< 60000.";
  low_balance.place = {9, 1};
  low_score.text = "reject_loan(X) :- credit_score(X, C), C #< 600.";
  low_score.place = {10, 1};
  model::Statement denial;
  denial.kind = model::Statement::Kind::denial;
  denial.text = ":- age(X, A), A < 18, bank_balance(X, B), B > 100.";
  denial.place = {14, 1};
  m.document.statements = {low_balance, low_score, denial};
  return m;
}

inline model::Record record(int a, int d, int b, int s) {
  return {Value::of(Number(a)), Value::of(Number(d)), Value::of(Number(b)), Value::of(Number(s))};
}

inline path::ValueSet range(int low, int high) {
  return std::vector<Interval>{{Number(low), Number(high), false, false}};
}

inline path::Change change(FeatureId feature, int from, int to, path::ValueSet range,
                           std::optional<Number> cost = std::nullopt) {
  return {feature, Value::of(Number(from)), Value::of(Number(to)), std::move(range), cost};
}

inline path::Result result() {
  path::Result r;
  r.status = path::Status::found;
  r.undesired = true;
  r.deciding_rules = {model::RuleId(0U), model::RuleId(1U)};
  r.lower_bound = 2;
  r.expanded = 12;
  r.seconds = 0.00004;
  path::Path path;
  path.cost = 2;
  path.optimal = path.certain = path.checked = true;
  path::Transition first, second;
  first.actions = {change(debt, 5000, 0, range(0, 0), 1)};
  path::Effect follows;
  static_cast<path::Change&>(follows) = change(score, 599, 600, range(600, 850));
  follows.supported = range(600, 850);
  follows.rules = {model::CausalRuleId(0U)};
  first.effects = {follows};
  first.state = record(31, 0, 40000, 600);
  second.actions = {change(balance, 40000, 60000, range(60000, 1000000000), 1)};
  second.state = record(31, 0, 60000, 600);
  path.transitions = {first, second};
  r.paths = {path};
  return r;
}

}  // namespace cogs::present::loan
