// SPDX-License-Identifier: Apache-2.0
#include "explain/check_proof.h"

#include <algorithm>

#include "path/check_state.h"

namespace cogs::explain {

namespace {

using Kind = ProofNode::Kind;

class ProofChecker {
 public:
  ProofChecker(const Model& model, const Record& record, const Proof& proof)
      : model_(model), record_(record), proof_(proof), rules_for_(model.atoms.size()) {
    for (const model::Rule& rule : model.rules) ++rules_for_[rule.head.index()];
  }

  std::vector<std::string> check(AtomId atom, bool truth) {
    const std::size_t count = proof_.nodes.size();
    if (proof_.root.index() >= count) return {"the proof has no root"};
    for (const ProofNode& node : proof_.nodes) {
      for (const ProofNodeId child : node.children) {
        if (child.index() >= count) return {"a node has a child that is not there"};
      }
    }
    const ProofNode& root = proof_.node(proof_.root);
    if (root.kind != Kind::atom || root.atom != atom || root.truth != truth) {
      fault("the proof is about something else");
    }
    for (const ProofNode& node : proof_.nodes) check_node(node);
    if (faults_.empty()) check_founded();
    return std::move(faults_);
  }

 private:
  void fault(std::string sentence) { faults_.push_back(std::move(sentence)); }

  void check_node(const ProofNode& node) {
    switch (node.kind) {
      case Kind::atom: return check_atom(node);
      case Kind::rule: return check_rule(node);
      case Kind::test: return check_test(node);
    }
  }

  void check_atom(const ProofNode& node) {
    if (node.atom.index() >= model_.atoms.size()) return fault("a node is about no atom");
    const std::string& name = model_.atoms[node.atom.index()].text;
    std::vector<std::uint32_t> rules;
    for (const ProofNodeId id : node.children) {
      const ProofNode& child = proof_.node(id);
      if (child.kind != Kind::rule || child.rule >= model_.rules.size() ||
          model_.rules[child.rule].head != node.atom) {
        return fault(name + " rests on something that is no rule for it");
      }
      if (child.truth != node.truth) return fault(name + " rests on a rule that says otherwise");
      rules.push_back(child.rule);
    }
    std::sort(rules.begin(), rules.end());
    if (std::adjacent_find(rules.begin(), rules.end()) != rules.end()) {
      return fault(name + " names a rule twice");
    }
    if (model_.atoms[node.atom.index()].score) return check_score(node, name);
    if (node.truth && rules.empty()) return fault(name + " is said to hold without a rule");
    if (node.truth) return;
    if (rules.size() != rules_for_[node.atom.index()]) {
      fault(name + " is said not to hold, but a rule for it is left out");
    }
  }

  // The checker of states adds up on its own.
  void check_score(const ProofNode& node, const std::string& name) {
    path::check::StateView values;
    for (const std::optional<model::Value>& value : record_)
      values.push_back(value ? &*value : nullptr);
    path::check::Truth truth;
    path::check::StateRules(model_).evaluate(values, truth);
    if ((truth[node.atom.index()] != 0) != node.truth) fault(name + " comes out otherwise");
  }

  void check_rule(const ProofNode& node) {
    if (node.rule >= model_.rules.size()) return fault("a node is about no rule");
    const std::vector<model::Literal>& body = model_.rules[node.rule].body;
    const std::string line = "line " + std::to_string(model_.rules[node.rule].place.line);
    if (node.truth && node.children.size() != body.size()) {
      return fault("the rule in " + line + " has other literals than its proof");
    }
    if (!node.truth && node.children.empty()) {
      return fault("the rule in " + line + " is said not to apply, but nothing fails");
    }
    std::size_t at = 0;  // children stand in the order of the body
    for (const ProofNodeId id : node.children) {
      const ProofNode& child = proof_.node(id);
      while (at < body.size() && !speaks_of(child, node.rule, at, node.truth)) {
        if (node.truth) return fault("the rule in " + line + " has another literal in its proof");
        ++at;
      }
      if (at++ == body.size()) {
        return fault("the rule in " + line + " has no such literal as its proof");
      }
    }
  }

  // Is the child the claim that this literal holds (or fails)?
  bool speaks_of(const ProofNode& child, std::uint32_t rule, std::size_t literal, bool holds) {
    const model::Literal& wanted = model_.rules[rule].body[literal];
    if (const auto* test = std::get_if<model::AtomTest>(&wanted)) {
      return child.kind == Kind::atom && child.atom == test->atom &&
             child.truth == (holds != test->negated);
    }
    return child.kind == Kind::test && child.rule == rule && child.literal == literal &&
           child.truth == holds;
  }

  void check_test(const ProofNode& node) {
    if (node.rule >= model_.rules.size() || node.literal >= model_.rules[node.rule].body.size()) {
      return fault("a node is about no literal");
    }
    const auto* test = std::get_if<model::FeatureTest>(&model_.rules[node.rule].body[node.literal]);
    if (!test || !node.children.empty()) return fault("a test is no test");
    const model::Feature& feature = model_.feature(test->feature);
    const std::optional<model::Value>& value = record_[test->feature.index()];
    bool all = value.has_value();
    for (const model::Condition& condition : test->conditions) {
      all = all && path::check::satisfies(feature, *value, condition);
    }
    if ((all != test->negated) != node.truth) {
      fault("a test on " + feature.name + " comes out otherwise");
    }
  }

  // No true atom rests on itself: the graph of true atoms over their rules has no cycle.
  void check_founded() {
    enum : std::uint8_t { unseen, open, done };
    std::vector<std::uint8_t> seen(proof_.nodes.size(), unseen);
    struct Frame {
      std::size_t node, next;
    };
    std::vector<Frame> frames;
    for (std::size_t start = 0; start < proof_.nodes.size(); ++start) {
      if (seen[start] != unseen || !proof_.nodes[start].truth) continue;
      frames.push_back({start, 0});
      seen[start] = open;
      while (!frames.empty()) {
        const std::size_t node = frames.back().node;
        const auto& children = proof_.nodes[node].children;
        if (frames.back().next == children.size()) {
          seen[node] = done;
          frames.pop_back();
          continue;
        }
        const std::size_t child = children[frames.back().next++].index();
        if (!proof_.nodes[child].truth) continue;
        if (seen[child] == open) return fault("something holds only because it holds");
        if (seen[child] == unseen) {
          seen[child] = open;
          frames.push_back({child, 0});
        }
      }
    }
  }

  const Model& model_;
  const Record& record_;
  const Proof& proof_;
  std::vector<std::size_t> rules_for_;  // how many, by atom
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> check_proof(const Model& model, const Record& record, const Proof& proof,
                                     AtomId atom, bool truth) {
  return ProofChecker(model, record, proof).check(atom, truth);
}

}  // namespace cogs::explain
