// SPDX-License-Identifier: Apache-2.0
//
// Conjunctions to be refuted: how they are made of clauses and of saved terms, what can be asked of
// their goals, and how what was assumed of the variables around them is denied.
#include <algorithm>

#include "logic/goal/machine.h"

namespace cogs::logic {

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

bool Machine::has_hypothetical(Word term) const {
  std::vector<Word> variables;
  store_.variables_of(term, variables);
  return std::any_of(variables.begin(), variables.end(), [&](Word variable) {
    return store_.kind_of(variable) == VariableKind::hypothetical;
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
  const std::uint32_t environment =
      builder_.environment_of(saved.terms, VariableKind::hypothetical);
  // What is known of the variables stands in front of the literals about them.
  std::vector<CodeGoal> goals;
  for (const auto& [variable, value] : saved.equations) {
    goals.push_back(
        builder_.equation(variable, builder_.build(value, saved.terms.words, environment)));
  }
  for (const CodeGoal& goal : saved.constraints) {
    goals.push_back(builder_.build_saved(goal, saved.terms, environment));
  }
  for (const CodeGoal& goal : saved.goals) {
    goals.push_back(builder_.build_saved(goal, saved.terms, environment));
  }
  const std::uint32_t id = add_conjunction(goals);
  conjunctions_[id].possible = possible;
  return id;
}

bool Machine::refute_next_clause(EntryId entry, std::uint32_t position, std::uint32_t list,
                                 FrameId next, NodeId node) {
  const std::vector<std::uint32_t>& clauses = *lists_[list];
  for (; position < clauses.size(); ++position) {
    const CodeClause& clause = code_.clauses[clauses[position]];
    const Word atom = candidate_[entry].atom;
    const Sizes before = sizes();
    std::uint32_t environment = builder_.new_environment(clause.body.slots);
    store_.forget_settled();
    const bool matches = builder_.match(clause.head, atom, environment);
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
      environment = builder_.new_environment(clause.body.slots);
      if (clause.body.goals.empty()) {
        // A fact: the atom is none of its instances.
        const Word head =
            builder_.build(clause.head, code_.terms, environment, VariableKind::universal);
        if (!store_.differ(atom, head)) return false;
        continue;
      }
      goals.push_back(builder_.equation(
          atom, builder_.build(clause.head, code_.terms, environment, VariableKind::hypothetical)));
    }
    for (const CodeGoal& goal : clause.body.goals) {
      goals.push_back(builder_.build_goal(goal, environment, VariableKind::hypothetical));
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

// A leaf of the proof: the literal is false for all values but those of its answers.
void Machine::add_other_instances(const Saved& asked, const std::vector<TableAnswer>& answers,
                                  NodeId node) {
  constexpr std::size_t most = 100;  // more would hide the proof
  if (answers.size() > most) return;
  const Sizes before = sizes();
  const std::uint32_t environment = builder_.environment_of(asked.terms, VariableKind::plain);
  CodeGoal leaf = dual(builder_.build_saved(asked.goals[0], asked.terms, environment));
  std::vector<Word> variables;
  store_.variables_of(leaf.term, variables);
  std::vector<CodeGoal> constraints;  // that were assumed of the literal's variables
  for (const CodeGoal& constraint : asked.constraints) {
    constraints.push_back(builder_.build_saved(constraint, asked.terms, environment));
    store_.variables_of(constraints.back().term, variables);
  }
  // A variable from outside has its own value, and must not be constrained for a leaf's sake.
  bool shown = std::all_of(variables.begin(), variables.end(), [&](Word variable) {
    return variable.index() >= before.store.variables;
  });
  for (const CodeGoal& constraint : constraints) {
    shown = shown && hold_builtin(constraint) == Verdict::yes;
  }
  for (const TableAnswer& answer : answers) {
    if (!shown) break;
    const std::uint32_t universal = builder_.environment_of(answer.terms, VariableKind::universal);
    shown = answer.constraints.empty() &&
            store_.differ(leaf.term, builder_.build(answer.atom, answer.terms.words, universal));
  }
  if (!shown || add_node(NodeKind::literal, leaf, node) == nothing) {
    restore(before);
    return;
  }
  for (std::size_t i = 0; i < asked.terms.slots.size(); ++i) {
    const Word variable = builder_.slot(environment + i);
    if (store_.deref(variable) == variable) store_.set_kind(variable, VariableKind::settled);
  }
}

// Those of the effects' constraints that the store does not imply as it is.
std::vector<CodeGoal> Machine::without_entailed(const Saved& effects) {
  std::vector<CodeGoal> result;
  if (!effects.equations.empty()) return effects.constraints;
  for (const CodeGoal& constraint : effects.constraints) {
    const Sizes before = sizes();
    const std::uint32_t environment = builder_.environment_of(effects.terms, VariableKind::plain);
    const bool open =
        hold_builtin(dual(builder_.build_saved(constraint, effects.terms, environment))) ==
        Verdict::yes;
    restore(before);
    if (open) result.push_back(constraint);
  }
  return result;
}

// Equations that the others imply are left out: where X = Y+2 is known, Y = 2 brings X = 4 about,
// and what is denied is one disequality of one number. Of two, neither would be decided.
std::vector<std::pair<Word, Word>> Machine::without_implied(const Saved& effects,
                                                            std::uint32_t environment) {
  auto equations = effects.equations;
  constexpr std::size_t most = 20;
  if (equations.size() > most) return equations;
  for (std::size_t i = equations.size(); i-- > 0 && equations.size() > 1;) {
    const Sizes before = sizes();
    bool holds = true;
    for (std::size_t other = 0; other < equations.size() && holds; ++other) {
      if (other == i) continue;
      holds = hold_builtin(builder_.equation(
                  equations[other].first,
                  builder_.build(equations[other].second, effects.terms.words, environment))) ==
              Verdict::yes;
    }
    const Word value =
        store_.deref(builder_.build(equations[i].second, effects.terms.words, environment));
    const bool implied = holds && value.is_number() && store_.deref(equations[i].first) == value;
    restore(before);
    if (implied) equations.erase(equations.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return equations;
}

// The ways in which not all of the effects hold; each excludes those before it. After the last
// one, if a conjunction is given, the effects hold and it is refuted.
bool Machine::deny(const Saved& effects, FrameId next, NodeId node, std::uint32_t then_refute) {
  std::vector<FrameId> alternatives;
  const std::uint32_t environment = builder_.environment_of(effects.terms, VariableKind::plain);
  const auto equations = without_implied(effects, environment);
  std::vector<Word> variables, values;
  if (!equations.empty()) {
    const std::uint32_t universal = builder_.environment_of(effects.terms, VariableKind::universal);
    for (const auto& [variable, value] : equations) {
      variables.push_back(variable);
      values.push_back(builder_.build(value, effects.terms.words, universal));
    }
    CodeGoal differ;
    differ.kind = GoalKind::differ;
    differ.term =
        builder_.term_of(GoalKind::differ, builder_.tuple(variables), builder_.tuple(values));
    alternatives.push_back(prove_frame(differ, next, node));
  }
  std::vector<CodeGoal> held;
  for (const auto& [variable, value] : equations) {
    held.push_back(
        builder_.equation(variable, builder_.build(value, effects.terms.words, environment)));
  }
  const auto after_held = [&](FrameId last) {
    for (std::size_t i = held.size(); i-- > 0;) last = prove_frame(held[i], last, node);
    return last;
  };
  for (const CodeGoal& saved : without_entailed(effects)) {
    const CodeGoal constraint = builder_.build_saved(saved, effects.terms, environment);
    alternatives.push_back(after_held(prove_frame(dual(constraint), next, node)));
    held.push_back(constraint);
  }
  if (then_refute != nothing) {
    alternatives.push_back(after_held(frame(Step::refute, then_refute, 0, 0, next, node)));
  }
  return branch(alternatives);
}

}  // namespace cogs::logic
