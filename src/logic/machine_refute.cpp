// SPDX-License-Identifier: Apache-2.0
//
// Refutation: showing that a conjunction holds for no values of its hypothetical variables.
//
// The conjunction is assumed for a moment. Equations and constraints are put into the store; if
// they cannot be met, it is refuted. Otherwise a literal is looked at:
//   - one without hypothetical variables is split upon: either its complement is proved, or it
//     is proved and the rest refuted. The two exclude each other. If its truth does not depend
//     on the answer set, it is looked up instead;
//   - one with hypothetical variables whose truth does not depend on the answer set is replaced
//     by its answers: the rest is to be refuted for each of them (Chan's constructive negation);
//   - of any other, the instances that could hold are enumerated, and it is refuted for each;
//   - where these are infinitely many, its complement is proved for a variable that may be
//     anything, and what the proof needed of the variable is the piece that is done; the rest is
//     refuted outside this piece.
// When nothing is left but what was assumed of outer variables, that is denied: one disequality
// for all equations, or the complement of one constraint while those before it hold. So there
// is no region to keep, and no cover that can explode.
#include <algorithm>

#include "logic/machine.h"

namespace cogs::logic {

namespace {

bool needs_values(GoalKind kind) {
  switch (kind) {
    case GoalKind::identical:
    case GoalKind::not_identical:
    case GoalKind::order_less:
    case GoalKind::order_not_greater:
    case GoalKind::order_greater:
    case GoalKind::order_not_less:
    case GoalKind::find_all: return true;
    default: return false;
  }
}

bool is_numeric(GoalKind kind) {
  switch (kind) {
    case GoalKind::less:
    case GoalKind::less_equal:
    case GoalKind::greater:
    case GoalKind::greater_equal:
    case GoalKind::value_equal:
    case GoalKind::value_differ:
    case GoalKind::is:
    case GoalKind::number_equal:
    case GoalKind::number_differ:
    case GoalKind::number_less:
    case GoalKind::number_less_equal:
    case GoalKind::number_greater:
    case GoalKind::number_greater_equal:
    case GoalKind::integer: return true;
    default: return false;
  }
}

}  // namespace

bool Machine::is_open(const CodeGoal& computation) const {
  std::vector<Word> variables;
  store_.variables_of(store_.argument(computation.term, 1), variables);
  return !variables.empty();
}

bool Machine::shares_open(Word term, const std::vector<Word>& variables) const {
  std::vector<Word> own;
  store_.variables_of(term, own);
  return std::any_of(own.begin(), own.end(), [&](Word variable) {
    // One that is a number already can take another comparison.
    return !store_.is_numeric(variable) &&
           std::find(variables.begin(), variables.end(), variable) != variables.end();
  });
}

std::uint32_t Machine::add_conjunction(const std::vector<CodeGoal>& goals) {
  const auto id = static_cast<std::uint32_t>(conjunctions_.size());
  Conjunction conjunction;
  conjunction.first = static_cast<std::uint32_t>(goals_.size());
  for (const CodeGoal& goal : goals) {
    std::vector<CodeGoal> inner;
    if (goal.kind == GoalKind::call_term && !goal.negated &&
        goals_of(store_.argument(goal.term, 0), inner)) {
      goals_.insert(goals_.end(), inner.begin(), inner.end());
    } else {
      goals_.push_back(goal);
    }
  }
  conjunction.count = static_cast<std::uint32_t>(goals_.size()) - conjunction.first;
  conjunctions_.push_back(conjunction);
  return id;
}

std::uint32_t Machine::build_conjunction(const Saved& saved, std::uint32_t possible) {
  const std::uint32_t environment = environment_of(saved.terms, VariableKind::hypothetical);
  // What is known of the variables stands in front of the literals about them.
  std::vector<CodeGoal> goals;
  for (const auto& [variable, value] : saved.equations) {
    CodeGoal equation;
    equation.kind = GoalKind::unify;
    equation.term =
        term_of(GoalKind::unify, variable, build(value, saved.terms.words, environment));
    goals.push_back(equation);
  }
  for (const CodeGoal& goal : saved.constraints) {
    goals.push_back(build_saved(goal, saved.terms, environment));
  }
  for (const CodeGoal& goal : saved.goals) {
    goals.push_back(build_saved(goal, saved.terms, environment));
  }
  const std::uint32_t id = add_conjunction(goals);
  conjunctions_[id].possible = possible;
  return id;
}

bool Machine::has_hypothetical(Word term) const {
  std::vector<Word> variables;
  store_.variables_of(term, variables);
  return std::any_of(variables.begin(), variables.end(), [&](Word variable) {
    return store_.kind_of(variable) == VariableKind::hypothetical;
  });
}

bool Machine::refute_next_clause(EntryId entry, std::uint32_t position, std::uint32_t list,
                                 FrameId next, NodeId node) {
  const std::vector<std::uint32_t>& clauses = *lists_[list];
  for (; position < clauses.size(); ++position) {
    const CodeClause& clause = code_.clauses[clauses[position]];
    const Word atom = entries_[entry].atom;
    const Sizes before = sizes();
    std::uint32_t environment = new_environment(clause.body.slots);
    store_.forget_settled();
    const bool matches = match(clause.head, atom, environment);
    if (!matches) {
      if (store_.met_settled()) return false;
      restore(before);
      continue;
    }
    const Store::Mark now = store_.mark();
    const bool bound = now.trail != before.store.trail || now.posted != before.store.posted;
    if (!bound && clause.body.goals.empty()) return false;  // it holds
    std::vector<CodeGoal> goals;
    if (bound) {
      restore(before);
      environment = new_environment(clause.body.slots);
      if (clause.body.goals.empty()) {
        // A fact: the atom is none of its instances.
        const Word head = build(clause.head, code_.terms, environment, VariableKind::universal);
        if (!store_.differ(atom, head)) return false;
        continue;
      }
      CodeGoal equation;
      equation.kind = GoalKind::unify;
      equation.term =
          term_of(GoalKind::unify, atom,
                  build(clause.head, code_.terms, environment, VariableKind::hypothetical));
      goals.push_back(equation);
    }
    for (const CodeGoal& goal : clause.body.goals) {
      goals.push_back(build_goal(goal, environment, VariableKind::hypothetical));
    }
    const NodeId fails = add_node(NodeKind::clause_fails, {}, node);
    if (fails == nothing) return false;
    nodes_[fails].clause = clause.source.value;
    if (position + 1 < clauses.size()) {
      next = frame(Step::refute_clauses, entry, position + 1, list, next, node);
    }
    return refute(add_conjunction(goals), next, fails);
  }
  current_ = next;
  return true;
}

bool Machine::refute(std::uint32_t id, FrameId next, NodeId node) {
  ++statistics_.goals;
  if (out_of_budget()) return false;
  const Conjunction conjunction = conjunctions_[id];
  const Sizes before = sizes();
  const Store::Mark start = before.store;

  std::vector<Word> outer;
  for (std::uint32_t i = 0; i < conjunction.count; ++i) {
    const CodeGoal& goal = goals_[conjunction.first + i];
    if (goal.kind == GoalKind::call && !goal.negated &&
        !code_.predicates[goal.predicate.index()].defined) {
      current_ = next;
      return true;
    }
    store_.variables_of(goal.term, outer);
  }
  std::erase_if(
      outer, [&](Word variable) { return store_.kind_of(variable) == VariableKind::hypothetical; });

  // 1. Assume all that is built in.
  std::vector<std::uint32_t> open;  // goals that are still to look at
  const auto refuted_by = [&](const CodeGoal& goal) {
    const Word shown = store_.share(goal.term);
    restore(before);
    if (shown) {
      CodeGoal leaf = dual(goal);
      leaf.term = shown;
      if (add_builtin_node(leaf, node) == nothing) return false;
    }
    current_ = next;
    return true;
  };
  bool ended = false;
  for (int pass = 0; pass < 2 && !ended; ++pass) {
    std::vector<Word> called;  // variables of the literals so far
    for (std::uint32_t i = 0; i < conjunction.count; ++i) {
      const CodeGoal goal = goals_[conjunction.first + i];
      if (goal.kind == GoalKind::call) {
        if (pass == 0) open.push_back(i);
        store_.variables_of(goal.term, called);
        continue;
      }
      // A comparison makes its variables numbers: literals in front of it have their say first.
      // What is computed must be known.
      const bool late = needs_values(goal.kind) ||
                        (is_numeric(goal.kind) && shares_open(goal.term, called)) ||
                        (goal.kind == GoalKind::is && is_open(goal));
      if (late != (pass == 1)) continue;
      if (late && (is_numeric(goal.kind) || has_hypothetical(goal.term))) {
        open.push_back(i);
        continue;
      }
      store_.forget_settled();
      const Verdict verdict = hold_builtin(goal);
      if (verdict == Verdict::no) {
        if (store_.met_settled()) return false;
        return refuted_by(goal);
      }
      if (verdict == Verdict::ill_typed) {
        // Neither it nor its complement holds: only what stands in front of it can refute.
        std::erase_if(open, [&](std::uint32_t at) { return at > i; });
        ended = true;
        if (open.empty()) {
          restore(before);
          return false;
        }
        open.push_back(i);
        break;
      }
    }
  }
  std::sort(open.begin(), open.end());

  std::vector<bool> had_instances(conjunction.count, false);
  for (std::uint32_t i = 0, calls = 0; i < conjunction.count; ++i) {
    if (goals_[conjunction.first + i].kind == GoalKind::call) {
      had_instances[i] = calls++ < conjunction.possible;
    }
  }

  // 2. What is known already.
  const auto literal = [&](std::uint32_t at) -> const CodeGoal& {
    return goals_[conjunction.first + at];
  };
  std::vector<std::uint32_t> left;  // open goals, without those that hold
  std::vector<bool> with_hypothetical;
  for (const std::uint32_t at : open) {
    const CodeGoal goal = literal(at);
    if (goal.kind != GoalKind::call) {
      left.push_back(at);
      with_hypothetical.push_back(true);
      continue;
    }
    const CodePredicate& predicate = code_.predicates[goal.predicate.index()];
    if (!predicate.defined) {
      if (goal.negated) continue;
      restore(before);
      current_ = next;
      return true;
    }
    const Word shared = store_.share(goal.term);
    if (shared) {
      CodeGoal complement = dual(goal);
      complement.term = shared;
      // Only ground literals of the candidate: others may look ground under the hypothesis.
      if (find_ground(goal.predicate, goal.negated, shared)) continue;
      if (find_ground(goal.predicate, complement.negated, shared)) {
        restore(before);
        return call(complement, next, node);
      }
      if (predicate.stratified) {
        CodeGoal asked = goal;
        asked.term = shared;
        if (!answers_of(asked, false).empty()) continue;
        if (cut_ != Cut::no) return false;
        restore(before);
        return call(complement, next, node);
      }
      left.push_back(at);
      with_hypothetical.push_back(false);
      continue;
    }
    left.push_back(at);
    with_hypothetical.push_back(has_hypothetical(goal.term));
  }

  // What waited for literals in front of it waits no longer where these cannot be decided first.
  bool unsure = false;
  const auto hold_waiting = [&]() -> std::optional<CodeGoal> {
    for (std::size_t i = 0; i < left.size(); ++i) {
      const CodeGoal goal = literal(left[i]);
      if (goal.kind == GoalKind::call || !is_numeric(goal.kind)) continue;
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      with_hypothetical.erase(with_hypothetical.begin() + static_cast<std::ptrdiff_t>(i));
      --i;
      store_.forget_settled();
      if (hold_builtin(goal) != Verdict::no) continue;
      unsure = store_.met_settled();
      return goal;
    }
    return std::nullopt;
  };
  if (std::none_of(left.begin(), left.end(),
                   [&](std::uint32_t at) { return literal(at).kind == GoalKind::call; })) {
    if (const auto broken = hold_waiting()) return !unsure && refuted_by(*broken);
    left.clear();
  }

  // 3. Nothing is left: deny what was assumed of outer variables.
  if (left.empty()) {
    const Saved effects = save({}, start, outer, true);
    restore(before);
    return deny(effects, next, node, nothing);
  }

  // 4. A literal whose answers can be enumerated.
  const auto refute_each = [&](std::uint32_t at, bool upper) {
    const CodeGoal goal = literal(at);
    std::vector<Saved> obligations;
    std::uint32_t possible = 0;
    std::vector<CodeGoal> rest;
    if (upper) {
      for (const std::uint32_t other : left) {
        if (had_instances[other]) rest.push_back(literal(other));
      }
      rest.push_back(goal);
      possible = static_cast<std::uint32_t>(rest.size());
      for (const std::uint32_t other : left) {
        if (!had_instances[other] && other != at) rest.push_back(literal(other));
      }
    } else {
      for (const std::uint32_t other : left) {
        if (other == at) continue;
        if (had_instances[other]) ++possible;
        rest.push_back(literal(other));
      }
    }
    const std::vector<TableAnswer> answers = answers_of(goal, upper);
    for (const TableAnswer& answer : answers) {
      const Sizes here = sizes();
      if (apply(answer, goal.term)) obligations.push_back(save(rest, start, outer, false));
      restore(here);
    }
    const Saved asked = save({goal}, start, {}, true);
    restore(before);
    if (cut_ != Cut::no) return false;
    if (!upper && !goal.negated && asked.equations.empty() && asked.constraints.empty()) {
      add_other_instances(asked, answers, node);
    }
    FrameId first = next;
    for (std::size_t i = obligations.size(); i-- > 0;) {
      first = frame(Step::refute, build_conjunction(obligations[i], possible), 0, 0, first, node);
    }
    current_ = first;
    return true;
  };
  const auto stratified = [&](std::uint32_t at) {
    return literal(at).kind == GoalKind::call &&
           code_.predicates[literal(at).predicate.index()].stratified;
  };
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (with_hypothetical[i] && stratified(left[i]) && !literal(left[i]).negated) {
      return refute_each(left[i], false);
    }
  }

