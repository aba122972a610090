// SPDX-License-Identifier: Apache-2.0
//
// The candidate: literals that are proved or being proved, and what rests on what.
#include <algorithm>

#include "logic/goal/machine.h"

namespace cogs::logic {

namespace {
std::uint64_t ground_key(PredicateId predicate, Word atom) {
  return atom.bits() | (std::uint64_t{predicate.value} << 36);
}
}  // namespace

std::optional<Machine::EntryId> Machine::find_ground(PredicateId predicate, bool negated,
                                                     Word atom) const {
  const auto found = ground_[negated].find(ground_key(predicate, atom));
  if (found == ground_[negated].end() || found->second < mode_.first_entry) return std::nullopt;
  return found->second;
}

std::optional<Machine::EntryId> Machine::find_entry(PredicateId predicate, bool negated, Word atom,
                                                    bool ground) {
  if (ground) {
    if (const auto found = find_ground(predicate, negated, atom)) return found;
  }
  if (open_count_[negated][predicate.index()] == 0) return std::nullopt;
  // A literal that was added before one of the goal's variables was made cannot be the same.
  std::uint32_t youngest = 0;
  if (atom.is_compound()) {
    for (std::uint32_t i = store_.arity_of(atom); i-- > 0;) {
      const Word argument = store_.deref(store_.argument(atom, i));
      if (argument.is_variable() && store_.kind_of(argument) == VariableKind::plain) {
        youngest = std::max(youngest, argument.index() + 1);
      }
    }
  }
  const auto& entries = by_predicate_[negated][predicate.index()];
  for (std::size_t i = entries.size(); i-- > 0;) {
    const EntryId id = entries[i];
    const Entry& entry = entries_[id];
    if (entry.variables < youngest) break;
    if (id >= mode_.first_entry && !entry.ground && entry.piece == nothing &&
        store_.identical(entry.atom, atom))
      return id;
  }
  return std::nullopt;
}

// A literal and its complement are never both in the candidate: where they could become the
// same, they are made different for good.
bool Machine::keep_apart(const CodeGoal& goal, Word atom, bool ground, FrameId& next, NodeId node) {
  const bool other = !goal.negated;
  const auto& entries = by_predicate_[other][goal.predicate.index()];
  if (entries.empty()) return true;
  if (ground && find_entry(goal.predicate, other, atom, true)) return false;
  if (ground && open_count_[other][goal.predicate.index()] == 0) return true;
  for (const EntryId id : entries) {
    const Entry& entry = entries_[id];
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
    equation.term = term_of(GoalKind::unify, entry.atom, atom);
    goals.push_back(equation);
    // Renamed, so that the settled variables are open again.
    std::vector<std::pair<Word, Word>> renaming;
    for (CodeGoal& g : goals) g.term = renamed(g.term, renaming);
    next = frame(Step::refute, add_conjunction(goals), 0, 0, next, node);
  }
  return true;
}

// A copy with variables replaced as `renaming` says; settled ones are opened and added to it.
Word Machine::renamed(Word term, std::vector<std::pair<Word, Word>>& renaming) {
  struct Level {
    Word word;
    std::uint32_t next;
  };
  std::vector<Level> open;
  std::vector<Word> values;
  const auto leaf = [&](Word word) {
    if (!word.is_variable()) return word;
    for (const auto& [from, to] : renaming) {
      if (from == word) return to;
    }
    if (store_.kind_of(word) == VariableKind::settled) {
      renaming.emplace_back(word, store_.new_variable(VariableKind::hypothetical));
      return renaming.back().second;
    }
    return word;
  };
  term = store_.deref(term);
  if (term.tag() != Tag::compound) return leaf(term);
  open.push_back({term, 0});
  CopiedParts copied;
  for (;;) {
    Level& top = open.back();
    const std::uint32_t functor = store_.functor_of(top.word);
    const std::uint32_t arity = constants_.functor(functor).arity;
    if (top.next < arity) {
      const Word below = store_.deref(store_.argument(top.word, top.next++));
      if (below.tag() != Tag::compound) {
        values.push_back(leaf(below));
      } else if (const Word made = copied.find(below.index())) {
        values.push_back(made);
      } else {
        open.push_back({below, 0});
      }
      continue;
    }
    const Word made = store_.compound(
        functor, std::span<const Word>(values.data() + values.size() - arity, arity));
    copied.add(top.word.index(), made);
    values.resize(values.size() - arity);
    open.pop_back();
    if (open.empty()) return made;
    values.push_back(made);
  }
}

Machine::EntryId Machine::add_entry(const CodeGoal& goal, Word atom, bool ground, NodeId node) {
  const auto id = static_cast<EntryId>(entries_.size());
  Entry entry;
  entry.atom = atom;
  entry.predicate = goal.predicate;
  entry.negated = goal.negated;
  entry.ground = ground;
  entry.node = node;
  entry.variables = static_cast<std::uint32_t>(store_.variable_count());
  entries_.push_back(entry);
  nodes_[node].entry = id;
  by_predicate_[goal.negated][goal.predicate.index()].push_back(id);
  if (ground) {
    const auto [known, fresh] = ground_[goal.negated].emplace(ground_key(goal.predicate, atom), id);
    if (!fresh) {
      entries_[id].shadowed = known->second;
      known->second = id;
    }
  } else {
    ++open_count_[goal.negated][goal.predicate.index()];
  }
  return id;
}

void Machine::change(EntryId id) {
  const Entry& entry = entries_[id];
  changes_.push_back({id, entry.done, entry.arcs, entry.leans, entry.piece});
}

// The literal of the node `parent` rests on `on`, if it is a positive literal; false if that
// closes a cycle.
bool Machine::rest_on(NodeId parent, EntryId on) {
  const Node& node = nodes_[parent];
  if (node.kind != NodeKind::literal || node.negated || node.entry == nothing) return true;
  const EntryId from = node.entry;
  // A finished literal that leans on nothing under way rests on finished literals only.
  const bool may_lead = !entries_[on].done || entries_[on].leans != nothing;
  if (may_lead && leads_to(on, from)) return false;
  change(from);
  arcs_.push_back({on, entries_[from].arcs});
  entries_[from].arcs = static_cast<std::uint32_t>(arcs_.size() - 1);
  return true;
}

bool Machine::leads_to(EntryId from, EntryId to) const {
  if (from == to) return true;
  if (entries_[from].arcs == nothing) return false;
  std::vector<EntryId> waiting{from};
  std::unordered_set<EntryId> seen{from};
  while (!waiting.empty()) {
    const EntryId at = waiting.back();
    waiting.pop_back();
    for (std::uint32_t arc = entries_[at].arcs; arc != nothing; arc = arcs_[arc].next) {
      const EntryId next = arcs_[arc].to;
      if (next == to) return true;
      if (seen.insert(next).second) waiting.push_back(next);
    }
  }
  return false;
}

void Machine::finish_entry(EntryId id) {
  change(id);
  Entry& entry = entries_[id];
  entry.done = true;
  for (std::uint32_t arc = entry.arcs; arc != nothing; arc = arcs_[arc].next) {
    const Entry& below = entries_[arcs_[arc].to];
    if (!below.done) entry.leans = std::min(entry.leans, arcs_[arc].to);
    entry.leans = std::min(entry.leans, below.leans);
  }
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
