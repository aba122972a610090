// SPDX-License-Identifier: Apache-2.0
#include "present/words/step_words.h"

#include <algorithm>
#include <set>

#include "explain/prove.h"
#include "path/places.h"
#include "present/words/proof_words.h"
#include "present/words/rule_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using explain::Need;

const model::Interval* range_of(const path::Change& change) {
  const auto* intervals = std::get_if<std::vector<model::Interval>>(&change.range);
  return intervals && intervals->size() == 1 ? &intervals->front() : nullptr;
}

// As part of a sentence, which has a full stop of its own.
std::string statement_words(const model::Model& model, base::Place place) {
  std::string words = statement_at(model, place);
  if (words.ends_with('.')) words.pop_back();
  return words;
}

}  // namespace

bool may_go_further(const path::Change& change, bool up) {
  const model::Interval* range = range_of(change);
  if (!range) return false;
  const auto& end = up ? range->high : range->low;
  return !end || *end != *change.to.number;
}

std::optional<model::Number> number_to_pass(const model::Feature& feature,
                                            const path::Change& change, bool up) {
  const model::Interval* range = range_of(change);
  if (!range || feature.step || !(up ? range->low_open : range->high_open)) return std::nullopt;
  return up ? range->low : range->high;
}

std::optional<model::AtomId> StepWords::desired_atom() const {
  return options_.desired ? options_.desired : model_.desired;
}

std::string StepWords::desired() const {
  const auto atom = desired_atom();
  return atom ? templates_.atom(*atom) : "";
}

std::string StepWords::not_desired(const std::string& as_well) const {
  return templates_.not_atom(*desired_atom()) + as_well;
}

std::string StepWords::goal() const {
  return desired().empty() ? templates_.not_atom(model_.undesired) : desired();
}

std::string StepWords::goal_lead() const {
  return templates_.lead(desired_atom().value_or(model_.undesired));
}

std::string StepWords::from_words(const path::Change& change) const {
  const model::Feature& feature = model_.feature(change.feature);
  const bool other = change.from && !feature.numeric() && feature.set().is_others(*change.from);
  if (other && written_ && !written_->empty() && !(*written_)[change.feature.index()].empty()) {
    return value_words(feature, model::Value::of((*written_)[change.feature.index()]));
  }
  return value_words(feature, change.from);
}

std::string StepWords::action(const path::Change& change) const {
  const model::Feature& feature = model_.feature(change.feature);
  const std::string name = toned(Tone::strong, feature_words(feature), style_);
  const std::string to = " to " + toned(Tone::strong, target_words(feature, change), style_);
  if (!change.from) return "set " + name + ", which is not known," + to;
  if (!feature.numeric() && feature.set().ordered) {
    const auto from = feature.set().place(*change.from), place = feature.set().place(change.to);
    if (from && place) {
      return (*from < *place ? "raise " : "lower ") + name + " from " + from_words(change) + to;
    }
  }
  if (!feature.numeric() || !change.from->number || !change.to.number) {
    return "change " + name + " from " + from_words(change) + to;
  }
  const bool up = *change.from->number < *change.to.number;
  const auto pass = number_to_pass(feature, change, up);
  const model::Number& end = pass ? *pass : *change.to.number;
  const model::Number amount = up ? end - *change.from->number : *change.from->number - end;
  const bool date = !feature.notation.date.empty();
  const std::string verb =
      date ? "make " + name + (up ? " later" : " earlier") : (up ? "raise " : "lower ") + name;
  if (amount == model::Number(0)) return date ? "change " + name + to : verb + to;
  return verb + " by " +
         (pass                         ? "more than "
          : may_go_further(change, up) ? "at least "
                                       : "") +
         difference_words(feature, amount) + "," + to;
}

std::string StepWords::heading(const path::Path& path) const {
  if (path.optimal) return "The cheapest way to change that";
  return options_.first ? "The first way to change that" : "A way to change that";
}

std::string StepWords::what_is_proved() const {
  if (result_.paths.empty()) return {};
  if (!result_.paths.front().optimal) {
    return "the search ended with the first way that it found, as --first asks; every way costs at "
           "least " +
           cost_words(result_.lower_bound) + ".";
  }
  if (result_.ties_proved) return {};
  if (options_.top > 1) {
    return "the first way is proved to cost the least. The list may lack others: looking for them "
           "ended after a fixed amount of work.";
  }
  return "its cost is proved to be the least. Whether another way of the same cost is nicer was "
         "not "
         "decided within the fixed amount of work.";
}

std::string StepWords::price(const path::Change& change) const {
  if (!change.cost) return {};
  const model::Price* price = &model_.feature(change.feature).price;
  for (const path::CostOption& option : options_.costs) {
    if (option.feature == change.feature) price = &option.price;
  }
  return price->flat() ? "" : "costs " + cost_words(*change.cost);
}

std::string StepWords::rule_words(model::CausalRuleId id) const {
  const model::CausalRule& rule = model_.rule(id);
  return causal_rule_words(model_, rule, model_.feature(rule.feature).mode);
}

std::string StepWords::causes(const path::Effect& effect) const {
  std::vector<std::string> rules;
  for (const model::CausalRuleId rule : effect.rules) {
    const std::string number = "line " + std::to_string(model_.rule(rule).place.line);
    rules.push_back(rule_words(rule) + " (" + number + ")");
  }
  return listed(rules);
}

std::string StepWords::effect(const path::Effect& effect) const {
  const model::Feature& feature = model_.feature(effect.feature);
  std::string words = feature_words(feature) + " " +
                      (effect.certain ? "follows" : toned(Tone::doubtful, "may follow", style_)) +
                      ": " + from_words(effect) + " -> " + target_words(feature, effect);
  if (!effect.rules.empty()) words += ", because " + causes(effect);
  if (!effect.certain) {
    words += "; not certain, as the rules permit " + set_words(feature, effect.supported);
  }
  return words;
}