  // 5. A literal that does not depend on hypothetical variables.
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (with_hypothetical[i]) continue;
    const Saved effects = save({literal(left[i])}, start, outer, true);
    std::vector<CodeGoal> remaining;  // all but the literal, with what is built in
    for (std::uint32_t at = 0; at < conjunction.count; ++at) {
      if (at != left[i]) remaining.push_back(literal(at));
    }
    restore(before);
    if (!effects.equations.empty() || !without_entailed(effects).empty()) {
      return deny(effects, next, node, id);
    }
    const std::uint32_t environment = environment_of(effects.terms, VariableKind::plain);
    const CodeGoal goal = build_saved(effects.goals[0], effects.terms, environment);
    const std::uint32_t others = add_conjunction(remaining);
    conjunctions_[others].possible = conjunction.possible - (had_instances[left[i]] ? 1 : 0);
    const FrameId refute_rest = frame(Step::refute, others, 0, 0, next, node);
    return branch({prove_frame(dual(goal), next, node), prove_frame(goal, refute_rest, node)});
  }

  // 6. Negated ones whose truth is fixed, then the instances that others could have.
  const auto bound_by_positive = [&](std::uint32_t at) {
    std::vector<Word> own;
    store_.variables_of(literal(at).term, own);
    for (const std::uint32_t other : left) {
      if (other == at || literal(other).kind != GoalKind::call || literal(other).negated) continue;
      if (had_instances[other]) continue;
      std::vector<Word> variables;
      store_.variables_of(literal(other).term, variables);
      for (const Word variable : variables) {
        if (std::find(own.begin(), own.end(), variable) != own.end()) return true;
      }
    }
    return false;
  };
  for (const std::uint32_t at : left) {
    if (stratified(at) && literal(at).negated && !bound_by_positive(at)) {
      return refute_each(at, false);
    }
  }
  for (const std::uint32_t at : left) {
    if (literal(at).kind == GoalKind::call && !literal(at).negated && !had_instances[at]) {
      return refute_each(at, true);
    }
  }

  // 7. What is left could hold for infinitely many values.
  if (const auto broken = hold_waiting()) return !unsure && refuted_by(*broken);
  const Saved effects = save({}, start, outer, true);
  std::vector<CodeGoal> stuck;
  for (const std::uint32_t at : left) {
    if (literal(at).kind == GoalKind::call) stuck.push_back(literal(at));
  }
  const Saved all = save(stuck, start, outer, false);
  restore(before);
  if (!effects.equations.empty() || !without_entailed(effects).empty()) {
    return deny(effects, next, node, id);
  }
  return cover(all, next, node);
}

