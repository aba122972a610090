// SPDX-License-Identifier: Apache-2.0
#include "logic/goal/saves.h"

#include <algorithm>

#include "logic/program/builtins.h"

namespace cogs::logic {

std::size_t KeyHash::operator()(const VariantKey& key) const {
  std::size_t hash = key.size();
  for (const std::uint64_t word : key) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return hash;
}

namespace {

// Copies terms out of the store. Variables older than the mark stay what they are, unless they
// are hypothetical or the copy is to stand alone; all others become slots.
class Saver {
 public:
  Saver(const Store& store, SavedTerms& out, std::size_t older, bool alone)
      : store_(store), out_(out), older_(older), alone_(alone) {}

  Word copy(Word word) {
    return store_.copy(
        word, [&](Word end) { return leaf(end); },
        [&](std::uint32_t functor, std::span<const Word> arguments) {
          const Word made(Tag::compound, out_.words.size());
          out_.words.push_back(Word(Tag::none, functor));
          out_.words.insert(out_.words.end(), arguments.begin(), arguments.end());
          return made;
        });
  }

  CodeGoal copy(CodeGoal goal) {
    goal.term = copy(goal.term);
    return goal;
  }

  bool is_outer(Word variable) const {
    return !alone_ && variable.index() < older_ &&
           store_.kind_of(variable) != VariableKind::hypothetical;
  }
  const std::vector<Word>& slots() const { return variables_; }
  bool has_slot(Word variable) const {
    return std::find(variables_.begin(), variables_.end(), variable) != variables_.end();
  }

 private:
  Word leaf(Word word) {
    if (!word.is_variable() || is_outer(word)) return word;
    const auto found = std::find(variables_.begin(), variables_.end(), word);
    const auto slot = static_cast<std::uint32_t>(found - variables_.begin());
    if (found == variables_.end()) {
      variables_.push_back(word);
      out_.slots.push_back(store_.kind_of(word));
    }
    return Word::slot(slot);
  }