// With the tests that the step would have turned: the rule's own, else those of auxiliary rules
// with their lines, or where these are many the values alone.
std::string StepWords::rule_that_applies(model::RuleId id, const path::Path& path,
                                         const explain::StepReasons& step) const {
  const auto& before = result_.deciding_rules;
  const std::uint32_t line = model_.rule(id).place.line;
  const bool still = std::find(before.begin(), before.end(), id) != before.end();
  const std::string words =
      "line " + std::to_string(line) + (still ? " would still apply" : " would apply");
  if (!step.still_decided) return words;
  const explain::Proof& proof = *step.still_decided;
  const ProofWords proof_words(model_, step.without);
  const model::Record& end = path.transitions.back().state;
  std::vector<std::string> own;
  std::vector<std::string> below;
  std::set<std::size_t> features_below;
  constexpr std::size_t few = 3;
  const auto look_at = [&](const explain::ProofNode& node, std::size_t depth,
                           std::uint32_t within) {
    const model::FeatureTest& test = explain::test_of(model_, node);
    const std::size_t f = test.feature.index();
    if (step.without[f] == end[f] || explain::passes(model_, end, test) == node.truth) return;
    if (depth == 1) own.push_back(proof_words.test(test, node.truth));
    if (depth <= 1) return;
    features_below.insert(f);
    if (below.size() > few) return;  // they are not listed then
    std::string asked = proof_words.test(test, node.truth, "line " + std::to_string(within));
    if (std::find(below.begin(), below.end(), asked) == below.end()) {
      below.push_back(std::move(asked));
    }
  };
  // In the order of the proof, with a stack of its own: chains of rules can be long.
  struct Waiting {
    explain::ProofNodeId id;
    std::size_t depth;
    std::uint32_t within;
  };
  std::vector<bool> seen(proof.nodes.size());
  std::vector<Waiting> waiting;
  const auto& rules = proof.node(proof.root).children;
  for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
    if (model_.rules[proof.node(*rule).rule].place == model_.rule(id).place) {
      waiting.push_back({*rule, 0, line});
    }
  }
  while (!waiting.empty()) {
    auto [at, depth, within] = waiting.back();
    waiting.pop_back();
    if (seen[at.index()]) continue;
    seen[at.index()] = true;
    const explain::ProofNode& node = proof.node(at);
    if (node.kind == explain::ProofNode::Kind::test) look_at(node, depth, within);
    if (node.kind == explain::ProofNode::Kind::rule) within = model_.rules[node.rule].place.line;
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
      waiting.push_back({*child, depth + 1, within});
    }
  }
  if (own.empty() && below.size() <= few) own = std::move(below);
  if (own.empty()) {
    for (const std::size_t f : features_below) {
      own.push_back(templates_.state(model::FeatureId(f), step.without[f]));
    }
  }
  return own.empty() ? words : words + " (" + listed(own) + ")";
}

std::string StepWords::need(const Need& need, const path::Path& path,
                            const explain::StepReasons& step) const {
  switch (need.kind) {
    case Need::Kind::decision: {
      std::vector<std::string> rules;
      for (const model::RuleId rule : by_statement(model_, need.rules)) {
        rules.push_back(rule_that_applies(rule, path, step));
      }
      return rules.empty() ? templates_.clause(model_.undesired, "would hold", "would be the case")
                           : listed(rules);
    }
    case Need::Kind::not_desired:
      return templates_.clause(*desired_atom(), "would not hold", "would not be the case");
    case Need::Kind::causal_rules: {
      const model::Feature& feature = model_.feature(*need.feature);
      std::vector<std::string> rules;
      for (const model::CausalRuleId rule : need.causes) {
        rules.push_back("line " + std::to_string(model_.rule(rule).place.line) + ": " +
                        rule_words(rule));
      }
      return feature_words(feature) + " could not be " +
             value_words(feature, step.without[need.feature->index()]) + " at the end" +
             (rules.empty() ? "" : " (" + listed(rules) + ")");
    }
    case Need::Kind::denial:
      return "the end would be ruled out by " + line_words(path::lines_of(model_, need.denials)) +
             ": " + statement_words(model_, model_.denial(need.denials.front()).place);
    case Need::Kind::later_step: break;
  }
  const std::string step_words = "step " + std::to_string(need.step) + " could not be taken";
  if (need.causes.empty() && need.denials.empty()) return step_words;
  std::vector<std::uint32_t> lines = path::lines_of(model_, need.causes);
  for (const std::uint32_t line : path::lines_of(model_, need.denials)) lines.push_back(line);
  const base::Place first = need.causes.empty() ? model_.denial(need.denials.front()).place
                                                : model_.rule(need.causes.front()).place;
  return step_words + ": it would break " + line_words(lines) + ", " +
         statement_words(model_, first);
}

std::vector<std::string> StepWords::needed(const path::Path& path,
                                           const explain::StepReasons& step) const {
  std::vector<std::string> words;
  for (const Need& one : step.needed) words.push_back(need(one, path, step));
  return words;
}

std::string StepWords::after(const explain::StepReasons& step) const {
  if (step.goal) return goal();
  if (!step.undesired) {
    return templates_.not_atom(model_.undesired) + ", but " + not_desired(" yet");
  }
  const bool sentence = templates_.knows(model_.undesired);
  return (sentence ? "it is still the case that " : "still ") + undesired() +
         (step.rules.empty() ? ""
                             : ", because of " + line_words(path::lines_of(model_, step.rules)));
}

}  // namespace cogs::present
