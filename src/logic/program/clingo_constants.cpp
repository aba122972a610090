// SPDX-License-Identifier: Apache-2.0
//
// The constants of #const get their values, in all that was read.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "logic/program/read_clingo.h"
#include "logic/syntax/rewrite_term.h"

namespace cogs::logic {

namespace {

class ConstantReplacer {
 public:
  explicit ConstantReplacer(Program& program) : program_(program), terms_(program.terms) {}

  void run() {
    for (Clause& clause : program_.clauses) {
      if (clause.has_head) clause.head = atom(clause.head);
      goals(clause.body);
    }
    for (Aggregate& aggregate : program_.aggregates) {
      elements(aggregate.elements);
      for (AggregateBound& bound : aggregate.bounds) bound.term = whole(bound.term);
    }
    for (SpecialHead& head : program_.special_heads) {
      elements(head.elements);
      for (AggregateBound& bound : head.bounds) bound.term = whole(bound.term);
    }
    if (program_.query) goals(*program_.query);
  }

 private:
  std::optional<TermId> replaced(TermId term) const {
    if (terms_[term].kind != TermKind::atom || terms_[term].quoted) return std::nullopt;
    const auto found = program_.constants.find(Symbol(terms_[term].value));
    if (found == program_.constants.end()) return std::nullopt;
    return found->second;
  }
  TermId whole(TermId term) {
    return rewrite_term(terms_, term, [this](TermId part) { return replaced(part); });
  }
  TermId atom(TermId term) {
    return rewrite_arguments(terms_, term, [this](TermId part) { return replaced(part); });
  }
  void goals(std::vector<Goal>& goals) {
    for (Goal& goal : goals) {
      if (goal.kind != GoalKind::aggregate && goal.kind != GoalKind::conditional) {
        goal.term = atom(goal.term);
      }
    }
  }
  void elements(std::vector<Element>& elements) {
    for (Element& element : elements) {
      for (TermId& term : element.tuple) term = whole(term);
      goals(element.literal);
      goals(element.condition);
    }
  }

  Program& program_;
  Terms& terms_;
};

}  // namespace

void replace_constants(ProgramDraft& draft) {
  if (!draft.program.constants.empty()) ConstantReplacer(draft.program).run();
}

}  // namespace cogs::logic
