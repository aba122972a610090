// SPDX-License-Identifier: Apache-2.0
#include "logic/check/side.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace cogs::logic::check {

namespace {

using Keys = std::set<std::uint64_t>;

Keys keys_of(const Terms& terms, TermId term) {
  std::vector<TermId> variables;
  collect_variables(terms, term, variables);
  Keys keys;
  for (const TermId variable : variables) keys.insert(variable_key(terms, variable));
  return keys;
}

bool includes(const Keys& all, const Keys& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// What an equation binds once the other side is known.
void bind_by_equations(const Program& program, const Clause& clause, Keys& bound) {
  for (bool moved = true; moved;) {
    moved = false;
    for (const Goal& goal : clause.body) {
      const bool unify = goal.kind == GoalKind::unify && !goal.negated;
      const bool equation =
          (goal.kind == GoalKind::is || goal.kind == GoalKind::number_equal) && !goal.negated;
      if (!unify && !equation) continue;
      for (const int side : {0, 1}) {
        const TermId from = program.terms.argument(goal.term, static_cast<std::size_t>(side));
        const TermId to = program.terms.argument(goal.term, static_cast<std::size_t>(1 - side));
        if (equation && !program.terms.is_variable(to)) continue;
        const Keys known = keys_of(program.terms, from), open = keys_of(program.terms, to);
        if (!includes(bound, known) || includes(bound, open)) continue;
        bound.insert(open.begin(), open.end());
        moved = true;
      }
    }
  }
}

bool is_computable(const Program& program, const Clause& clause) {
  Keys bound, all = keys_of(program.terms, clause.head);
  for (const Goal& goal : clause.body) {
    if (goal.kind == GoalKind::find_all || goal.kind == GoalKind::for_all ||
        goal.kind == GoalKind::call_term) {
      return false;
    }
    const Keys keys = keys_of(program.terms, goal.term);
    all.insert(keys.begin(), keys.end());
    if (goal.kind == GoalKind::call && !goal.negated) bound.insert(keys.begin(), keys.end());
  }
  bind_by_equations(program, clause, bound);
  return includes(bound, all);
}

}  // namespace

SideModel::SideModel(const Program& program, Values& values, std::uint64_t most_steps,
                     base::Budget* budget)
    : program_(program),
      values_(values),
      bounds_{most_steps, false, budget},
      computable_(program.predicates.size(), 1),
      strata_(program.predicates.size(), 0),
      atoms_(program.predicates.size()),
      sets_(program.predicates.size()) {
  for (std::size_t p = 0; p < computable_.size(); ++p) {
    if (program.predicates[p].abducible) computable_[p] = 0;
  }
  for (const Clause& clause : program.clauses) {
    if (clause.has_head && !is_computable(program, clause)) {
      computable_[clause.predicate.index()] = 0;
    }
  }
  find_strata();
  std::size_t highest = 0;
  for (std::size_t p = 0; p < strata_.size(); ++p) {
    if (known_[p]) highest = std::max(highest, strata_[p]);
  }
  for (std::size_t stratum = 0; stratum <= highest; ++stratum) {
    std::vector<const Clause*> clauses;
    for (const Clause& clause : program.clauses) {
      const std::size_t head = clause.predicate.index();
      if (clause.has_head && known_[head] && strata_[head] == stratum) clauses.push_back(&clause);
    }
    if (compute(clauses)) continue;
    std::vector<char> lost(known_.size());
    for (std::size_t p = 0; p < lost.size(); ++p) lost[p] = known_[p] && strata_[p] >= stratum;
    forget(lost);
    break;
  }
  find_limited();
  std::vector<const Clause*> clauses;
  for (const Clause& clause : program.clauses) {
    const std::size_t head = clause.predicate.index();
    if (clause.has_head && limited_[head] && !known_[head]) clauses.push_back(&clause);
  }
  bounds_ = {most_steps, false, budget};
  if (!compute(clauses)) {
    std::vector<char> lost(known_.size());
    for (std::size_t p = 0; p < lost.size(); ++p) lost[p] = !known_[p];
    forget(lost);
  }
}

void SideModel::forget(const std::vector<char>& predicates) {
  for (std::size_t p = 0; p < predicates.size(); ++p) {
    if (!predicates[p]) continue;
    known_[p] = 0;
    if (!limited_.empty()) limited_[p] = 0;
    atoms_[p].clear();
    sets_[p].clear();
  }
}

// Raises a predicate above those that it negates; one that rises for ever is in a loop through
// negation. Whatever calls an unknown predicate is unknown.
void SideModel::find_strata() {
  known_ = computable_;
  for (bool moved = true; moved;) {
    moved = false;
    for (const Clause& clause : program_.clauses) {
      if (!clause.has_head || !known_[clause.predicate.index()]) continue;
      const std::size_t head = clause.predicate.index();
      for (const Goal& goal : clause.body) {
        if (goal.kind != GoalKind::call) continue;
        const std::size_t called = goal.predicate.index();
        const std::size_t least = strata_[called] + (goal.negated ? 1 : 0);
        if (known_[called] && strata_[head] >= least) continue;
        strata_[head] = std::max(strata_[head], least);
        if (!known_[called] || strata_[head] > known_.size()) known_[head] = 0;
        moved = true;
        break;
      }
    }
  }
}

// Those whose positive goals are limited too.
void SideModel::find_limited() {
  limited_ = computable_;
  for (bool moved = true; moved;) {
    moved = false;
    for (const Clause& clause : program_.clauses) {
      if (!clause.has_head || !limited_[clause.predicate.index()]) continue;
      for (const Goal& goal : clause.body) {
        if (goal.kind != GoalKind::call || goal.negated || limited_[goal.predicate.index()]) {
          continue;
        }
        limited_[clause.predicate.index()] = 0;
        moved = true;
        break;
      }
    }
  }
}

bool SideModel::compute(const std::vector<const Clause*>& clauses) {
  BodySearch search(program_, values_, nothing_, *this, bounds_);
  // A clause is looked at again when a predicate of its body has got more atoms.
  std::vector<std::vector<std::uint32_t>> callers(program_.predicates.size());
  std::deque<std::uint32_t> waiting;
  std::vector<char> waits(clauses.size(), 1);
  for (std::uint32_t i = 0; i < clauses.size(); ++i) {
    waiting.push_back(i);
    for (const Goal& goal : clauses[i]->body) {
      if (goal.kind == GoalKind::call) callers[goal.predicate.index()].push_back(i);
    }
  }
  while (!waiting.empty()) {
    const Clause& clause = *clauses[waiting.front()];
    waits[waiting.front()] = 0;
    waiting.pop_front();
    const std::size_t head = clause.predicate.index();
    bool grown = false;
    Environment environment;
    search.each(clause.body, environment, [&](const Environment& found) {
      const auto atom = values_.build(program_.terms, clause.head, found);
      if (atom && sets_[head].insert(*atom).second) {
        atoms_[head].push_back(*atom);
        grown = true;
      }
      return false;
    });
    if (bounds_.exceeded || !bounds_.use()) return false;
    if (!grown) continue;
    for (const std::uint32_t caller : callers[head]) {
      if (!std::exchange(waits[caller], 1)) waiting.push_back(caller);
    }
  }
  return true;
}

}  // namespace cogs::logic::check
