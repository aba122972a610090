// SPDX-License-Identifier: Apache-2.0
//
// What explanations say is needed, on random models, judged by the oracle's own reading of rules:
//
//   a literal that fails   values that `compared` admits, as it is put out, make it hold, no others
//   a step of a path       every claim about its end and about the end without it is true, and
//                          without the features that it sets there is no path
//   blockers               with all of them lifted there is a path, which the checker accepts
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <set>

#include "explain/path_reasons.h"
#include "explain/prove.h"
#include "oracle/exhaustive.h"
#include "oracle/meaning.h"
#include "oracle/runner.h"
#include "oracle/walk.h"
#include "path/lift_blockers.h"
#include "path/search.h"
#include "path/verify.h"
#include "present/words/test_words.h"

namespace cogs::oracle {
namespace {

using explain::Need;
using Seen = std::map<std::string, std::size_t>;  // how often a test met what

// One comparison of a `compared` text, "=< 12" or "\= 'a, b'".
struct Asked {
  std::string sign, constant;

  bool admits(const model::Feature& feature, const Value& value) const {
    std::optional<Number> wanted = Number::parse(constant), is = value.number;
    if (sign == "=" || sign == "\\=") {
      const bool same = wanted && is ? *wanted == *is : constant == value.text;
      return same == (sign == "=");
    }
    if (!feature.numeric() && feature.set().ordered) {
      wanted = place(feature, constant);
      is = place(feature, value.text);
    }
    if (!wanted || !is) return false;
    if (sign == "<") return *is < *wanted;
    if (sign == "=<") return *is <= *wanted;
    if (sign == ">") return *is > *wanted;
    return *is >= *wanted;
  }

  static std::optional<Number> place(const model::Feature& feature, const std::string& text) {
    const auto& values = feature.set().values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i].value.text == text) return Number(static_cast<std::int64_t>(i));
    }
    return std::nullopt;
  }
};

// Reads the text back: comparisons that must all hold (", "), or one of which must ("; ").
bool admits(const model::Feature& feature, const std::string& compared, const Value& value) {
  if (compared == "missing") return false;
  if (compared == "given") return true;
  bool all = true, any = false;
  for (std::size_t at = 0; at < compared.size();) {
    Asked asked;
    while (compared[at] != ' ') asked.sign += compared[at++];
    ++at;
    bool quoted = false;
    for (; at < compared.size(); ++at) {
      if (compared[at] == '\'') quoted = !quoted;
      if (!quoted && (compared[at] == ',' || compared[at] == ';')) break;
      if (compared[at] != '\'') asked.constant += compared[at];
    }
    const bool holds = asked.admits(feature, value);
    all = all && holds;
    any = any || holds;
    at += 2;
  }
  return compared.find("; ") == std::string::npos ? all : any;
}

// Values on, beside and between everything that the model compares the feature with.
std::vector<Value> values_to_try(const model::Model& model, const Meaning& meaning, std::size_t f) {
  const model::Feature& feature = model.features[f];
  std::vector<Value> values;
  if (!feature.numeric()) {
    for (const model::SetValue& declared : feature.set().values) values.push_back(declared.value);
    return values;
  }
  std::set<Number> numbers;
  const Number beside = feature.numbers().integer ? Number(1) : *Number::parse("0.25");
  const auto try_at = [&](const Number& n) {
    for (const Number& m : {n - beside, n, n + beside}) {
      if (!feature.numbers().integer || m.is_integer()) numbers.insert(m);
    }
  };
  for (const Test& test : meaning.tests()) {
    if (test.feature != f) continue;
    for (const model::Condition& c : test.conditions) {
      if (c.constant.number) try_at(*c.constant.number);
    }
  }
  if (feature.numbers().low) try_at(*feature.numbers().low);
  if (feature.numbers().high) try_at(*feature.numbers().high);
  for (const Number& n : numbers) {
    if (in_domain(feature, Value::of(n))) values.push_back(Value::of(n));
  }
  return values;
}

