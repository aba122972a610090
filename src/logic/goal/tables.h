// SPDX-License-Identifier: Apache-2.0
//
// Tables of answers. A component of predicates that call each other in circles is answered round
// by round: each different call has a table, and a table is run again when one that it used has
// got more answers. `Memory` is what questions of all proofs have found out so far.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "logic/goal/saves.h"

namespace cogs::logic {

struct Table {
  SavedAtom call;
  PredicateId predicate;
  std::vector<TableAnswer> answers;
  std::unordered_set<VariantKey, KeyHash> keys;
  // The tables that its clauses were answered from, with the answers that these had.
  std::vector<std::pair<std::uint32_t, std::size_t>> used;
  bool run = false;
};

// Of one component, while it is being filled.
class Tables {
 public:
  // The table of this call, up to the names of its variables.
  std::uint32_t of(const CodeGoal& goal, const Store& store, const Saves& saves);
  std::size_t size() const { return tables_.size(); }
  Table& operator[](std::size_t id) { return tables_[id]; }

  // True if the table must be run (again); it is marked as run.
  bool begin(std::uint32_t id);
  // From now on the table being filled depends on `id`, as it is now.
  void note_use(std::uint32_t id) {
    tables_[filling_].used.emplace_back(id, tables_[id].answers.size());
  }
  // True if there was one that is new.
  bool add(std::uint32_t id, const std::vector<TableAnswer>& answers, const Saves& saves);

 private:
  std::vector<Table> tables_;
  std::uint32_t filling_ = 0xFFFFFFFF;  // the table whose clauses are run
  std::unordered_map<VariantKey, std::uint32_t, KeyHash> ids_;
};

struct Memory {
  std::unordered_map<VariantKey, std::vector<TableAnswer>, KeyHash> known;  // complete
  std::unordered_set<VariantKey, KeyHash> hopeless;  // too many answers without constraints
  std::unordered_set<VariantKey, KeyHash> too_many;  // answers that did not come to an end
  std::unordered_set<VariantKey, KeyHash> asked;     // calls with #table, being answered
  std::unordered_set<std::uint32_t> endless;  // predicates whose answers did not come to an end
};

}  // namespace cogs::logic