// A leaf of the proof: the literal is false for all values but those of its answers.
void Machine::add_other_instances(const Saved& asked, const std::vector<TableAnswer>& answers,
                                  NodeId node) {
  constexpr std::size_t most = 100;  // more would hide the proof
  if (answers.size() > most) return;
  const Sizes before = sizes();
  const std::uint32_t environment = environment_of(asked.terms, VariableKind::plain);
  CodeGoal leaf = dual(build_saved(asked.goals[0], asked.terms, environment));
  std::vector<Word> variables;
  store_.variables_of(leaf.term, variables);
  // A variable from outside has its own value, and must not be constrained for a leaf's sake.
  bool shown = std::all_of(variables.begin(), variables.end(), [&](Word variable) {
    return variable.index() >= before.store.variables;
  });
  for (const TableAnswer& answer : answers) {
    if (!shown) break;
    const std::uint32_t universal = environment_of(answer.terms, VariableKind::universal);
    shown = answer.constraints.empty() &&
            store_.differ(leaf.term, build(answer.atom, answer.terms.words, universal));
  }
  if (!shown || add_node(NodeKind::literal, leaf, node) == nothing) {
    restore(before);
    return;
  }
  for (std::size_t i = 0; i < asked.terms.slots.size(); ++i) {
    const Word variable = environments_[environment + i];
    if (store_.deref(variable) == variable) store_.set_kind(variable, VariableKind::settled);
  }
}

