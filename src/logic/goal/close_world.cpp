// SPDX-License-Identifier: Apache-2.0
#include "logic/goal/close_world.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "logic/syntax/rewrite_term.h"

namespace cogs::logic {

namespace {

class Closer {
 public:
  explicit Closer(Program& program)
      : program_(program),
        name_(program.terms.symbol("$constant")),
        predicate_(program.predicate(name_, 1, false)) {}

  void run() {
    std::vector<TermId> constants;
    for (const Clause& clause : program_.clauses) {
      if (clause.has_head && clause.predicate == predicate_) collect(clause.head, true, constants);
    }
    for (const Clause& clause : program_.clauses) {
      if (clause.has_head) collect(clause.head, false, constants);
      for (const Goal& goal : clause.body) collect(goal.term, false, constants);
    }
    if (program_.query) {
      for (const Goal& goal : *program_.query) collect(goal.term, false, constants);
    }
    for (Clause& clause : program_.clauses) close(clause.body);
    if (program_.query) close(*program_.query);
    for (const TermId constant : constants) {
      Clause fact;
      fact.has_head = true;
      fact.predicate = predicate_;
      fact.head = program_.terms.add_compound(name_, {&constant, 1}, {});
      program_.clauses.push_back(std::move(fact));
    }
  }

 private:
  // New constants inside of an atom; those of `$constant` itself are known already.
  void collect(TermId atom, bool known, std::vector<TermId>& out) {
    const Terms& terms = program_.terms;
    std::vector<TermId> waiting(terms.arguments(atom).begin(), terms.arguments(atom).end());
    while (!waiting.empty()) {
      const TermId next = waiting.back();
      waiting.pop_back();
      const Term& term = terms[next];
      const auto below = terms.arguments(next);
      waiting.insert(waiting.end(), below.begin(), below.end());
      if (term.kind == TermKind::variable || term.kind == TermKind::compound) continue;
      if (terms.is(next, "[]", 0)) continue;
      if (seen_.insert(canonical_text(terms, next)).second && !known) out.push_back(next);
    }
  }

  static bool gives_values(const Goal& goal) {
    if (goal.negated) return false;
    return goal.kind == GoalKind::call || goal.kind == GoalKind::unify ||
           goal.kind == GoalKind::is || goal.kind == GoalKind::number_equal ||
           goal.kind == GoalKind::find_all;
  }

  // Each `_` is another variable: they need names before they can be asked for.
  void name_variables(Goal& goal) {
    goal.term =
        rewrite_arguments(program_.terms, goal.term, [this](TermId id) -> std::optional<TermId> {
          if (!program_.terms.is_variable(id) || program_.terms.name(id) != "_") {
            return std::nullopt;
          }
          const Symbol fresh = program_.terms.symbol("_C" + std::to_string(++fresh_));
          return program_.terms.add_named(TermKind::variable, fresh, program_.terms[id].span);
        });
  }

  void variables(TermId term, std::vector<TermId>& out) const {
    std::vector<TermId> waiting{term};
    while (!waiting.empty()) {
      const TermId next = waiting.back();
      waiting.pop_back();
      if (program_.terms.is_variable(next)) out.push_back(next);
      const auto below = program_.terms.arguments(next);
      waiting.insert(waiting.end(), below.rbegin(), below.rend());
    }
  }

  void close(std::vector<Goal>& goals) {
    std::unordered_set<std::string> given;
    for (const Goal& goal : goals) {
      if (!gives_values(goal)) continue;
      std::vector<TermId> found;
      variables(goal.term, found);
      for (const TermId id : found) given.insert(program_.terms.name(id));
    }
    std::vector<Goal> closed;
    for (Goal& goal : goals) {
      if (goal.negated && goal.kind == GoalKind::call) {
        name_variables(goal);
        std::vector<TermId> found;
        variables(goal.term, found);
        for (const TermId id : found) {
          if (!given.insert(program_.terms.name(id)).second) continue;
          Goal range;
          range.predicate = predicate_;
          range.term = program_.terms.add_compound(name_, {&id, 1}, goal.span);
          range.span = goal.span;
          closed.push_back(range);
        }
      }
      closed.push_back(goal);
    }
    goals = std::move(closed);
  }

  Program& program_;
  Symbol name_;
  PredicateId predicate_;
  std::set<std::string> seen_;
  std::uint64_t fresh_ = 0;
};

}  // namespace

void close_world(Program& program) { Closer(program).run(); }

}  // namespace cogs::logic