Failure judge_leaf(const Question& q, const Meaning& meaning, const explain::ProofNode& node,
                   Seen& seen) {
  const model::FeatureTest& test = explain::test_of(q.model, node);
  const std::size_t f = test.feature.index();
  const std::string compared = present::test_text(q.model.features[f], test);
  const Literal literal = meaning.rules()[node.rule].body[node.literal];
  const auto holds = [&](const Record& record) {
    return (meaning.facts(record).tests[literal.index] != 0) != literal.negated;
  };
  if (holds(q.record)) return {"a literal that fails holds", compared};
  for (const Value& value : values_to_try(q.model, meaning, f)) {
    Record changed = q.record;
    changed[f] = value;
    ++seen[admits(q.model.features[f], compared, value) ? "values that do" : "values that do not"];
    if (holds(changed) != admits(q.model.features[f], compared, value)) {
      return {"needed value", q.model.features[f].name + " at " + value.text + ": " + compared};
    }
  }
  return {};
}

Failure judge_leaves(const Case& c, Seen& seen) {
  const Question q = question(c);
  const Meaning meaning(q.model);
  for (std::size_t a = 0; a < q.model.atoms.size(); ++a) {
    const explain::Proof proof = explain::prove(q.model, q.record, model::AtomId(a));
    for (const explain::ProofNode& node : proof.nodes) {
      if (node.kind != explain::ProofNode::Kind::test || node.truth) continue;
      if (Failure f = judge_leaf(q, meaning, node, seen); !f.kind.empty()) return f;
    }
  }
  return {};
}

std::vector<model::RuleId> applying(const Meaning& meaning, const Facts& facts) {
  std::vector<model::RuleId> rules;
  for (std::size_t r = 0; r < meaning.rules().size(); ++r) {
    const AtomRule& rule = meaning.rules()[r];
    if (rule.head == meaning.model().undesired.index() && meaning.body_holds(rule.body, facts)) {
      rules.emplace_back(r);
    }
  }
  return rules;
}

const char* name_of(Need::Kind kind) {
  switch (kind) {
    case Need::Kind::decision: return "decision";
    case Need::Kind::not_desired: return "not_desired";
    case Need::Kind::causal_rules: return "causal_rules";
    case Need::Kind::denial: return "denial";
    case Need::Kind::later_step: return "later_step";
  }
  return "";
}

bool claim_is_true(const Question& q, const Meaning& meaning, const explain::StepReasons& step,
                   const Need& need) {
  const Facts facts = meaning.facts(step.without);
  const auto desired = q.options.desired ? q.options.desired : q.model.desired;
  switch (need.kind) {
    case Need::Kind::decision:
      return facts.atoms[q.model.undesired.index()] != 0 && need.rules == applying(meaning, facts);
    case Need::Kind::not_desired: return desired && facts.atoms[desired->index()] == 0;
    case Need::Kind::causal_rules: {
      const std::size_t f = need.feature->index();
      const Restrictions restrictions = Restrictions::of(q.model, q.options);
      const Walk walk(meaning, restrictions, q.record);
      return !need.causes.empty() && !walk.obeys(f, step.without, facts);
    }
    case Need::Kind::denial: return meaning.denial_broken(need.denials.front().index(), facts);
    case Need::Kind::later_step: return need.step > 1;
  }
  return false;
}

// Features that the path sets directly, but not in step `left_out`.
std::vector<model::FeatureId> set_elsewhere(const path::Path& path, std::size_t left_out) {
  std::vector<model::FeatureId> features;
  for (std::size_t i = 0; i < path.transitions.size(); ++i) {
    if (i == left_out) continue;
    for (const path::Change& action : path.transitions[i].actions) {
      features.push_back(action.feature);
    }
  }
  return features;
}

// The end of the path without step i, by the definition: later actions stay, and of the effects
// those that causal rules still force.
Record end_without(const Question& q, const Meaning& meaning, const path::Path& path,
                   std::size_t i) {
  const Restrictions restrictions = Restrictions::of(q.model, q.options);
  const Walk walk(meaning, restrictions, q.record);
  Record state = i == 0 ? q.record : path.transitions[i - 1].state;
  std::map<std::size_t, Value> effects;
  for (std::size_t j = i; j < path.transitions.size(); ++j) {
    std::set<std::size_t> set_now;
    for (const path::Effect& e : path.transitions[j].effects) effects[e.feature.index()] = e.to;
    if (j == i) continue;
    for (const path::Change& action : path.transitions[j].actions) {
      state[action.feature.index()] = action.to;
      set_now.insert(action.feature.index());
    }
    for (const std::size_t f : meaning.causal_order()) {
      if (set_now.contains(f) || !effects.contains(f)) continue;
      if (!walk.obeys(f, state, meaning.facts(state))) state[f] = effects[f];
    }
  }
  return state;
}