// Those of the effects' constraints that the store does not imply as it is.
std::vector<CodeGoal> Machine::without_entailed(const Saved& effects) {
  std::vector<CodeGoal> result;
  if (!effects.equations.empty()) return effects.constraints;
  for (const CodeGoal& constraint : effects.constraints) {
    if (constraint.kind == GoalKind::integer) continue;
    const Sizes before = sizes();
    const std::uint32_t environment = environment_of(effects.terms, VariableKind::plain);
    const bool open =
        hold_builtin(dual(build_saved(constraint, effects.terms, environment))) == Verdict::yes;
    restore(before);
    if (open) result.push_back(constraint);
  }
  return result;
}

Word Machine::tuple(const std::vector<Word>& words) {
  if (words.size() == 1) return words[0];
  Word list = constants_.atom("[]");
  const std::uint32_t cons = constants_.functor("[|]", 2);
  for (std::size_t i = words.size(); i-- > 0;) {
    const Word cell[2] = {words[i], list};
    list = store_.compound(cons, cell);
  }
  return list;
}

// The ways in which not all of the effects hold; each excludes those before it. After the last
// one, if a conjunction is given, the effects hold and it is refuted.
bool Machine::deny(const Saved& effects, FrameId next, NodeId node, std::uint32_t then_refute) {
  std::vector<FrameId> alternatives;
  std::vector<Word> variables, values;
  if (!effects.equations.empty()) {
    const std::uint32_t universal = environment_of(effects.terms, VariableKind::universal);
    for (const auto& [variable, value] : effects.equations) {
      variables.push_back(variable);
      values.push_back(build(value, effects.terms.words, universal));
    }
    CodeGoal differ;
    differ.kind = GoalKind::differ;
    differ.term = term_of(GoalKind::differ, tuple(variables), tuple(values));
    alternatives.push_back(prove_frame(differ, next, node));
  }
  const std::uint32_t environment = environment_of(effects.terms, VariableKind::plain);
  std::vector<CodeGoal> held;
  for (const auto& [variable, value] : effects.equations) {
    CodeGoal equation;
    equation.kind = GoalKind::unify;
    equation.term =
        term_of(GoalKind::unify, variable, build(value, effects.terms.words, environment));
    held.push_back(equation);
  }
  const auto after_held = [&](FrameId last) {
    for (std::size_t i = held.size(); i-- > 0;) last = prove_frame(held[i], last, node);
    return last;
  };
  for (const CodeGoal& saved : without_entailed(effects)) {
    const CodeGoal constraint = build_saved(saved, effects.terms, environment);
    if (constraint.kind != GoalKind::integer) {
      alternatives.push_back(after_held(prove_frame(dual(constraint), next, node)));
    }
    held.push_back(constraint);
  }
  if (then_refute != nothing) {
    alternatives.push_back(after_held(frame(Step::refute, then_refute, 0, 0, next, node)));
  }
  return branch(alternatives);
}

}  // namespace cogs::logic
