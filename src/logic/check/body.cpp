// SPDX-License-Identifier: Apache-2.0
#include "logic/check/body.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cogs::logic::check {

bool BodySearch::each(const std::vector<Goal>& goals, Environment& environment, const Use& use) {
  if (goals.size() > 1000) {  // the search goes as deep as the body is long
    bounds_.exceeded = true;
    return false;
  }
  return search(goals, std::vector<char>(goals.size(), 0), environment, use);
}

bool BodySearch::search(const std::vector<Goal>& goals, std::vector<char> done,
                        Environment& environment, const Use& use) {
  if (!bounds_.use()) return false;
  const std::size_t mark = environment.size();
  bool failed = false;
  while (!failed && settle(goals, done, environment, failed)) {
  }
  bool stopped = false;
  const auto open = std::find(done.begin(), done.end(), 0);
  if (!failed && open == done.end()) stopped = use(environment);
  if (failed || open == done.end()) {
    environment.cut_to(mark);
    return stopped;
  }
  for (std::size_t i = 0; i < goals.size(); ++i) {  // a positive call with known atoms
    if (done[i] || goals[i].kind != GoalKind::call || goals[i].negated) continue;
    const std::vector<ValueId>* atoms = knowledge_.candidates(goals[i].predicate);
    if (!atoms) continue;
    done[i] = 1;
    const std::size_t before = environment.size();
    for (std::size_t k = 0; k < atoms->size() && !stopped && bounds_.use(); ++k) {
      const ValueId atom = (*atoms)[k];
      if (values_.match(program_.terms, goals[i].term, atom, environment) &&
          knowledge_.accepts(goals[i].predicate, false, atom)) {
        stopped = search(goals, done, environment, use);
      }
      environment.cut_to(before);
    }
    environment.cut_to(mark);
    return stopped;
  }
  // Nothing binds the variables of the goals that are left: any value will do.
  std::vector<TermId> variables;
  collect_variables(program_.terms, goals[static_cast<std::size_t>(open - done.begin())].term,
                    variables);
  for (const TermId variable : variables) {
    const std::uint64_t key = variable_key(program_.terms, variable);
    if (environment.find(key)) continue;
    guessed_ = true;
    const std::size_t before = environment.size();
    for (std::size_t k = 0; k < universe_.size() && !stopped && !bounds_.exceeded; ++k) {
      environment.set(key, universe_[k]);
      stopped = search(goals, done, environment, use);
      environment.cut_to(before);
    }
    break;
  }
  environment.cut_to(mark);
  return stopped;
}

// Does what can be done without choosing; false if nothing could.
bool BodySearch::settle(const std::vector<Goal>& goals, std::vector<char>& done,
                        Environment& environment, bool& failed) {
  bool moved = false;
  for (std::size_t i = 0; i < goals.size() && !failed; ++i) {
    if (done[i]) continue;
    const Goal& goal = goals[i];
    if (goal.kind == GoalKind::call) {
      const auto atom = values_.build(program_.terms, goal.term, environment);
      if (!atom) continue;
      failed = !knowledge_.accepts(goal.predicate, goal.negated, *atom);
      done[i] = moved = true;
      continue;
    }
    switch (builtin(goal, environment)) {
      case Outcome::holds: done[i] = moved = true; break;
      case Outcome::fails: failed = true; break;
      case Outcome::open: break;
      case Outcome::beyond: bounds_.exceeded = failed = true; break;
    }
  }
  return moved;
}

BodySearch::Outcome BodySearch::builtin(const Goal& goal, Environment& environment) {
  switch (goal.kind) {
    case GoalKind::yes: return goal.negated ? Outcome::fails : Outcome::holds;
    case GoalKind::no: return goal.negated ? Outcome::holds : Outcome::fails;
    case GoalKind::unify:
    case GoalKind::differ:
    case GoalKind::identical:
    case GoalKind::not_identical:
    case GoalKind::order_less:
    case GoalKind::order_not_greater:
    case GoalKind::order_greater:
    case GoalKind::order_not_less: return compare_terms(goal, environment);
    case GoalKind::integer: {
      base::Number number;
      switch (evaluate(values_, program_.terms, program_.terms.argument(goal.term, 0), environment,
                       number)) {
        case Evaluation::fine:
          return number.is_integer() != goal.negated ? Outcome::holds : Outcome::fails;
        case Evaluation::unbound: return Outcome::open;
        case Evaluation::wrong: return goal.negated ? Outcome::holds : Outcome::fails;
        case Evaluation::unknown: return Outcome::beyond;
      }
      return Outcome::beyond;
    }
    case GoalKind::find_all:
    case GoalKind::for_all:
    case GoalKind::call_term:
    case GoalKind::call: return Outcome::beyond;
    default: return compare_numbers(goal, environment);
  }
}