Failure judge_step(const Question& q, const Meaning& meaning, const path::Path& path, std::size_t i,
                   const explain::StepReasons& step, bool best, Seen& seen) {
  const std::string where = "step " + std::to_string(i + 1) + " of\n" + summary(q.model, path);
  const Facts after = meaning.facts(path.transitions[i].state);
  if (step.undesired != (after.atoms[q.model.undesired.index()] != 0)) return {"after", where};
  if (step.rules != applying(meaning, after)) return {"rules after", where};
  if (step.goal != (i + 1 == path.transitions.size())) return {"goal", where};
  if (step.without != end_without(q, meaning, path, i)) return {"the end without it", where};
  for (const Need& need : step.needed) {
    ++seen[name_of(need.kind)];
    if (!claim_is_true(q, meaning, step, need)) return {"untrue claim", where};
  }
  if (q.options.certain) return {};  // a step may be there for certainty alone
  if (step.needed.empty()) return {"no need", where};
  if (!best)
    return {};  // of further ways nothing can be left out at the same values, which others judge
  path::Options fewer = q.options;
  fewer.only = set_elsewhere(path, i);
  fewer.top = 1;
  fewer.all = false;
  // With prices by amount there may be a dearer one, which goes further elsewhere.
  const OracleAnswer without = solve(q.model, q.record, fewer);
  if (without.status == path::Status::found && without.cost <= path.cost) {
    return {"there is a path without it", where};
  }
  return {};
}

Failure judge_steps(const Case& c, Seen& seen) {
  const Question q = question(c);
  const Meaning meaning(q.model);
  base::Budget budget;
  const path::Result found = path::search(q.model, q.record, q.options, budget);
  for (const path::Path& path : found.paths) {
    const auto reasons = explain::path_reasons(q.model, q.record, q.options, path);
    if (reasons.size() != path.transitions.size()) return {"steps", ""};
    for (std::size_t i = 0; i < reasons.size(); ++i) {
      Failure f = judge_step(q, meaning, path, i, reasons[i], &path == &found.paths.front(), seen);
      if (!f.kind.empty()) return f;
    }
  }
  return {};
}

Failure judge_lifting(const Case& c, Seen& seen) {
  const Question q = question(c);
  base::Budget budget;
  const path::Result found = path::search(q.model, q.record, q.options, budget);
  if (found.blockers.empty() || found.blockers.front().kind == path::BlockerKind::decision) {
    return {};
  }
  ++seen["lifted"];
  const path::Unblocked lifted = path::lift_blockers(q.model, q.record, q.options, found.blockers);
  const path::Result opened = path::search(lifted.model, q.record, lifted.options, budget);
  const std::string blockers = summary(q.model, found.status, found.paths, found.blockers);
  if (opened.status == path::Status::already) return {};
  if (opened.status != path::Status::found) return {"lifting opens nothing", blockers};
  for (const std::string& fault :
       path::verify(lifted.model, q.record, lifted.options, opened.paths.front())) {
    return {"the path behind the blockers", fault + "\n" + blockers};
  }
  return {};
}

// A test that never met what it is about would prove nothing.
void run(Failure (*judge)(const Case&, Seen&), std::initializer_list<std::string> expected) {
  Seen seen;
  run_on_random_models(300, [&](const Case& c, std::uint64_t) { return judge(c, seen); });
  if (std::getenv("COGS_ORACLE_ONE")) return;
  for (const auto& [what, count] : seen) std::cout << what << ": " << count << "\n";
  for (const std::string& what : expected) EXPECT_GT(seen[what], 0U) << what;
}

TEST(NeedsAgainstOracle, ValuesThatAFailingLiteralAsksForMakeItHoldAndNoOthers) {
  run(judge_leaves, {"values that do", "values that do not"});
}

TEST(NeedsAgainstOracle, AStepIsNeededForWhatIsSaid) {
  run(judge_steps, {"decision", "causal_rules", "not_desired"});
}

TEST(NeedsAgainstOracle, LiftingTheBlockersOpensAPath) { run(judge_lifting, {"lifted"}); }

}  // namespace
}  // namespace cogs::oracle
