// SPDX-License-Identifier: Apache-2.0
#include "logic/goal/candidate.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>

namespace cogs::logic {

namespace {
std::uint64_t ground_key(PredicateId predicate, Word atom) {
  return atom.bits() | (std::uint64_t{predicate.value} << 36);
}
}  // namespace

Candidate::Candidate(const Store& store, std::size_t predicates) : store_(store) {
  for (const int sign : {0, 1}) {
    by_predicate_[sign].resize(predicates);
    open_count_[sign].resize(predicates);
  }
}

void Candidate::undo(const Mark& mark) {
  while (changes_.size() > mark.changes) {
    const Change& old = changes_.back();
    if (old.entry < mark.entries) {
      Entry& entry = entries_[old.entry];
      entry.done = old.done;
      entry.arcs = old.arcs;
      entry.leans = old.leans;
      entry.piece = old.piece;
    }
    changes_.pop_back();
  }
  while (entries_.size() > mark.entries) {
    const Entry& entry = entries_.back();
    by_predicate_[entry.negated][entry.predicate.index()].pop_back();
    if (entry.ground) {
      const std::uint64_t key = ground_key(entry.predicate, entry.atom);
      if (entry.shadowed == nothing) {
        ground_[entry.negated].erase(key);
      } else {
        ground_[entry.negated][key] = entry.shadowed;
      }
    } else {
      --open_count_[entry.negated][entry.predicate.index()];
    }
    entries_.pop_back();
  }
  arcs_.resize(mark.arcs);
}

std::optional<Candidate::EntryId> Candidate::find_ground(PredicateId predicate, bool negated,
                                                         Word atom, EntryId first) const {
  const auto found = ground_[negated].find(ground_key(predicate, atom));
  if (found == ground_[negated].end() || found->second < first) return std::nullopt;
  return found->second;
}

std::optional<Candidate::EntryId> Candidate::find(PredicateId predicate, bool negated, Word atom,
                                                  bool ground, EntryId first) const {
  if (ground) {
    if (const auto found = find_ground(predicate, negated, atom, first)) return found;
  }
  if (all_ground(predicate, negated)) return std::nullopt;
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
  const auto& entries = of(predicate, negated);
  for (std::size_t i = entries.size(); i-- > 0;) {
    const EntryId id = entries[i];
    const Entry& entry = entries_[id];
    if (entry.variables < youngest) break;
    if (id >= first && !entry.ground && entry.piece == nothing &&
        store_.identical(entry.atom, atom))
      return id;
  }
  return std::nullopt;
}

Candidate::EntryId Candidate::add(const CodeGoal& goal, Word atom, bool ground,
                                  std::uint32_t node) {
  const auto id = static_cast<EntryId>(entries_.size());
  Entry entry;
  entry.atom = atom;
  entry.predicate = goal.predicate;
  entry.negated = goal.negated;
  entry.ground = ground;
  entry.node = node;
  entry.variables = static_cast<std::uint32_t>(store_.variable_count());
  entries_.push_back(entry);
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

void Candidate::change(EntryId id) {
  const Entry& entry = entries_[id];
  changes_.push_back({id, entry.done, entry.arcs, entry.leans, entry.piece});
}

void Candidate::set_piece(EntryId id, std::uint32_t piece) {
  change(id);
  entries_[id].piece = piece;
}

bool Candidate::rest_on(EntryId from, EntryId on) {
  // A finished literal that leans on nothing under way rests on finished literals only.
  const bool may_lead = !entries_[on].done || entries_[on].leans != nothing;
  if (may_lead && leads_to(on, from)) return false;
  change(from);
  arcs_.push_back({on, entries_[from].arcs});
  entries_[from].arcs = static_cast<std::uint32_t>(arcs_.size() - 1);
  return true;
}

bool Candidate::leads_to(EntryId from, EntryId to) const {
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

void Candidate::finish(EntryId id) {
  change(id);
  Entry& entry = entries_[id];
  entry.done = true;
  for (std::uint32_t arc = entry.arcs; arc != nothing; arc = arcs_[arc].next) {
    const Entry& below = entries_[arcs_[arc].to];
    if (!below.done) entry.leans = std::min(entry.leans, arcs_[arc].to);
    entry.leans = std::min(entry.leans, below.leans);
  }
}

void Candidate::check_invariants() const {
#ifndef NDEBUG
  std::size_t listed = 0;
  for (const bool negated : {false, true}) {
    for (std::size_t predicate = 0; predicate < by_predicate_[negated].size(); ++predicate) {
      const std::vector<EntryId>& entries = by_predicate_[negated][predicate];
      listed += entries.size();
      assert(std::is_sorted(entries.begin(), entries.end()));
      const auto open = std::count_if(entries.begin(), entries.end(),
                                      [&](EntryId id) { return !entries_[id].ground; });
      assert(open_count_[negated][predicate] == static_cast<std::size_t>(open));
      for (const EntryId id : entries) {
        assert(entries_[id].negated == negated && entries_[id].predicate.index() == predicate);
      }
    }
    for (const auto& [key, id] : ground_[negated]) {
      assert(entries_[id].ground && ground_key(entries_[id].predicate, entries_[id].atom) == key);
    }
  }
  assert(listed == entries_.size());
  for (EntryId id = 0; id < entries_.size(); ++id) {
    const Entry& entry = entries_[id];
    assert(entry.shadowed == nothing || entry.shadowed < id);
    for (std::uint32_t arc = entry.arcs; arc != nothing; arc = arcs_[arc].next) {
      assert(arc < arcs_.size() && !leads_to(arcs_[arc].to, id));
    }
  }
#endif
}

}  // namespace cogs::logic
