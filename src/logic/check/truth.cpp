// SPDX-License-Identifier: Apache-2.0
#include "logic/check/truth.h"

#include <algorithm>

namespace cogs::logic::check {

namespace {
constexpr std::size_t deepest = 150;  // the evaluation goes as deep as the calls do
constexpr std::size_t no_loop = static_cast<std::size_t>(-1);
}  // namespace

Truths::Truths(const Program& program, Values& values, const SideModel& side)
    : program_(program),
      values_(values),
      side_(side),
      fixed_(program.predicates.size(), 1),
      clauses_(program.predicates.size()) {
  std::vector<std::vector<std::size_t>> callers(fixed_.size());
  std::vector<std::size_t> strata(fixed_.size(), 0);
  for (std::size_t p = 0; p < fixed_.size(); ++p) fixed_[p] = !program.predicates[p].abducible;
  for (const Clause& clause : program.clauses) {
    if (!clause.has_head) continue;
    const std::size_t head = clause.predicate.index();
    clauses_[head].push_back(&clause);
    for (const Goal& goal : clause.body) {
      if (goal.kind == GoalKind::call) callers[goal.predicate.index()].push_back(head);
      if (goal.kind == GoalKind::find_all || goal.kind == GoalKind::for_all ||
          goal.kind == GoalKind::call_term) {
        fixed_[head] = 0;
      }
    }
  }
  // Raised above what it negates; one that rises for ever is in a loop through negation.
  std::vector<std::size_t> waiting;
  for (std::size_t p = 0; p < fixed_.size(); ++p) waiting.push_back(p);
  while (!waiting.empty()) {
    const std::size_t p = waiting.back();
    waiting.pop_back();
    const bool was = fixed_[p];
    const std::size_t before = strata[p];
    for (const Clause* clause : clauses_[p]) {
      for (const Goal& goal : clause->body) {
        if (goal.kind != GoalKind::call) continue;
        const std::size_t called = goal.predicate.index();
        strata[p] = std::max(strata[p], strata[called] + (goal.negated ? 1 : 0));
        if (!fixed_[called]) fixed_[p] = 0;
      }
    }
    if (strata[p] > fixed_.size()) {
      strata[p] = fixed_.size() + 1;
      fixed_[p] = 0;
    }
    if (fixed_[p] != was || strata[p] != before) {
      waiting.insert(waiting.end(), callers[p].begin(), callers[p].end());
    }
  }
}

Truth Truths::of(PredicateId predicate, ValueId atom, const std::vector<ValueId>& universe,
                 Bounds& bounds) {
  if (side_.knows(predicate)) return side_.has(predicate, atom) ? Truth::yes : Truth::no;
  if (side_.limits(predicate) && !side_.has(predicate, atom)) return Truth::no;
  if (!is_fixed(predicate)) return Truth::unknown;
  return possible(predicate, atom, universe, bounds);
}

Truth Truths::possible(PredicateId predicate, ValueId atom, const std::vector<ValueId>& universe,
                       Bounds& bounds) {
  universe_ = &universe;
  bounds_ = &bounds;
  open_.clear();
  lowest_loop_ = no_loop;
  return evaluate(predicate, atom);
}

Truth Truths::literal(PredicateId predicate, bool negated, ValueId atom) {
  Truth truth = Truth::unknown;
  if (side_.knows(predicate)) {
    truth = side_.has(predicate, atom) ? Truth::yes : Truth::no;
  } else if (negated && !is_fixed(predicate)) {
    return Truth::yes;
  } else if (side_.limits(predicate) && !side_.has(predicate, atom)) {
    truth = Truth::no;
  } else {
    truth = evaluate(predicate, atom);
  }
  if (!negated || truth == Truth::unknown) return truth;
  return truth == Truth::yes ? Truth::no : Truth::yes;
}

bool Truths::accepts(PredicateId predicate, bool negated, ValueId atom) {
  return literal(predicate, negated, atom) != Truth::no;
}

Truth Truths::evaluate(PredicateId predicate, ValueId atom) {
  const Atom own{predicate.value, atom};
  if (const auto found = known_.find(own); found != known_.end()) {
    if (found->second.names) ++bounds_->names_compared;
    return found->second.truth;
  }
  if (const auto at = std::find(open_.begin(), open_.end(), own); at != open_.end()) {
    // It rests on itself, which is no reason for it.
    lowest_loop_ = std::min(lowest_loop_, static_cast<std::size_t>(at - open_.begin()));
    return Truth::no;
  }
  if (open_.size() >= deepest || !bounds_->use()) return Truth::unknown;
  const std::size_t depth = open_.size();
  const std::uint64_t names_at_first = bounds_->names_compared;
  const std::size_t outer_loop = std::exchange(lowest_loop_, no_loop);
  open_.push_back(own);
  bool yes = program_.predicates[predicate.index()].abducible, perhaps = false;
  for (const Clause* clause : clauses_[predicate.index()]) {
    if (yes) break;
    Environment environment;
    if (!values_.match(program_.terms, clause->head, atom, environment)) continue;
    const bool beyond = std::any_of(clause->body.begin(), clause->body.end(), [](const Goal& goal) {
      return goal.kind == GoalKind::find_all || goal.kind == GoalKind::for_all ||
             goal.kind == GoalKind::call_term;
    });
    if (beyond) {
      perhaps = true;
      continue;
    }
    const std::uint64_t names_before = bounds_->names_compared;
    BodySearch search(program_, values_, *universe_, *this, *bounds_);
    yes = search.each(clause->body, environment, [&](const Environment& found) {
      bool certain = true;
      for (const Goal& goal : clause->body) {
        if (goal.kind != GoalKind::call) continue;
        const auto instance = values_.build(program_.terms, goal.term, found);
        certain =
            certain && instance && literal(goal.predicate, goal.negated, *instance) == Truth::yes;
      }
      perhaps = perhaps || !certain;
      return certain;
    });
    // Values that were only tried say nothing about the others, and a variable that is compared is
    // a number.
    if (search.has_guessed()) perhaps = true;
    if (yes && search.has_guessed() && bounds_->names_compared != names_before) {
      yes = false;
      perhaps = true;
    }
  }
  open_.pop_back();
  if (bounds_->exceeded) perhaps = true;
  const Truth truth = yes ? Truth::yes : perhaps ? Truth::unknown : Truth::no;
  // What is false only as long as something around it is open is not remembered.
  const bool depends = lowest_loop_ < depth;
  if (truth == Truth::yes || (!depends && !bounds_->exceeded)) {
    known_.emplace(own, Known{truth, bounds_->names_compared != names_at_first});
  }
  lowest_loop_ = std::min(outer_loop, depends ? lowest_loop_ : no_loop);
  return truth;
}

}  // namespace cogs::logic::check
