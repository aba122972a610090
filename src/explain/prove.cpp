// SPDX-License-Identifier: Apache-2.0
#include "explain/prove.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "base/fraction.h"
#include "model/data/classify.h"

namespace cogs::explain {

namespace {

constexpr std::uint32_t never = 0xFFFFFFFF;

class Prover {
 public:
  Prover(const model::CompiledModel& compiled, const Record& record)
      : compiled_(compiled),
        model_(*compiled.model),
        record_(record),
        rank_(model_.atoms.size(), never),
        rules_of_(model_.atoms.size()),
        node_of_(model_.atoms.size()) {
    for (std::uint32_t r = 0; r < model_.rules.size(); ++r) {
      rules_of_[model_.rules[r].head.index()].push_back(r);
    }
    derive();
  }

  Proof prove(AtomId atom) {
    proof_.root = node_of_atom(atom);
    // The list of atoms that still need their rules grows while it is worked off; recursion would
    // be as deep as the model's longest chain of rules.
    for (std::size_t next = 0; next < open_.size(); ++next) expand(open_[next]);
    return std::move(proof_);
  }

 private:
  bool holds(AtomId atom) const { return rank_[atom.index()] != never; }

  bool holds(const model::Literal& literal) const {
    if (const auto* test = std::get_if<model::AtomTest>(&literal)) {
      return holds(test->atom) != test->negated;
    }
    return passes(model_, record_, std::get<model::FeatureTest>(literal));
  }

  // The body holds, with every atom that it needs derived before `rank`.
  bool supports(const model::Rule& rule, std::uint32_t rank) const {
    return std::all_of(rule.body.begin(), rule.body.end(), [&](const model::Literal& literal) {
      const auto* test = std::get_if<model::AtomTest>(&literal);
      return test && !test->negated ? rank_[test->atom.index()] < rank : holds(literal);
    });
  }

  bool score_holds(std::uint32_t atom) const {
    const model::ScoreAtom& scored = *compiled_.score_atom(atom);
    const model::CompiledScore& score = compiled_.scores[scored.score];
    const Number sum = score_of(model_, record_, model::ScoreId(scored.score),
                                [&](const model::Literal& literal) { return holds(literal); });
    const model::Points amount = *base::to_wide((sum / score.unit).floor());
    return amount >= scored.low && amount <= scored.high;
  }

  void derive() {
    std::uint32_t round = 0;
    for (const std::vector<std::uint32_t>& atoms : compiled_.component_atoms) {
      bool more = true;
      while (more) {
        more = false;
        ++round;
        for (const std::uint32_t atom : atoms) {
          if (rank_[atom] != never) continue;
          if (model_.atoms[atom].score) {
            if (score_holds(atom)) rank_[atom] = round;
            continue;
          }
          const auto& rules = rules_of_[atom];
          if (std::any_of(rules.begin(), rules.end(),
                          [&](std::uint32_t r) { return supports(model_.rules[r], round); })) {
            rank_[atom] = round;
            more = true;
          }
        }
      }
    }
  }

  ProofNodeId add(ProofNode node) {
    proof_.nodes.push_back(std::move(node));
    return ProofNodeId(proof_.nodes.size() - 1);
  }

  ProofNodeId node_of_atom(AtomId atom) {
    std::optional<ProofNodeId>& known = node_of_[atom.index()];
    if (!known) {
      known =
          add({.kind = ProofNode::Kind::atom, .truth = holds(atom), .atom = atom, .children = {}});
      open_.push_back(*known);
    }
    return *known;
  }

  void expand(ProofNodeId id) {
    const AtomId atom = proof_.node(id).atom;
    const bool truth = proof_.node(id).truth;
    std::vector<ProofNodeId> children;
    for (const std::uint32_t r : rules_of_[atom.index()]) {
      const bool applies = supports(model_.rules[r], rank_[atom.index()]);
      if (applies == truth) children.push_back(rule_node(r, truth));
    }
    proof_.nodes[id.index()].children = std::move(children);
  }

