// SPDX-License-Identifier: Apache-2.0
#include "present/words/proof_view.h"

#include <string_view>

#include "present/words/answer_view.h"

namespace cogs::present {

namespace {

using logic::NodeKind;
using logic::ProofNode;
using logic::Support;

constexpr std::uint32_t nowhere = 0xFFFFFFFF;

class Chooser {
 public:
  Chooser(const logic::Program& program, const logic::Answer& answer, ProofDetail detail)
      : program_(program), answer_(answer), detail_(detail) {}

  std::vector<ShownNode> choose() {
    if (answer_.proof.empty()) return {};
    // Each waiting node knows the shown node that it goes below, and the literal above it.
    std::vector<Waiting> waiting{{0, nowhere, 0, 0}};
    while (!waiting.empty()) {
      const Waiting next = waiting.back();
      waiting.pop_back();
      const ProofNode& node = answer_.proof[next.node];
      std::uint32_t parent = next.parent;
      if (is_shown(node)) {
        parent = add(next);
        if (is_leaf(node)) continue;
      }
      const std::uint32_t literal = node.kind == NodeKind::literal ? next.node : next.literal;
      for (std::size_t i = node.children.size(); i-- > 0;) {
        waiting.push_back({node.children[i], parent, literal, static_cast<std::uint32_t>(i) + 1});
      }
    }
    return std::move(shown_);
  }

 private:
  struct Waiting {
    std::uint32_t node, parent, literal, place;
  };

  // `true` says nothing. What compares terms, and does so by their looks alone, shows in the
  // literals around it; numbers do not speak for themselves, so comparisons of them are shown.
  bool usual_builtin(const ProofNode& node) const {
    const logic::Term& term = answer_.terms[node.term];
    if (term.arity != 2) return !answer_.terms.is(node.term, "true", 0);
    const std::string_view name = answer_.terms.name(node.term);
    return name != "=" && name != "\\=" && name != "==" && name != "\\==" && name[0] != '@';
  }

  bool is_shown(const ProofNode& node) const {
    if (node.kind == NodeKind::checks) return !node.children.empty();
    if (detail_ == ProofDetail::all) return true;
    switch (node.kind) {
      case NodeKind::query:
      case NodeKind::checks:
      case NodeKind::check:
      case NodeKind::cost: return true;
      case NodeKind::aggregate:
      case NodeKind::element: return detail_ != ProofDetail::brief;
      case NodeKind::clause_fails: return false;
      case NodeKind::builtin: return detail_ != ProofDetail::brief && usual_builtin(node);
      case NodeKind::literal: break;
    }
    if (is_internal(answer_.terms.name(node.literal.atom))) return false;
    if (detail_ == ProofDetail::brief) return node.support != Support::repeated;
    return detail_ != ProofDetail::positive || !node.literal.negated;
  }

  bool is_leaf(const ProofNode& node) const {
    return detail_ == ProofDetail::brief && node.kind == NodeKind::literal && node.literal.negated;
  }

  std::uint32_t add(const Waiting& next) {
    const ProofNode& node = answer_.proof[next.node];
    ShownNode made;
    made.node = next.node;
    made.above = next.literal;
    if (node.kind == NodeKind::check) made.number = next.place;
    if (node.kind == NodeKind::clause_fails && node.clause) {
      made.number = number_in_predicate(*node.clause);
    }
    const auto index = static_cast<std::uint32_t>(shown_.size());
    if (next.parent != nowhere) {
      made.depth = shown_[next.parent].depth + 1;
      shown_[next.parent].children.push_back(index);
    }
    shown_.push_back(std::move(made));
    return index;
  }

  std::uint32_t number_in_predicate(logic::ClauseId id) {
    if (numbers_.empty()) {
      std::vector<std::uint32_t> counts(program_.predicates.size(), 0);
      for (const logic::Clause& clause : program_.clauses) {
        numbers_.push_back(clause.has_head ? ++counts[clause.predicate.index()] : 0);
      }
    }
    return id.index() < numbers_.size() ? numbers_[id.index()] : 0;
  }

  const logic::Program& program_;
  const logic::Answer& answer_;
  ProofDetail detail_;
  std::vector<ShownNode> shown_;
  std::vector<std::uint32_t> numbers_;  // of each clause, among its predicate's
};

}  // namespace

std::vector<ShownNode> shown_proof(const logic::Program& program, const logic::Answer& answer,
                                   ProofDetail detail) {
  return Chooser(program, answer, detail).choose();
}

}  // namespace cogs::present
