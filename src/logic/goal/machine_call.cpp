// SPDX-License-Identifier: Apache-2.0
//
// Calls of predicates: from the candidate, by clauses, by refuting clauses, or from answers that
// are known.
#include <algorithm>

#include "logic/goal/machine.h"

namespace cogs::logic {

bool Machine::prove(const CodeGoal& goal, FrameId next, NodeId parent) {
  ++statistics_.goals;
  if (out_of_budget()) return false;
  if (goal.kind == GoalKind::call) return call(goal, next, parent);
  return prove_builtin(goal, next, parent);
}

bool Machine::call(const CodeGoal& goal, FrameId next, NodeId parent) {
  const CodePredicate& predicate = code_.predicates[goal.predicate.index()];
  if (mode_.upper && !predicate.stratified) return call_possible(goal, next, parent);
  if (mode_.tabled == predicate.component && !goal.negated) {
    return call_tabled(goal, next, parent);
  }
  if (!predicate.defined) {
    if (!goal.negated) return false;
    if (add_node(NodeKind::literal, goal, parent) == nothing) return false;
    current_ = next;
    return true;
  }
  const Word shared = store_.share(goal.term);
  const bool ground = static_cast<bool>(shared);
  const Word atom = ground ? shared : goal.term;
  if (const auto entry = find_entry(goal.predicate, goal.negated, atom, ground)) {
    if (!goal.negated && !rest_on(parent, *entry)) return false;
    const NodeId node = add_node(NodeKind::literal, goal, parent);
    if (node == nothing) return false;
    nodes_[node].entry = *entry;
    nodes_[node].support = candidate_[*entry].done ? Support::repeated : Support::assumed;
    if (!candidate_[*entry].done) ++assumptions_;
    current_ = next;
    return true;
  }
  if (predicate.tabled && !ground && !goal.negated && nodes_[parent].kind != NodeKind::query) {
    if (const auto answers = table_answers(goal)) {
      return take_instances(*answers, goal, next, parent);
    }
  }
  const NodeId node = add_node(NodeKind::literal, goal, parent);
  if (node == nothing) return false;
  nodes_[node].term = atom;
  if (!keep_apart(goal, atom, ground, next, node)) return false;
  if (!ground && !goal.negated) {
    const std::size_t key = short_key(atom);
    if (repeats_ancestor(goal, atom, parent, key)) {
      return call_looping(goal, next, parent, node);
    }
    nodes_[node].key = key;
  }
  const EntryId entry = candidate_.add(goal, atom, ground, node);
  nodes_[node].entry = entry;
  if (!goal.negated && !rest_on(parent, entry)) return false;
  const FrameId exit =
      frame(Step::exit, entry, ground ? begin_commitment(predicate.stratified, false) : nothing, 0,
            next, parent);
  const std::vector<std::uint32_t>& list = code_.matching(goal.predicate, atom, store_);
  if (goal.negated) {
    lists_.push_back(&list);
    current_ = frame(Step::refute_clauses, entry, 0, static_cast<std::uint32_t>(lists_.size() - 1),
                     exit, node);
    return true;
  }
  if (!predicate.abducible) return try_clauses(list, 0, entry, atom, node, exit);
  const FrameId abduce = frame(Step::exit, entry, nothing, 1, next, parent);
  if (list.empty()) {
    current_ = abduce;
    return true;
  }
  // First what the program says, then the assumption.
  branch({abduce, abduce});
  if (try_clauses(list, 0, entry, atom, node, exit)) return true;
  return false;
}

// Of a predicate with #table: all instances, if they are finitely many ground atoms that are the
// same in all answer sets. Calls that are being answered already go on by clauses.
std::optional<std::vector<TableAnswer>> Machine::table_answers(const CodeGoal& goal) {
  constexpr std::uint32_t deepest = 900;
  const CodePredicate& predicate = code_.predicates[goal.predicate.index()];
  if (!predicate.stratified || nesting_ > deepest ||
      memory_.endless.count(goal.predicate.value) > 0) {
    return std::nullopt;
  }
  std::vector<Word> variables;
  const VariantKey key = saves_.question_key(goal, false, variables);
  if (!memory_.asked.insert(key).second) return std::nullopt;
  auto answers = answers_within(goal, false, 100'000);
  memory_.asked.erase(key);
  if (!answers) {
    if (cut_ == Cut::no && !given_up_) memory_.endless.insert(goal.predicate.value);
    return std::nullopt;
  }
  const bool ground = std::all_of(answers->begin(), answers->end(), [](const TableAnswer& answer) {
    return answer.terms.slots.empty() && answer.constraints.empty();
  });
  return ground ? std::move(answers) : std::nullopt;
}

// The instances one after the other; outside of other questions each is proved as well, so that
// the answer has its reasons.
bool Machine::take_instances(const std::vector<TableAnswer>& answers, const CodeGoal& goal,
                             FrameId next, NodeId parent) {
  std::vector<FrameId> alternatives;
  for (const TableAnswer& answer : answers) {
    const std::uint32_t environment = builder_.environment_of(answer.terms, VariableKind::plain);
    CodeGoal instance = goal;
    instance.term = builder_.build(answer.atom, answer.terms.words, environment);
    const FrameId first = mode_.nested ? next : prove_frame(instance, next, parent);
    alternatives.push_back(prove_frame(builder_.equation(goal.term, instance.term), first, parent));
  }
  return branch(alternatives);
}

// The call contains a variant of itself: running it would never end. Its answers are found with
// tables instead, if that ends in reasonable time; otherwise the call fails, as in s(CASP).
bool Machine::call_looping(const CodeGoal& goal, FrameId next, NodeId parent, NodeId node) {
  looped_ = true;
  if (mode_.nested) return false;  // whoever asked fills tables
  const bool stratified = code_.predicates[goal.predicate.index()].stratified;
  if (memory_.endless.count(goal.predicate.value) > 0) return false;
  const auto answers = answers_within(goal, !stratified, 10'000);
  if (!answers) {
    memory_.endless.insert(goal.predicate.value);
    return false;
  }
  std::vector<FrameId> alternatives;
  for (const TableAnswer& answer : *answers) {
    const std::uint32_t environment = builder_.environment_of(answer.terms, VariableKind::plain);
    CodeGoal instance = goal;
    instance.term = builder_.build(answer.atom, answer.terms.words, environment);
    FrameId first = next;
    if (!stratified) {
      // It could hold; whether it does is proved, and a ground literal cannot loop.
      if (!store_.is_ground(instance.term)) return false;
      first = prove_frame(instance, next, parent);
    }
    for (std::size_t i = answer.constraints.size(); i-- > 0;) {
      first = prove_frame(builder_.build_saved(answer.constraints[i], answer.terms, environment),
                          first, node);
    }
    alternatives.push_back(prove_frame(builder_.equation(goal.term, instance.term), first, node));
  }
  return branch(alternatives);
}

bool Machine::try_clauses(const std::vector<std::uint32_t>& list, std::uint32_t at, EntryId entry,
                          Word atom, NodeId node, FrameId next) {
  for (; at < list.size(); ++at) {
    const bool more = at + 1 < list.size();
    Choice choice;
    if (more) {
      choice.sizes = sizes();
      choice.kind = Alternatives::clauses;
      choice.at = at + 1;
      choice.clauses = &list;
      choice.entry = entry;
      choice.atom = atom;
      choice.node = node;
      choice.next = next;
    }
    const CodeClause& clause = code_.clauses[list[at]];
    const std::uint32_t environment = builder_.new_environment(clause.body.slots);
    if (builder_.match(clause.head, atom, environment)) {
      if (more) {
        choices_.push_back(choice);
        ++statistics_.choices;
      }
      nodes_[node].clause = clause.source.value;
      // All variables now: one that was made later would outlive the undoing of its making.
      for (std::uint32_t i = 0; i < clause.body.slots && !clause.body.goals.empty(); ++i) {
        Word& value = builder_.slot(environment + i);
        if (!value) value = store_.new_variable();
      }
      current_ = clause.body.goals.empty()
                     ? next
                     : frame(Step::body, list[at], 0, environment, next, node);
      return true;
    }
    if (!more) return false;
    restore(choice.sizes);
  }
  return false;
}

// What could hold in some answer set: negations of what is open are taken to hold, and the rest
// is proved without the candidate.
bool Machine::call_possible(const CodeGoal& goal, FrameId next, NodeId parent) {
  const CodePredicate& predicate = code_.predicates[goal.predicate.index()];
  if (goal.negated || predicate.abducible) {
    current_ = next;
    return true;
  }
  if (mode_.tabled == predicate.component) return call_tabled(goal, next, parent);
  const NodeId node = add_node(NodeKind::literal, goal, parent);
  if (node == nothing) return false;
  const std::size_t key = short_key(goal.term);
  if (repeats_ancestor(goal, goal.term, parent, key)) {
    looped_ = true;
    return false;
  }
  nodes_[node].key = key;
  return try_clauses(code_.matching(goal.predicate, goal.term, store_), 0, nothing, goal.term, node,
                     next);
}

}  // namespace cogs::logic
