// SPDX-License-Identifier: Apache-2.0
//
// Where a literal is looked for: rows to cover, rows to avoid, and how often each of them has each
// code of each column.
//
// Counting is most of the work of learning, so counts are kept and adjusted: when rows leave a
// side, either they are counted and taken off, or those that stay are counted, whichever are fewer.
// A column with far more codes than the node has rows is not counted at all (best_literal sorts
// the rows' codes instead).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/coded_rule.h"
#include "table/table.h"

namespace cogs::rules {

using Counts = std::vector<std::uint32_t>;  // one a code, the missing one too

class Side {
 public:
  Side() = default;
  explicit Side(Rows rows) : rows_(std::move(rows)) {}

  const Rows& rows() const { return rows_; }
  std::size_t size() const { return rows_.size(); }
  Rows take_rows() { return std::move(rows_); }

  // Goes on with `rows` alone; `gone` are the others.
  void shrink(Rows rows, Rows gone);
  // A side with `rows` of this one, which must outlive the next counting of the result.
  Side part(Rows rows, Rows gone) const;

  // Counts of column `attribute` after all changes; may be called for several columns at once.
  // Between prepare() and finish() alone.
  void prepare(std::size_t attributes) { counts_.resize(attributes); }
  const Counts& count(std::size_t attribute, const table::Column& column, Counts& scratch);
  void forget(std::size_t attribute) { counts_[attribute] = {}; }
  void finish();

 private:
  Rows rows_;
  std::vector<Counts> counts_;    // by attribute; empty: not counted
  bool changed_ = false;          // rows_ is not what counts_ (or source_->counts_) counted
  Rows gone_;                     // what has left since
  const Side* source_ = nullptr;  // the counts to begin with, if not the own ones
};

struct Node {
  Side positives, negatives;

  std::size_t size() const { return positives.size() + negatives.size(); }
};

}  // namespace cogs::rules
