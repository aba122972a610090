// SPDX-License-Identifier: Apache-2.0
//
// Goals that are built in.
#include "logic/arithmetic.h"
#include "logic/builtins.h"
#include "logic/machine.h"

namespace cogs::logic {

Machine::NodeId Machine::add_builtin_node(const CodeGoal& goal, NodeId parent) {
  const NodeId node = add_node(NodeKind::builtin, goal, parent);
  if (node == nothing) return nothing;
  // A goal that came from its dual is shown as what it is: X >= 3, not X < 3.
  const Word term = store_.deref(goal.term);
  if (term.is_compound() && store_.arity_of(term) == 2) {
    const std::uint32_t functor = constants_.functor(builtin_name(goal.kind), 2);
    if (functor != store_.functor_of(term)) {
      const Word arguments[2] = {store_.argument(term, 0), store_.argument(term, 1)};
      nodes_[node].term = store_.compound(functor, arguments);
    }
  }
  return node;
}

bool Machine::prove_builtin(const CodeGoal& goal, FrameId next, NodeId parent) {
  switch (goal.kind) {
    case GoalKind::find_all: return find_all(goal, next, parent);
    case GoalKind::for_all: return for_all(goal, next, parent);
    case GoalKind::call_term: {
      std::vector<CodeGoal> goals;
      if (!goals_of(store_.argument(goal.term, 0), goals)) return goal.negated;
      if (goal.negated) return refute(add_conjunction(goals), next, parent);
      FrameId first = next;
      for (std::size_t i = goals.size(); i-- > 0;) first = prove_frame(goals[i], first, parent);
      current_ = first;
      return true;
    }
    default: break;
  }
  const NodeId node = goal.kind == GoalKind::yes ? 0 : add_builtin_node(goal, parent);
  if (node == nothing || hold_builtin(goal) != Verdict::yes) return false;
  current_ = next;
  return true;
}

// The value of an expression in which everything is known; false if it has none.
bool Machine::evaluate(Word expression, Word& value) {
  struct Level {
    Word word;
    std::uint32_t next;
  };
  std::vector<ArithmeticValue> values;
  std::vector<Level> stack;
  const auto leaf = [&](Word word) {
    if (!word.is_number()) return false;
    values.push_back({constants_.value(word), constants_.is_real(word)});
    return true;
  };
  expression = store_.deref(expression);
  if (!expression.is_compound()) {
    if (!leaf(expression)) return false;
    value = expression;
    return true;
  }
  stack.push_back({expression, 0});
  while (!stack.empty()) {
    Level& top = stack.back();
    const Functor functor = constants_.functor(store_.functor_of(top.word));
    if (functor.arity > 2) return false;
    if (top.next < functor.arity) {
      const Word below = store_.deref(store_.argument(top.word, top.next++));
      if (below.is_compound()) {
        stack.push_back({below, 0});
      } else if (!leaf(below)) {
        return false;
      }
      continue;
    }
    const auto result =
        apply_function(constants_.text(functor.name),
                       std::span<const ArithmeticValue>(
                           values.data() + values.size() - functor.arity, functor.arity));
    if (!result) return false;
    values.resize(values.size() - functor.arity);
    values.push_back(*result);
    stack.pop_back();
  }
  value = constants_.number(values.back().number, values.back().real);
  return true;
}

Verdict Machine::hold_builtin(const CodeGoal& goal) {
  const auto verdict = [](bool holds) { return holds ? Verdict::yes : Verdict::no; };
  const auto left = [&] { return store_.argument(goal.term, 0); };
  const auto right = [&] { return store_.argument(goal.term, 1); };
  switch (goal.kind) {
    case GoalKind::yes: return verdict(!goal.negated);
    case GoalKind::no: return verdict(goal.negated);
    case GoalKind::unify:
    case GoalKind::differ:
      return verdict((goal.kind == GoalKind::unify) != goal.negated
                         ? store_.unify(left(), right())
                         : store_.differ(left(), right()));
    case GoalKind::identical:
    case GoalKind::not_identical:
      return verdict(store_.identical(left(), right()) ==
                     ((goal.kind == GoalKind::identical) != goal.negated));
    case GoalKind::order_less:
    case GoalKind::order_not_greater:
    case GoalKind::order_greater:
    case GoalKind::order_not_less: {
      const int order = store_.compare(left(), right());
      const bool holds = goal.kind == GoalKind::order_less          ? order < 0
                         : goal.kind == GoalKind::order_not_greater ? order <= 0
                         : goal.kind == GoalKind::order_greater     ? order > 0
                                                                    : order >= 0;
      return verdict(holds != goal.negated);
    }
    case GoalKind::is: {
      Word value;
      if (evaluate(right(), value)) {
        if (!goal.negated) return verdict(store_.unify(left(), value));
        return verdict(store_.differ(left(), value));
      }
      return Verdict::ill_typed;  // unlike #=, it computes and does not solve
    }
    case GoalKind::integer: {
      if (!goal.negated) return store_.restrict_to_integers(store_.argument(goal.term, 0));
      const Word word = store_.deref(store_.argument(goal.term, 0));
      if (word.is_variable()) return Verdict::ill_typed;
      return verdict(!word.is_number() || constants_.is_real(word) ||
                     !constants_.value(word).is_integer());
    }
    case GoalKind::find_all: {
      const auto list = known_list(goal);
      if (!list) return Verdict::ill_typed;
      const Word result = store_.argument(goal.term, 2);
      return verdict(goal.negated ? store_.differ(result, *list) : store_.unify(result, *list));
    }
    case GoalKind::for_all:
    case GoalKind::call_term:
    case GoalKind::call: return Verdict::ill_typed;
    default: break;
  }
  if (goal.negated) {
    CodeGoal positive = goal;
    positive.negated = false;
    return hold_builtin(dual(positive));
  }
  return store_.compare_numbers(goal.kind, left(), right());
}

// The goals of a conjunction in a term; false if some part is no goal.
bool Machine::goals_of(Word term, std::vector<CodeGoal>& goals) const {
  std::vector<Word> waiting{term};
  while (!waiting.empty()) {
    const Word word = store_.deref(waiting.back());
    waiting.pop_back();
    if (word.is_compound() && store_.arity_of(word) == 2 &&
        constants_.text(constants_.functor(store_.functor_of(word)).name) == ",") {
      waiting.push_back(store_.argument(word, 1));
      waiting.push_back(store_.argument(word, 0));
      continue;
    }
    const CodeGoal goal = code_.goal_of(word, store_);
    if (goal.kind == GoalKind::no && !goal.term) return false;
    goals.push_back(goal);
  }
  return true;
}

// --- findall and forall --------------------------------------------------------------------

// The list of a findall whose goals have one truth value; nullopt if they have not.
std::optional<Word> Machine::known_list(const CodeGoal& goal) {
  std::vector<CodeGoal> goals;
  if (!goals_of(store_.argument(goal.term, 1), goals)) return std::nullopt;
  for (const CodeGoal& g : goals) {
    if (g.kind == GoalKind::call && !code_.predicates[g.predicate.index()].stratified) {
      return std::nullopt;
    }
  }
  const Word pattern = store_.argument(goal.term, 0);
  bool looped = false;
  Mode mode;
  mode.nested = true;
  std::vector<TableAnswer> answers = run_nested(goals, pattern, mode, looped);
  if (looped && goals.size() == 1 && goals[0].kind == GoalKind::call && !goals[0].negated) {
    // Left recursion: first all answers of the goal, then the template of each.
    answers.clear();
    for (const TableAnswer& known : fill_tables(goals[0], false)) {
      const Sizes before = sizes();
      const Store::Mark start = store_.mark();
      if (apply(known, goals[0].term)) answers.push_back(save_answer(pattern, start));
      restore(before);
    }
  } else if (looped) {
    return std::nullopt;
  }
  Word list = constants_.atom("[]");
  const std::uint32_t cons = constants_.functor("[|]", 2);
  for (std::size_t i = answers.size(); i-- > 0;) {
    const std::uint32_t environment = environment_of(answers[i].terms, VariableKind::plain);
    const Word cell[2] = {build(answers[i].atom, answers[i].terms.words, environment), list};
    list = store_.compound(cons, cell);
  }
  return list;
}

bool Machine::find_all(const CodeGoal& goal, FrameId next, NodeId parent) {
  if (add_builtin_node(goal, parent) == nothing) return false;
  if (hold_builtin(goal) == Verdict::yes) {
    current_ = next;
    return true;
  }
  std::vector<CodeGoal> goals;
  if (!goals_of(store_.argument(goal.term, 1), goals)) return false;
  // The goal's truth depends on the answer set: every instance that could hold is decided.
  if (goals.size() != 1 || goals[0].kind != GoalKind::call || goals[0].negated ||
      code_.predicates[goals[0].predicate.index()].stratified) {
    return false;
  }
  const Word pattern = store_.argument(goal.term, 0);
  std::vector<CodeGoal> instances;
  for (const TableAnswer& answer : answers_of(goals[0], true)) {
    const std::uint32_t environment = environment_of(answer.terms, VariableKind::plain);
    CodeGoal instance = goals[0];
    instance.term = build(answer.atom, answer.terms.words, environment);
    if (!store_.is_ground(instance.term)) return false;
    // The template of this instance: what it is when the goal is the instance.
    const Sizes before = sizes();
    const Store::Mark start = store_.mark();
    if (!store_.unify(goals[0].term, instance.term)) {
      restore(before);
      continue;
    }
    const TableAnswer made = save_answer(pattern, start);
    restore(before);
    instances.push_back(instance);
    CodeGoal shape;
    shape.kind = GoalKind::yes;
    shape.term =
        build(made.atom, made.terms.words, environment_of(made.terms, VariableKind::plain));
    instances.push_back(shape);
  }
  const std::uint32_t conjunction = add_conjunction(instances);
  goals_.push_back(goal);
  FrameId first = frame(Step::gather, conjunction, static_cast<std::uint32_t>(goals_.size() - 1), 0,
                        next, parent);
  for (std::size_t i = instances.size(); i > 0; i -= 2) {
    goals_.push_back(instances[i - 2]);
    first = frame(Step::decide, static_cast<std::uint32_t>(goals_.size() - 1), 0, 0, first, parent);
  }
  current_ = first;
  return true;
}

bool Machine::gather(std::uint32_t id, const CodeGoal& goal, FrameId next, NodeId) {
  const Conjunction conjunction = conjunctions_[id];
  Word list = constants_.atom("[]");
  const std::uint32_t cons = constants_.functor("[|]", 2);
  for (std::uint32_t i = conjunction.count; i > 0; i -= 2) {
    const CodeGoal& instance = goals_[conjunction.first + i - 2];
    const Word atom = store_.share(instance.term);
    if (!find_entry(instance.predicate, false, atom, true)) continue;
    const Word cell[2] = {goals_[conjunction.first + i - 1].term, list};
    list = store_.compound(cons, cell);
  }
  const Word result = store_.argument(goal.term, 2);
  if (!(goal.negated ? store_.differ(result, list) : store_.unify(result, list))) return false;
  current_ = next;
  return true;
}

// forall(X, G): no X for which G fails. The variable is the forall's own.
bool Machine::for_all(const CodeGoal& goal, FrameId next, NodeId parent) {
  Word variable = store_.deref(store_.argument(goal.term, 0));
  Word inner = store_.argument(goal.term, 1);
  std::vector<std::pair<Word, Word>> renaming;
  for (;;) {
    if (!variable.is_variable()) return false;
    renaming.emplace_back(variable, store_.new_variable(goal.negated ? VariableKind::plain
                                                                     : VariableKind::hypothetical));
    const CodeGoal below = code_.goal_of(inner, store_);
    if (below.kind != GoalKind::for_all || below.negated) break;
    variable = store_.deref(store_.argument(below.term, 0));
    inner = store_.argument(below.term, 1);
  }
  std::vector<CodeGoal> goals;
  if (!goals_of(inner, goals) || goals.size() != 1) return false;
  CodeGoal inside = goals[0];
  inside.term = renamed(inside.term, renaming);
  if (goal.negated) return prove(dual(inside), next, parent);  // some X for which it fails
  return refute(add_conjunction({dual(inside)}), next, parent);
}

}  // namespace cogs::logic