  const Store& store_;
  SavedTerms& out_;
  std::size_t older_;
  bool alone_;
  std::vector<Word> variables_;  // by slot
};

}  // namespace

// What holds since the mark, as goals that say it again: bindings of outer variables, the goals
// given, disequalities, numeric constraints. `outer` are the outer variables of the conjunction.
// With `only_effects`, variables that nothing outside is bound to are projected away.
Saved Saves::save(const std::vector<CodeGoal>& goals, const Store::Mark& since,
                  const std::vector<Word>& outer, bool only_effects) {
  Saved saved;
  Saver saver(store_, saved.terms, since.variables, false);
  store_.bound_since(since, [&](Word variable) {
    if (saver.is_outer(variable)) {
      saved.equations.emplace_back(variable, saver.copy(variable));
    }
  });
  for (const CodeGoal& goal : goals) saved.goals.push_back(saver.copy(goal));

  for (std::size_t i = since.suspended; i < store_.suspended().size(); ++i) {
    const Suspended waiting = store_.suspended()[i];
    if (waiting.done) continue;
    if (only_effects) {
      // A variable that appears nowhere else can always be chosen so that terms differ, but not so
      // that numbers have a product.
      std::vector<Word> variables;
      store_.variables_of(waiting.left, variables);
      store_.variables_of(waiting.right, variables);
      const bool free = std::any_of(variables.begin(), variables.end(), [&](Word variable) {
        return store_.kind_of(variable) != VariableKind::universal && !saver.is_outer(variable) &&
               !saver.has_slot(variable);
      });
      // Nor so that a number is not whole, if others hang on it.
      const bool apart = waiting.kind == GoalKind::integer &&
                         std::any_of(variables.begin(), variables.end(),
                                     [&](Word variable) { return store_.is_numeric(variable); });
      if (free && (apart || is_comparison(waiting.kind))) saved.incomplete = true;
      if (free) continue;
    }
    saved.constraints.push_back(saver.copy(builder_.waiting_goal(waiting)));
  }

  if (store_.posted() != since.posted) {
    std::vector<NumberVariable> keep;
    const auto add = [&](Word variable) {
      variable = store_.deref(variable);
      if (!variable.is_variable() || !store_.is_numeric(variable)) return;
      const NumberVariable number = store_.number_of(variable);
      if (std::find(keep.begin(), keep.end(), number) == keep.end()) keep.push_back(number);
    };
    for (const Word variable : outer) add(variable);
    for (const Word variable : std::vector<Word>(saver.slots())) add(variable);
    // Integers that are named nowhere may say something: X = 2*Y. That cannot be denied.
    const std::vector<NumberVariable> needed = needed_integers(keep);
    if (only_effects) {
      if (!needed.empty()) saved.incomplete = true;
    } else {
      keep.insert(keep.end(), needed.begin(), needed.end());
    }
    for (const LinearConstraint& constraint : store_.numbers().project(keep)) {
      if (constraint.expression.terms.empty()) continue;
      saved.constraints.push_back(saver.copy(builder_.relation_goal(constraint)));
    }
    for (const NumberVariable number : keep) {
      if (!store_.numbers().is_integer(number) || store_.numbers().value(number)) continue;
      CodeGoal goal;
      goal.kind = GoalKind::integer;
      goal.term = builder_.integer_term(store_.owner(number));
      saved.constraints.push_back(saver.copy(goal));
    }
  }
  return saved;
}

std::vector<NumberVariable> Saves::needed_integers(const std::vector<NumberVariable>& keep) {
  std::vector<NumberVariable> needed = store_.numbers().needed_integers(keep);
  // A product has no name; the constraint that it is in does.
  std::erase_if(needed, [&](NumberVariable number) { return !store_.owner(number); });
  return needed;
}

TableAnswer Saves::save_answer(Word atom, const Store::Mark& since) {
  TableAnswer answer;
  Saver saver(store_, answer.terms, since.variables, true);
  answer.atom = saver.copy(atom);
  for (std::size_t i = 0; i < store_.suspended().size(); ++i) {
    const Suspended waiting = store_.suspended()[i];
    if (waiting.done) continue;
    std::vector<Word> variables;
    store_.variables_of(waiting.left, variables);
    store_.variables_of(waiting.right, variables);
    // Products say something of their factors wherever these are, and a number that is not whole
    // of those that hang on it.
    const bool numeric = is_comparison(waiting.kind) ||
                         (waiting.kind == GoalKind::integer &&
                          std::any_of(variables.begin(), variables.end(),
                                      [&](Word variable) { return store_.is_numeric(variable); }));
    const bool always = numeric && i >= since.suspended;
    const bool about =
        always || std::all_of(variables.begin(), variables.end(), [&](Word variable) {
          return store_.kind_of(variable) == VariableKind::universal || saver.has_slot(variable);
        });
    if (!about) continue;
    answer.constraints.push_back(saver.copy(builder_.waiting_goal(waiting)));
  }
  std::vector<NumberVariable> keep;
  for (const Word variable : saver.slots()) {
    if (store_.is_numeric(variable)) keep.push_back(store_.number_of(variable));
  }
  if (!keep.empty()) {
    const std::vector<NumberVariable> needed = needed_integers(keep);
    keep.insert(keep.end(), needed.begin(), needed.end());
    for (const NumberVariable number : keep) {
      const Word variable = store_.owner(number);
      CodeGoal goal;
      if (store_.numbers().is_integer(number)) {
        goal.kind = GoalKind::integer;
        goal.term = builder_.integer_term(variable);
      } else {
        // That it is a number at all.
        goal.kind = GoalKind::number_equal;
        goal.term = builder_.term_of(GoalKind::number_equal, variable, variable);
      }
      answer.constraints.push_back(saver.copy(goal));
    }
    for (const LinearConstraint& constraint : store_.numbers().project(keep)) {
      if (constraint.expression.terms.empty()) continue;
      answer.constraints.push_back(saver.copy(builder_.relation_goal(constraint)));
    }
  }
  return answer;
}

// Each different part of the terms once, by its functor and the numbers of its arguments: what is
// shared in them makes no difference, and costs nothing.
VariantKey Saves::key_of(const TableAnswer& answer) const {
  struct Open {
    std::uint32_t at, next;
  };
  VariantKey key;
  const std::vector<Word>& words = answer.terms.words;
  std::unordered_map<std::uint32_t, std::uint64_t> numbers;      // by place
  std::unordered_map<VariantKey, std::uint64_t, KeyHash> known;  // functor, arguments
  std::vector<Open> open;
  std::vector<std::uint64_t> values;
  const auto add = [&](Word root) {
    if (root.tag() != Tag::compound) {
      key.push_back(root.bits());
      return;
    }
    open.push_back({root.index(), 0});
    while (!open.empty()) {
      Open& top = open.back();
      const std::uint32_t arity = store_.constants().functor(words[top.at].index()).arity;
      if (top.next < arity) {
        const Word below = words[top.at + 1 + top.next++];
        if (below.tag() != Tag::compound) {
          values.push_back(below.bits());
        } else if (const auto found = numbers.find(below.index()); found != numbers.end()) {
          values.push_back(found->second);
        } else {
          open.push_back({below.index(), 0});
        }
        continue;
      }
      VariantKey part{words[top.at].bits()};
      part.insert(part.end(), values.end() - arity, values.end());
      values.resize(values.size() - arity);
      const auto [at, fresh] = known.try_emplace(part, Word(Tag::none, known.size()).bits());
      if (fresh) key.insert(key.end(), part.begin(), part.end());
      numbers.emplace(top.at, at->second);
      values.push_back(at->second);
      open.pop_back();
    }
    key.push_back(values.back());
    values.pop_back();
  };
  add(answer.atom);
  for (const CodeGoal& goal : answer.constraints) {
    key.push_back(0);
    add(goal.term);
  }
  return key;
}

VariantKey Saves::question_key(const CodeGoal& goal, bool upper,
                               std::vector<Word>& variables) const {
  VariantKey key{(std::uint64_t{goal.predicate.value} << 2) | (goal.negated ? 2u : 0u) |
                 (upper ? 1u : 0u)};
  store_.variant_key(goal.term, key, variables);
  return key;
}

bool Saves::mentions(Word saved, const SavedTerms& terms,
                     const std::vector<Word>& variables) const {
  std::vector<Word> waiting{saved};
  while (!waiting.empty()) {
    const Word word = waiting.back();
    waiting.pop_back();
    if (word.is_slot()) return true;
    if (word.is_variable()) {
      if (std::find(variables.begin(), variables.end(), word) != variables.end()) return true;
    } else if (word.tag() == Tag::compound) {
      const std::uint32_t arity =
          store_.constants().functor(terms.words[word.index()].index()).arity;
      for (std::uint32_t i = 0; i < arity; ++i) {
        waiting.push_back(terms.words[word.index() + 1 + i]);
      }
    }
  }
  return false;
}

SavedAtom Saves::save_alone(Word atom) const {
  SavedAtom saved;
  saved.atom = Saver(store_, saved.terms, 0, true).copy(atom);
  return saved;
}

}  // namespace cogs::logic