  ProofNodeId rule_node(std::uint32_t r, bool truth) {
    ProofNode node{
        .kind = ProofNode::Kind::rule, .truth = truth, .atom = {}, .rule = r, .children = {}};
    const std::vector<model::Literal>& body = model_.rules[r].body;
    for (std::uint32_t i = 0; i < body.size(); ++i) {
      if (holds(body[i]) != truth) continue;
      if (const auto* test = std::get_if<model::AtomTest>(&body[i])) {
        node.children.push_back(node_of_atom(test->atom));
      } else {
        node.children.push_back(add({.kind = ProofNode::Kind::test,
                                     .truth = truth,
                                     .atom = {},
                                     .rule = r,
                                     .literal = i,
                                     .children = {}}));
      }
    }
    return add(std::move(node));
  }

  const model::CompiledModel& compiled_;
  const Model& model_;
  const Record& record_;
  std::vector<std::uint32_t> rank_;  // by atom: the round that derived it
  std::vector<std::vector<std::uint32_t>> rules_of_;
  std::vector<std::optional<ProofNodeId>> node_of_;
  std::vector<ProofNodeId> open_;
  Proof proof_;
};

}  // namespace

bool passes(const Model& model, const Record& record, const model::FeatureTest& test) {
  const model::Feature& feature = model.feature(test.feature);
  const std::optional<model::Value>& value = record[test.feature.index()];
  const bool all = value && std::all_of(test.conditions.begin(), test.conditions.end(),
                                        [&](const model::Condition& condition) {
                                          return model::holds(condition, feature, *value);
                                        });
  return all != test.negated;
}

Number score_of(const Model& model, const Record& record, model::ScoreId id,
                const std::function<bool(const model::Literal&)>& holds) {
  const model::Score& score = model.score(id);
  Number sum = score.base;
  for (const model::Contribution& each : score.contributions) {
    if (std::all_of(each.body.begin(), each.body.end(), holds)) sum += each.points;
  }
  for (const model::ScoreTree& tree : score.trees) {
    std::size_t at = 0;
    while (tree.nodes[at].test != model::ScoreTree::leaf) {
      const bool yes = passes(model, record, score.tests[tree.nodes[at].test]);
      at = yes ? tree.nodes[at].yes : tree.nodes[at].no;
    }
    sum += score.values[tree.nodes[at].yes];
  }
  return sum;
}

Number score_of(const Model& model, const Record& record, model::ScoreId score) {
  std::vector<signed char> known(model.atoms.size(), -1);
  std::function<bool(const model::Literal&)> holds;
  // The reader has refused loops below scores.
  holds = [&](const model::Literal& literal) {
    if (const auto* test = std::get_if<model::FeatureTest>(&literal)) {
      return passes(model, record, *test);
    }
    const auto& test = std::get<model::AtomTest>(literal);
    signed char& truth = known[test.atom.index()];
    if (truth < 0) {
      truth = std::any_of(model.rules.begin(), model.rules.end(), [&](const model::Rule& rule) {
        return rule.head == test.atom && std::all_of(rule.body.begin(), rule.body.end(), holds);
      });
    }
    return (truth != 0) != test.negated;
  };
  return score_of(model, record, score, holds);
}

Proof prove(const Model& model, const Record& record, AtomId atom) {
  return prove(model::compile(model), record, atom);
}

Proof prove(const model::CompiledModel& compiled, const Record& record, AtomId atom) {
  return Prover(compiled, record).prove(atom);
}

std::optional<AtomId> class_that_holds(const Model& model, const Record& record) {
  const model::ClassNames classes = model::class_names(model);
  if (classes.names.size() < 3) return std::nullopt;
  for (const std::optional<AtomId>& atom : classes.atoms) {
    if (!atom) continue;
    const Proof proof = prove(model, record, *atom);
    if (proof.node(proof.root).truth) return atom;
  }
  return std::nullopt;
}

}  // namespace cogs::explain
