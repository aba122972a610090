// SPDX-License-Identifier: Apache-2.0
//
// Ground atoms, each kept once, and for each predicate the relation of those that may be true.
//
// An atom that is not a row of its predicate's relation is false in every answer set. Rows are
// only ever added; the row that an atom is comes after the rows that it was first derived from.
// find_rows() answers "which rows have these values at these positions" from a hash index that
// is made when it is first asked for and kept up to date from then on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/id.h"
#include "logic/ground/terms.h"
#include "logic/program/program.h"

namespace cogs::logic {

using AtomId = base::Id<struct AtomTag>;

constexpr std::uint32_t no_row = 0xFFFFFFFF;

// An atom or its negation, in one word.
struct GroundLiteral {
  std::uint32_t code = 0;

  GroundLiteral() = default;
  GroundLiteral(AtomId atom, bool negated) : code(atom.value * 2 + (negated ? 1 : 0)) {}
  AtomId atom() const { return AtomId(code / 2); }
  bool negated() const { return code % 2 == 1; }
  friend auto operator<=>(GroundLiteral, GroundLiteral) = default;
};

// Rows of one relation that agree at some positions, as chains in ascending order.
class RowIndex {
 public:
  explicit RowIndex(std::uint32_t positions) : positions_(positions) {}  // a bit each

  std::uint32_t positions() const { return positions_; }
  std::uint32_t next(std::uint32_t row) const { return next_[row]; }

 private:
  friend class GroundAtoms;
  struct Chain {
    std::uint32_t first = no_row, last = no_row;
  };
  std::uint32_t positions_ = 0;
  std::vector<std::uint32_t> next_;  // of each row that is indexed
  std::vector<Chain> chains_;        // open addressing; the first row tells the key
  std::size_t used_ = 0;
};

class GroundAtoms {
 public:
  explicit GroundAtoms(std::size_t predicates) : relations_(predicates) {}

  // A relation that no predicate of the program has; its id comes after all others.
  PredicateId add_relation() {
    relations_.emplace_back();
    return PredicateId(relations_.size() - 1);
  }

  // Found or added; adding does not make it a row.
  AtomId atom(PredicateId predicate, std::span<const GroundTerm> arguments);
  std::optional<AtomId> find(PredicateId predicate, std::span<const GroundTerm> arguments) const;
  // Makes the atom a row unless it is one; whether it was none. `source`: the clause that gives
  // it, and where its values are kept.
  bool make_row(AtomId atom, ClauseId source, std::uint32_t values);

  PredicateId predicate(AtomId atom) const { return atoms_[atom.index()].predicate; }
  std::span<const GroundTerm> arguments(AtomId atom) const {
    const Entry& entry = atoms_[atom.index()];
    return {arguments_.data() + entry.first, relations_[entry.predicate.index()].arity};
  }
  bool is_row(AtomId atom) const { return atoms_[atom.index()].row != no_row; }
  ClauseId source(AtomId atom) const { return atoms_[atom.index()].source; }  // of a row
  std::uint32_t source_values(AtomId atom) const { return atoms_[atom.index()].values; }
  std::size_t size() const { return atoms_.size(); }

  std::uint32_t row_count(PredicateId predicate) const {
    return static_cast<std::uint32_t>(relations_[predicate.index()].rows.size());
  }
  AtomId row(PredicateId predicate, std::uint32_t row) const {
    return relations_[predicate.index()].rows[row];
  }
  std::uint32_t row_of(AtomId atom) const { return atoms_[atom.index()].row; }
  // The index on `positions`, up to date with all rows.
  const RowIndex& index(PredicateId predicate, std::uint32_t positions);
  // The first row whose arguments at the index's positions are `values` (in their order).
  std::uint32_t first_row(PredicateId predicate, const RowIndex& index,
                          std::span<const GroundTerm> values) const;

  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    PredicateId predicate;
    std::uint32_t first = 0;  // argument
    std::uint32_t row = no_row;
    ClauseId source;
    std::uint32_t values = 0;
  };
  struct Relation {
    std::uint32_t arity = 0;
    std::vector<AtomId> rows;
    std::vector<std::unique_ptr<RowIndex>> indexes;
  };

  std::size_t slot_of(PredicateId predicate, std::span<const GroundTerm> arguments) const;
  void grow();
  void extend(const Relation& relation, RowIndex& index);
  std::size_t chain_of(const Relation& relation, const RowIndex& index,
                       std::span<const GroundTerm> values) const;

  std::vector<Relation> relations_;
  std::vector<Entry> atoms_;
  std::vector<GroundTerm> arguments_;
  std::vector<std::uint32_t> table_;  // open addressing; atom + 1, or 0
  std::size_t bytes_ = 0;
};

}  // namespace cogs::logic
