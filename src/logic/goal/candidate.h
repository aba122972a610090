// SPDX-License-Identifier: Apache-2.0
//
// The candidate: the literals that are proved or being proved, and which positive ones rest on
// which. Literals and arcs are added, marked and undone like all else of a proof.
//
// Proofs are nested: each call says with `first` where the entries of its own proof begin.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "logic/goal/code.h"
#include "logic/goal/store.h"

namespace cogs::logic {

class Candidate {
 public:
  using EntryId = std::uint32_t;
  static constexpr std::uint32_t nothing = 0xFFFFFFFF;

  struct Entry {
    Word atom;
    PredicateId predicate;
    bool negated = false, ground = false, done = false;
    std::uint32_t arcs = nothing;   // to the positive literals that it rests on
    std::uint32_t leans = nothing;  // oldest literal under way that its proof rests on
    std::uint32_t piece = nothing;  // has variables that stand for all values of this piece
    std::uint32_t variables = 0;    // that there were when it was added
    EntryId shadowed = nothing;     // the same literal, of the proof that this one is nested in
    std::uint32_t node = 0;         // of the proof
  };
  struct Mark {
    std::size_t entries, changes, arcs;
  };

  Candidate(const Store& store, std::size_t predicates);

  Mark mark() const { return {entries_.size(), changes_.size(), arcs_.size()}; }
  void undo(const Mark& mark);

  std::size_t size() const { return entries_.size(); }
  std::size_t bytes() const { return entries_.capacity() * (sizeof(Entry) + 40); }
  const Entry& operator[](EntryId id) const { return entries_[id]; }
  const std::vector<EntryId>& of(PredicateId predicate, bool negated) const {
    return by_predicate_[negated][predicate.index()];
  }
  bool all_ground(PredicateId predicate, bool negated) const {
    return open_count_[negated][predicate.index()] == 0;
  }

  std::optional<EntryId> find_ground(PredicateId predicate, bool negated, Word atom,
                                     EntryId first) const;
  std::optional<EntryId> find(PredicateId predicate, bool negated, Word atom, bool ground,
                              EntryId first) const;

  EntryId add(const CodeGoal& goal, Word atom, bool ground, std::uint32_t node);
  // `from` rests on `on`; false, and nothing is changed, if that closes a cycle.
  bool rest_on(EntryId from, EntryId on);
  void finish(EntryId id);
  void set_piece(EntryId id, std::uint32_t piece);

  // The indexes say what the entries say, and arcs close no cycle. Does nothing where assertions
  // are turned off.
  void check_invariants() const;

 private:
  struct Arc {
    EntryId to;
    std::uint32_t next;
  };
  struct Change {
    EntryId entry;
    bool done;
    std::uint32_t arcs, leans, piece;
  };
  void change(EntryId id);
  bool leads_to(EntryId from, EntryId to) const;

  const Store& store_;
  std::vector<Entry> entries_;
  std::vector<Change> changes_;
  std::vector<Arc> arcs_;
  // By literal: ground ones by their word, all by predicate.
  std::unordered_map<std::uint64_t, EntryId> ground_[2];
  std::vector<std::vector<EntryId>> by_predicate_[2];
  std::vector<std::uint32_t> open_count_[2];  // entries of a predicate that are not ground
};

}  // namespace cogs::logic
