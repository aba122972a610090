// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/atoms.h"

#include <algorithm>

namespace cogs::logic {

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

std::uint64_t hash_of(std::uint64_t seed, std::span<const GroundTerm> values) {
  std::uint64_t hash = mix(0x2545F4914F6CDD1Du, seed);
  for (const GroundTerm value : values) hash = mix(hash, value.value);
  return hash;
}

// The values of an atom at the positions of an index, without allocating.
class Key {
 public:
  Key(std::span<const GroundTerm> arguments, std::uint32_t positions) {
    for (std::size_t i = 0; i < arguments.size() && i < 32; ++i) {
      if (positions >> i & 1) values_[size_++] = arguments[i];
    }
  }
  std::span<const GroundTerm> values() const { return {values_, size_}; }

 private:
  GroundTerm values_[32];
  std::size_t size_ = 0;
};

bool equal(std::span<const GroundTerm> a, std::span<const GroundTerm> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

std::size_t GroundAtoms::slot_of(PredicateId predicate,
                                 std::span<const GroundTerm> arguments) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = hash_of(predicate.value, arguments) & mask;; slot = (slot + 1) & mask) {
    if (table_[slot] == 0) return slot;
    const Entry& entry = atoms_[table_[slot] - 1];
    if (entry.predicate == predicate &&
        equal({arguments_.data() + entry.first, arguments.size()}, arguments)) {
      return slot;
    }
  }
}

void GroundAtoms::grow() {
  const std::size_t size = std::max<std::size_t>(64, table_.size() * 2);
  bytes_ += (size - table_.size()) * sizeof table_[0];
  table_.assign(size, 0);
  for (std::uint32_t i = 0; i < atoms_.size(); ++i) {
    table_[slot_of(atoms_[i].predicate, arguments(AtomId(i)))] = i + 1;
  }
}

AtomId GroundAtoms::atom(PredicateId predicate, std::span<const GroundTerm> arguments) {
  if (atoms_.size() * 2 >= table_.size()) grow();
  relations_[predicate.index()].arity = static_cast<std::uint32_t>(arguments.size());
  const std::size_t slot = slot_of(predicate, arguments);
  if (table_[slot] != 0) return AtomId(table_[slot] - 1);
  atoms_.push_back(
      {predicate, static_cast<std::uint32_t>(arguments_.size()), no_row, ClauseId(), 0});
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  table_[slot] = static_cast<std::uint32_t>(atoms_.size());
  bytes_ += sizeof(Entry) + arguments.size_bytes();
  return AtomId(atoms_.size() - 1);
}

std::optional<AtomId> GroundAtoms::find(PredicateId predicate,
                                        std::span<const GroundTerm> arguments) const {
  if (table_.empty()) return std::nullopt;
  const std::size_t slot = slot_of(predicate, arguments);
  if (table_[slot] == 0) return std::nullopt;
  return AtomId(table_[slot] - 1);
}

bool GroundAtoms::make_row(AtomId atom, ClauseId source, std::uint32_t values) {
  Entry& entry = atoms_[atom.index()];
  if (entry.row != no_row) return false;
  Relation& relation = relations_[entry.predicate.index()];
  entry.row = static_cast<std::uint32_t>(relation.rows.size());
  entry.source = source;
  entry.values = values;
  relation.rows.push_back(atom);
  bytes_ += sizeof(AtomId);
  return true;
}

std::size_t GroundAtoms::chain_of(const Relation& relation, const RowIndex& index,
                                  std::span<const GroundTerm> values) const {
  const std::size_t mask = index.chains_.size() - 1;
  for (std::size_t slot = hash_of(index.positions_, values) & mask;; slot = (slot + 1) & mask) {
    const std::uint32_t first = index.chains_[slot].first;
    if (first == no_row) return slot;
    if (equal(Key(arguments(relation.rows[first]), index.positions_).values(), values)) return slot;
  }
}

void GroundAtoms::extend(const Relation& relation, RowIndex& index) {
  bytes_ += (relation.rows.size() - index.next_.size()) * sizeof(std::uint32_t);
  while (index.next_.size() < relation.rows.size()) {
    if (index.used_ * 2 >= index.chains_.size()) {
      const std::size_t size = std::max<std::size_t>(16, index.chains_.size() * 2);
      bytes_ += (size - index.chains_.size()) * sizeof(RowIndex::Chain);
      std::vector<RowIndex::Chain> old(size);
      old.swap(index.chains_);
      for (const RowIndex::Chain& chain : old) {
        if (chain.first == no_row) continue;
        const Key key(arguments(relation.rows[chain.first]), index.positions_);
        index.chains_[chain_of(relation, index, key.values())] = chain;
      }
    }
    const auto row = static_cast<std::uint32_t>(index.next_.size());
    index.next_.push_back(no_row);
    const Key key(arguments(relation.rows[row]), index.positions_);
    RowIndex::Chain& chain = index.chains_[chain_of(relation, index, key.values())];
    if (chain.first == no_row) {
      chain.first = row;
      ++index.used_;
    } else {
      index.next_[chain.last] = row;
    }
    chain.last = row;
  }
}

const RowIndex& GroundAtoms::index(PredicateId predicate, std::uint32_t positions) {
  Relation& relation = relations_[predicate.index()];
  for (const auto& index : relation.indexes) {
    if (index->positions_ != positions) continue;
    if (index->next_.size() < relation.rows.size()) extend(relation, *index);
    return *index;
  }
  relation.indexes.push_back(std::make_unique<RowIndex>(positions));
  extend(relation, *relation.indexes.back());
  return *relation.indexes.back();
}

std::uint32_t GroundAtoms::first_row(PredicateId predicate, const RowIndex& index,
                                     std::span<const GroundTerm> values) const {
  if (index.chains_.empty()) return no_row;
  const Relation& relation = relations_[predicate.index()];
  return index.chains_[chain_of(relation, index, values)].first;
}

}  // namespace cogs::logic
