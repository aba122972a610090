// SPDX-License-Identifier: Apache-2.0
//
// `not p(_, X)` says that no p(Y, X) holds, whatever Y: it becomes the conditional literal
// `#false : p(Y, X)`, and `not not p(_, X)` that at least one does, `not not 1 { p(Y, X) }`. Pools
// have been written out by then.
#include <utility>

#include "logic/program/clingo_reader.h"
#include "logic/syntax/rewrite_term.h"

namespace cogs::logic {

void ClingoReader::name_nobody(std::vector<Goal>& goals) {
  for (Goal& goal : goals) name_nobody(goal);
}

// New variables for the `_` of an atom.
std::vector<TermId> ClingoReader::name_unnamed(TermId& atom) {
  std::vector<TermId> made;
  atom = rewrite_arguments(terms_, atom, [&](TermId id) -> std::optional<TermId> {
    if (!terms_.is_variable(id) || terms_.name(id) != "_") return std::nullopt;
    const Symbol name = terms_.symbol("$" + std::to_string(named_++));
    made.push_back(terms_.add_named(TermKind::variable, name, terms_[id].span));
    return made.back();
  });
  return made;
}

Goal ClingoReader::never(Span span) {
  Goal goal;
  goal.kind = GoalKind::no;
  goal.term = terms_.add_named(TermKind::atom, terms_.symbol("false"), span);
  goal.span = span;
  return goal;
}

void ClingoReader::name_nobody(Goal& goal) {
  if (goal.kind == GoalKind::aggregate || goal.kind == GoalKind::conditional) {
    for (Element& element : program_.aggregates[goal.part].elements) {
      // `not p(_) : q` is `#false : q, p(_)`, and `not not p(_) : q` is `#false : q, not p(_)`.
      for (Goal& literal : element.literal) {
        if (literal.kind != GoalKind::call || (!literal.negated && !literal.twice)) continue;
        TermId named = literal.term;
        if (name_unnamed(named).empty()) continue;
        Goal& moved = element.condition.emplace_back(literal);
        moved.negated = literal.twice;
        moved.twice = false;
        if (!moved.negated) moved.term = named;
        literal = never(literal.span);
      }
      name_nobody(element.condition);
    }
    return;
  }
  if (goal.kind != GoalKind::call || (!goal.negated && !goal.twice)) return;
  Goal positive = goal;
  positive.negated = positive.twice = false;
  std::vector<TermId> variables = name_unnamed(positive.term);
  if (variables.empty()) return;
  Aggregate made;
  Element& element = made.elements.emplace_back();
  element.span = goal.span;
  element.condition.push_back(positive);
  if (goal.twice) {
    element.tuple = std::move(variables);
    made.bounds.push_back({GoalKind::greater_equal, terms_.add_number(1, goal.span)});
    goal.kind = GoalKind::aggregate;
    goal.term = terms_.add_named(TermKind::atom, terms_.symbol("#count"), goal.span);
  } else {
    element.literal.push_back(never(goal.span));
    goal.kind = GoalKind::conditional;
    goal.term = positive.term;
    goal.negated = false;
  }
  goal.none = true;
  goal.part = add_part(std::move(made));
}

}  // namespace cogs::logic
