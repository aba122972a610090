// SPDX-License-Identifier: Apache-2.0
//
// Terms and answers from texts, for the tests of this folder.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "logic/program/answer.h"
#include "logic/syntax/messages.h"
#include "logic/syntax/term_parser.h"

namespace cogs::present {

// Adds the term that the text is to `terms`; the text has no full stop.
inline logic::TermId read_term(logic::Terms& terms, const std::string& text) {
  const std::string clause = text + " .";
  const logic::Source source(clause, "term");
  logic::Messages messages(source);
  logic::TermParser parser(source, terms, messages);
  const auto term = parser.read_clause();
  if (!term || messages.has_errors()) throw std::runtime_error("not a term: " + text);
  return *term;
}

// An answer that is put together by hand.
struct AnswerMaker {
  logic::Answer answer;

  AnswerMaker& bind(const std::string& variable, const std::string& value) {
    answer.bindings.push_back({variable, read_term(answer.terms, value)});
    return *this;
  }
  AnswerMaker& constrain(const std::string& constraint) {
    answer.constraints.push_back(read_term(answer.terms, constraint));
    return *this;
  }
  // "p(X)", "not p(X)", "-p(X)", "not -p(X)"
  logic::Literal literal_of(const std::string& text) {
    logic::Literal literal;
    logic::TermId id = read_term(answer.terms, text);
    if (answer.terms.is(id, "not", 1)) {
      literal.negated = true;
      id = answer.terms.argument(id, 0);
    }
    if (answer.terms.is(id, "-", 1)) {
      literal.classical = true;
      id = answer.terms.argument(id, 0);
    }
    literal.atom = id;
    return literal;
  }
  AnswerMaker& holds(const std::string& text) {
    answer.literals.push_back(literal_of(text));
    return *this;
  }

  // Proofs: each function returns the index of the node that it adds.
  std::uint32_t node(logic::NodeKind kind, const std::vector<std::uint32_t>& children = {}) {
    logic::ProofNode made;
    made.kind = kind;
    made.children = children;
    return add(made);
  }
  std::uint32_t proved(const std::string& text, const std::vector<std::uint32_t>& children = {},
                       logic::Support support = logic::Support::proved) {
    logic::ProofNode made;
    made.literal = literal_of(text);
    made.support = support;
    made.children = children;
    return add(made);
  }
  std::uint32_t builtin(const std::string& text) {
    logic::ProofNode made;
    made.kind = logic::NodeKind::builtin;
    made.term = read_term(answer.terms, text);
    return add(made);
  }
  std::uint32_t of_clause(logic::NodeKind kind, std::size_t clause,
                          const std::vector<std::uint32_t>& children = {}) {
    logic::ProofNode made;
    made.kind = kind;
    made.clause = logic::ClauseId(clause);
    made.children = children;
    return add(made);
  }
  // The root comes first in a proof.
  AnswerMaker& query(const std::vector<std::uint32_t>& children) {
    std::vector<logic::ProofNode> proof(1);
    proof[0].kind = logic::NodeKind::query;
    proof[0].children = children;
    for (logic::ProofNode& below : nodes_) proof.push_back(std::move(below));
    answer.proof = std::move(proof);
    return *this;
  }

 private:
  std::uint32_t add(logic::ProofNode made) {
    nodes_.push_back(std::move(made));
    return static_cast<std::uint32_t>(nodes_.size());  // behind the root
  }
  std::vector<logic::ProofNode> nodes_;
};

}  // namespace cogs::present
