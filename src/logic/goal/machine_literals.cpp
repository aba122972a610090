// SPDX-License-Identifier: Apache-2.0
//
// Literals and their complements, and calls that repeat one around them.
#include <algorithm>

#include "logic/goal/machine.h"

namespace cogs::logic {

// A literal and its complement are never both in the candidate: where they could become the
// same, they are made different for good.
bool Machine::keep_apart(const CodeGoal& goal, Word atom, bool ground, FrameId& next, NodeId node) {
  const bool other = !goal.negated;
  const auto& entries = candidate_.of(goal.predicate, other);
  if (entries.empty()) return true;
  if (ground && find_entry(goal.predicate, other, atom, true)) return false;
  if (ground && candidate_.all_ground(goal.predicate, other)) return true;
  for (const EntryId id : entries) {
    const Candidate::Entry& entry = candidate_[id];
    if (id < mode_.first_entry || (ground && entry.ground)) continue;
    if (entry.piece == nothing) {
      if (!store_.differ(entry.atom, atom)) return false;
      continue;
    }
    // The entry stands for all values of its piece: none of them may be this atom.
    const Piece piece = pieces_[entry.piece];
    std::vector<CodeGoal> goals = piece.region;
    CodeGoal equation;
    equation.kind = GoalKind::unify;
    equation.term = builder_.term_of(GoalKind::unify, entry.atom, atom);
    goals.push_back(equation);
    // Renamed, so that the settled variables are open again.
    std::vector<std::pair<Word, Word>> renaming;
    for (CodeGoal& g : goals) g.term = builder_.renamed(g.term, renaming);
    next = frame(Step::refute, add_conjunction(goals), 0, 0, next, node);
  }
  return true;
}

// The literal of the node `parent` rests on `on`, if it is a positive literal; false if that
// closes a cycle.
bool Machine::rest_on(NodeId parent, EntryId on) {
  const Node& node = nodes_[parent];
  if (node.kind != NodeKind::literal || node.negated || node.entry == nothing) return true;
  return candidate_.rest_on(node.entry, on);
}

// A few of the words of the atom: equal for variants, and cheap for long terms.
std::size_t Machine::short_key(Word atom) const {
  std::size_t key = 1;
  std::vector<Word>& waiting = key_walk_;
  waiting.assign(1, atom);
  for (int left = 24; !waiting.empty() && left > 0; --left) {
    const Word word = store_.deref(waiting.back());
    waiting.pop_back();
    std::uint64_t bits = word.bits();
    if (word.is_variable()) {
      bits = 1;
    } else if (word.is_compound()) {
      bits = Word(Tag::none, store_.functor_of(word)).bits();
      for (std::uint32_t i = store_.arity_of(word); i-- > 0;) {
        waiting.push_back(store_.argument(word, i));
      }
    }
    key = (key ^ bits) * 0x9E3779B97F4A7C15u;
    key ^= key >> 31;
  }
  return key == 0 ? 1 : key;
}

// Is the call the same, up to the names of its variables, as one that it is part of, with no
// negation between? Only the nearest ancestors are looked at: loops are short, and a deep
// recursion must not cost the square of its depth.
bool Machine::repeats_ancestor(const CodeGoal& goal, Word atom, NodeId parent, std::size_t key) {
  VariantKey own, other;
  std::vector<Word> variables;
  const CodePredicate& predicate = code_.predicates[goal.predicate.index()];
  if (!predicate.recursive) return false;
  // Inside an enumeration it is enough that the calls began alike: its answers must come to an
  // end, and tables find them.
  const bool as_called = mode_.nested || predicate.flat;
  for (int left = 256; left > 0 && parent != nothing; --left) {
    const Node& node = nodes_[parent];
    if (node.kind != NodeKind::literal || node.negated) return false;
    if (node.predicate == goal.predicate && node.key == key) {
      if (as_called) return true;
      if (own.empty()) store_.variant_key(atom, own, variables);
      other.clear();
      std::vector<Word> others;
      store_.variant_key(node.term, other, others);
      if (own == other) {
        // Constraints tell variants apart: only one that is no less constrained repeats it.
        bool apart = false;
        for (std::size_t i = 0; i < variables.size(); ++i) {
          if (store_.is_numeric(variables[i]) != store_.is_numeric(others[i])) apart = true;
          if (variables[i] != others[i] && store_.is_numeric(variables[i]) && !apart) {
            apart = !entails_bounds(variables[i], others[i]);
          }
        }
        if (!apart) return true;
      }
    }
    parent = node.parent;
  }
  return false;
}

// Does what is known of the number `inner` imply the bounds of `outer`?
bool Machine::entails_bounds(Word inner, Word outer) {
  LinearStore& numbers = store_.numbers();
  const NumberVariable keep[1] = {store_.number_of(outer)};
  for (LinearConstraint constraint : numbers.project(keep)) {
    for (auto& [variable, coefficient] : constraint.expression.terms) {
      if (variable == keep[0]) variable = store_.number_of(inner);
    }
    if (!numbers.entails(constraint)) return false;
  }
  return true;
}

}  // namespace cogs::logic
