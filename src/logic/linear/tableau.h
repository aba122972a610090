// SPDX-License-Identifier: Apache-2.0
//
// The simplex of the linear store: columns with bounds and values, and rows that define some of
// the columns by the others.
//
// After Dutertre and de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)" (2006). Always: the
// values satisfy every row, and a column that no row defines (a non-basic one) has a value within
// its bounds. check() moves the others between their bounds too. Bounds may be loosened at any
// time (that is undo); after tightening one, call clamp(). Rows survive undo as they are: only
// the definitions that were added come out again, in reverse order.
//
// The least index decides every choice (Bland's rule), so all loops end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/linear/linear.h"

namespace cogs::logic {

using ColumnIndex = std::uint32_t;

struct ColumnTerm {
  ColumnIndex column = 0;
  base::Number coefficient;
};

class Tableau {
 public:
  using Row = std::vector<ColumnTerm>;  // ascending columns, no zero coefficients

  struct Column {
    Bound lower, upper;
    bool has_lower = false, has_upper = false;
    bool tight = false;      // the bounds meet
    std::uint32_t uses = 0;  // definitions that mention it, and its own
    std::int32_t row = -1;   // of its definition, if it is basic
    NearValue value;         // has a meaning while it is used only

    bool used() const { return uses > 0; }
    bool below() const;  // its lower bound
    bool above() const;  // its upper bound
    NearValue lowest() const { return {lower.value, lower.strict ? 1 : 0}; }
    NearValue highest() const { return {upper.value, upper.strict ? -1 : 0}; }
  };

  ColumnIndex add_column();
  void remove_column() { columns_.pop_back(); }  // the last one, no longer used
  std::size_t size() const { return columns_.size(); }
  Column& column(ColumnIndex index) { return columns_[index]; }
  const Column& column(ColumnIndex index) const { return columns_[index]; }

  // column = sum of terms, from now on.
  void define(ColumnIndex column, std::span<const ColumnTerm> terms);
  void forget(ColumnIndex column, std::span<const ColumnTerm> terms);
  // Brings the value of a used column, if it is not basic, between bounds that were tightened.
  void clamp(ColumnIndex column);

  // Is there a solution? Afterwards the values are one.
  bool check();

  // The sum over non-basic columns that equals this sum.
  Row express(std::span<const ColumnTerm> terms) const;
  NearValue value_of(std::span<const ColumnTerm> terms) const;

  // One step that makes an expressed sum larger. The values must be a solution, and stay one.
  enum class Climb : std::uint8_t { at_top, higher, endless };
  Climb climb(Row& objective);
  // The least upper bound of an expressed sum, if there is one; delta is not 0 where it is not
  // reached.
  std::optional<NearValue> maximum(Row& objective);

  // Makes tight columns non-basic as far as possible. Then what the equations alone determine
  // are the basic columns whose rows have tight columns only.
  void release_tight();
  void determined(std::vector<ColumnIndex>& columns) const;

 private:
  struct Definition {
    ColumnIndex basic = 0;
    Row terms;
  };

  const base::Number* coefficient(const Row& row, ColumnIndex column) const;
  void update(ColumnIndex column, const NearValue& value);
  void pivot(std::size_t row, ColumnIndex entering);
  void remove_row(std::size_t row);
  // target += factor * source; `leave_out` counts as absent from target.
  void add_multiple(Row& target, const base::Number& factor, const Row& source,
                    ColumnIndex leave_out) const;

  std::vector<Column> columns_;
  std::vector<Definition> rows_;  // the first row_count_ count; the rest is kept for its memory
  std::size_t row_count_ = 0;
  mutable Row scratch_;
};

}  // namespace cogs::logic
