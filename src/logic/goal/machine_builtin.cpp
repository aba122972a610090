// SPDX-License-Identifier: Apache-2.0
//
// Goals that are built in.
#include <utility>

#include "logic/goal/machine.h"
#include "logic/program/arithmetic.h"
#include "logic/program/builtins.h"
#include "logic/syntax/messages.h"

namespace cogs::logic {

NodeId Machine::add_builtin_node(const CodeGoal& goal, NodeId parent) {
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
  if (node == nothing) return false;
  const Verdict verdict = hold_builtin(goal);
  if (verdict == Verdict::unknown && goal.kind == GoalKind::is) fail_unbound(goal);
  if (verdict != Verdict::yes) return false;
  current_ = next;
  return true;
}

// `X is Y + 1` where Y has no value.
void Machine::fail_unbound(const CodeGoal& goal) const {
  std::vector<Word> variables;
  store_.variables_of(store_.argument(goal.term, 1), variables);
  if (goal.place == 0) return;  // made at run time: it is just not true
  const auto& [file, span] = code_.places[goal.place - 1];
  Messages messages(*program_.files[file.index()].source);
  messages.error(span, "`is` computes, but a variable on its right has no value here",
                 "bind it first, or write #= instead of `is`, which solves equations");
  std::vector<base::Diagnostic> errors = messages.take_errors();
  for (base::Diagnostic& error : errors) error.file = program_.files[file.index()].path;
  throw base::InputError(std::move(errors));
}

// The value of an expression in which everything is known. No value: something in it is no number,
// or a function has none there.
Machine::Evaluated Machine::evaluate(Word expression, Word& value) {
  struct Level {
    Word word;
    std::uint32_t next;
  };
  std::vector<ArithmeticValue> values;
  std::vector<Level> stack;
  std::unordered_map<Word, ArithmeticValue> known;  // of parts of a large expression
  std::uint32_t steps = 0;
  const auto leaf = [&](Word word) {
    if (word.is_variable()) return Evaluated::open;
    if (!word.is_number()) return Evaluated::none;
    values.push_back({constants_.value(word), constants_.is_real(word)});
    return Evaluated::value;
  };
  expression = store_.deref(expression);
  if (!expression.is_compound()) {
    const Evaluated result = leaf(expression);
    value = expression;
    return result;
  }
  Evaluated worst = Evaluated::value;  // a name in it says more than an open variable
  stack.push_back({expression, 0});
  while (!stack.empty()) {
    Level& top = stack.back();
    const Functor functor = constants_.functor(store_.functor_of(top.word));
    if (functor.arity > 2) return Evaluated::none;
    if (top.next < functor.arity) {
      const Word below = store_.deref(store_.argument(top.word, top.next++));
      if (below.is_compound()) {
        const auto found = known.find(below);
        if (found != known.end()) {
          values.push_back(found->second);
        } else {
          stack.push_back({below, 0});
        }
        continue;
      }
      const Evaluated one = leaf(below);
      if (one == Evaluated::none) return Evaluated::none;
      if (one == Evaluated::open) {
        worst = Evaluated::open;
        values.push_back({1, false});
      }
      continue;
    }
    auto result = apply_function(constants_.text(functor.name),
                                 std::span<const ArithmeticValue>(
                                     values.data() + values.size() - functor.arity, functor.arity));
    if (!result) {
      if (worst == Evaluated::value || !is_function(constants_.text(functor.name), functor.arity)) {
        return Evaluated::none;
      }
      result = ArithmeticValue{1, false};
    }
    if (++steps > 64) known.emplace(top.word, *result);
    values.resize(values.size() - functor.arity);
    values.push_back(*result);
    stack.pop_back();
  }
  if (worst == Evaluated::value) {
    value = constants_.number(values.back().number, values.back().real);
  }
  return worst;
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
      switch (evaluate(right(), value)) {
        case Evaluated::value: break;
        case Evaluated::none: return verdict(goal.negated);
        case Evaluated::open: return Verdict::unknown;  // unlike #=, it does not solve
      }
      return verdict(goal.negated ? store_.differ(left(), value) : store_.unify(left(), value));
    }
    case GoalKind::integer: {
      const Word word = store_.argument(goal.term, 0);
      return goal.negated ? store_.refuse_integers(word) : store_.restrict_to_integers(word);
    }
    case GoalKind::find_all: {
      const auto list = known_list(goal);
      if (!list) return Verdict::unknown;
      const Word result = store_.argument(goal.term, 2);
      return verdict(goal.negated ? store_.differ(result, *list) : store_.unify(result, *list));
    }
    case GoalKind::for_all:
    case GoalKind::call_term:
    case GoalKind::call: return Verdict::unknown;
    default: break;
  }
  if (goal.negated) {
    CodeGoal positive = goal;
    positive.negated = false;
    return hold_builtin(dual(positive));
  }
  return store_.compare_numbers(goal.kind, left(), right(), goal.lenient);
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
  const bool undecided = std::exchange(undecided_, false);
  std::vector<TableAnswer> answers = run_nested(goals, pattern, mode, looped);
  const bool some_missing = undecided_;
  undecided_ = undecided || some_missing;
  if (some_missing) return std::nullopt;
  if (looped && goals.size() == 1 && goals[0].kind == GoalKind::call && !goals[0].negated) {
    // Left recursion: first all answers of the goal, then the template of each.
    answers.clear();
    for (const TableAnswer& known : fill_tables(goals[0], false)) {
      const Sizes before = sizes();
      const Store::Mark start = store_.mark();
      if (apply(known, goals[0].term)) answers.push_back(saves_.save_answer(pattern, start));
      restore(before);
    }
  } else if (looped) {
    return std::nullopt;
  }
  Word list = constants_.atom("[]");
  const std::uint32_t cons = constants_.functor("[|]", 2);
  for (std::size_t i = answers.size(); i-- > 0;) {
    const std::uint32_t environment =
        builder_.environment_of(answers[i].terms, VariableKind::plain);
    const Word cell[2] = {builder_.build(answers[i].atom, answers[i].terms.words, environment),
                          list};
    list = store_.compound(cons, cell);
    // What was said of the variables of an answer holds of those in the list.
    for (const CodeGoal& constraint : answers[i].constraints) {
      if (hold_builtin(builder_.build_saved(constraint, answers[i].terms, environment)) ==
          Verdict::no) {
        return std::nullopt;
      }
    }
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
    const std::uint32_t environment = builder_.environment_of(answer.terms, VariableKind::plain);
    CodeGoal instance = goals[0];
    instance.term = builder_.build(answer.atom, answer.terms.words, environment);
    if (!store_.is_ground(instance.term)) return false;
    // The template of this instance: what it is when the goal is the instance.
    const Sizes before = sizes();
    const Store::Mark start = store_.mark();
    if (!store_.unify(goals[0].term, instance.term)) {
      restore(before);
      continue;
    }
    const TableAnswer made = saves_.save_answer(pattern, start);
    restore(before);
    instances.push_back(instance);
    CodeGoal shape;
    shape.kind = GoalKind::yes;
    shape.term = builder_.build(made.atom, made.terms.words,
                                builder_.environment_of(made.terms, VariableKind::plain));
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
  inside.term = builder_.renamed(inside.term, renaming);
  if (goal.negated) return prove(dual(inside), next, parent);  // some X for which it fails
  return refute(add_conjunction({dual(inside)}), next, parent);
}

}  // namespace cogs::logic