BodySearch::Outcome BodySearch::compare_numbers(const Goal& goal, Environment& environment) {
  const Terms& terms = program_.terms;
  const TermId left_term = terms.argument(goal.term, 0), right_term = terms.argument(goal.term, 1);
  base::Number left, right;
  const Evaluation l = evaluate(values_, terms, left_term, environment, left);
  const Evaluation r = evaluate(values_, terms, right_term, environment, right);
  if (l == Evaluation::unknown || r == Evaluation::unknown) return Outcome::beyond;
  // What is no number makes a comparison false, and its negation true. So does a name on the left
  // of `is`, which is not the value.
  if (r == Evaluation::wrong || l == Evaluation::wrong) {
    ++bounds_.names_compared;
    return goal.negated ? Outcome::holds : Outcome::fails;
  }
  if (l == Evaluation::unbound || r == Evaluation::unbound) {
    const bool equation = goal.kind == GoalKind::is || goal.kind == GoalKind::number_equal;
    if (!equation || goal.negated || !solve_for_one(goal, environment)) return Outcome::open;
    return Outcome::holds;
  }
  bool holds = false;
  switch (goal.kind) {
    case GoalKind::less:
    case GoalKind::number_less: holds = left < right; break;
    case GoalKind::less_equal:
    case GoalKind::number_less_equal: holds = left <= right; break;
    case GoalKind::greater:
    case GoalKind::number_greater: holds = left > right; break;
    case GoalKind::greater_equal:
    case GoalKind::number_greater_equal: holds = left >= right; break;
    case GoalKind::value_differ:
    case GoalKind::number_differ: holds = !(left == right); break;
    case GoalKind::value_equal:
    case GoalKind::is:
    case GoalKind::number_equal: holds = left == right; break;
    default: return Outcome::beyond;
  }
  return holds != goal.negated ? Outcome::holds : Outcome::fails;
}

// An equation with one variable left, of the first degree in it: tried at 0 and 1.
bool BodySearch::solve_for_one(const Goal& goal, Environment& environment) {
  const Terms& terms = program_.terms;
  std::vector<TermId> variables;
  collect_variables(terms, goal.term, variables);
  std::erase_if(variables,
                [&](TermId v) { return environment.find(variable_key(terms, v)) != nullptr; });
  if (variables.size() != 1) return false;
  const std::uint64_t key = variable_key(terms, variables[0]);
  const std::size_t mark = environment.size();
  const auto difference_at = [&](const base::Number& x) -> std::optional<base::Number> {
    environment.set(key, values_.number(x));
    base::Number left, right;
    const bool fine = evaluate(values_, terms, terms.argument(goal.term, 0), environment, left) ==
                          Evaluation::fine &&
                      evaluate(values_, terms, terms.argument(goal.term, 1), environment, right) ==
                          Evaluation::fine;
    environment.cut_to(mark);
    if (!fine) return std::nullopt;
    return left - right;
  };
  const auto at_zero = difference_at(0), at_one = difference_at(1);
  if (!at_zero || !at_one) return false;
  const base::Number slope = *at_one - *at_zero;
  if (slope.sign() == 0) return false;
  const base::Number root = -*at_zero / slope;
  const auto check = difference_at(root);
  const auto further = difference_at(root + 2);
  if (!check || check->sign() != 0 || !further || !(*further == slope + slope)) return false;
  environment.set(key, values_.number(root));
  return true;
}

BodySearch::Outcome BodySearch::compare_terms(const Goal& goal, Environment& environment) {
  const Terms& terms = program_.terms;
  const TermId left = terms.argument(goal.term, 0), right = terms.argument(goal.term, 1);
  const auto l = values_.build(terms, left, environment);
  const auto r = values_.build(terms, right, environment);
  const auto outcome = [&](bool holds) {
    return holds != goal.negated ? Outcome::holds : Outcome::fails;
  };
  if (l && r) {
    switch (goal.kind) {
      case GoalKind::unify:
      case GoalKind::identical: return outcome(*l == *r);
      case GoalKind::differ:
      case GoalKind::not_identical: return outcome(*l != *r);
      case GoalKind::order_less: return outcome(values_.order(*l, *r) < 0);
      case GoalKind::order_not_greater: return outcome(values_.order(*l, *r) <= 0);
      case GoalKind::order_greater: return outcome(values_.order(*l, *r) > 0);
      default: return outcome(values_.order(*l, *r) >= 0);
    }
  }
  const bool wants_equal = (goal.kind == GoalKind::unify) != goal.negated;
  if ((goal.kind != GoalKind::unify && goal.kind != GoalKind::differ) || (!l && !r)) {
    return Outcome::open;
  }
  if (goal.kind == GoalKind::differ ? !goal.negated : !wants_equal) {
    // They differ for sure only if they differ whatever the open variables are.
    const std::size_t mark = environment.size();
    const bool can_match = values_.match(terms, l ? right : left, l ? *l : *r, environment);
    environment.cut_to(mark);
    return can_match ? Outcome::open : Outcome::holds;
  }
  const std::size_t mark = environment.size();
  if (values_.match(terms, l ? right : left, l ? *l : *r, environment)) return Outcome::holds;
  environment.cut_to(mark);
  return Outcome::fails;
}

}  // namespace cogs::logic::check
