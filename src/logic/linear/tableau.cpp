// SPDX-License-Identifier: Apache-2.0
#include "logic/linear/tableau.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace cogs::logic {

using base::Number;

namespace {

constexpr ColumnIndex no_column = std::numeric_limits<ColumnIndex>::max();

NearValue difference(const NearValue& a, const NearValue& b) {
  return {a.real - b.real, a.delta - b.delta};
}

void add_product(NearValue& sum, const Number& factor, const NearValue& value) {
  sum.real += factor * value.real;
  if (value.delta.sign() != 0) sum.delta += factor * value.delta;
}

bool is_zero(const NearValue& value) { return value.real.sign() == 0 && value.delta.sign() == 0; }

}  // namespace

bool Tableau::Column::below() const {
  if (!has_lower) return false;
  const auto order = value.real <=> lower.value;
  return order < 0 || (order == 0 && value.delta < Number(lower.strict ? 1 : 0));
}

bool Tableau::Column::above() const {
  if (!has_upper) return false;
  const auto order = value.real <=> upper.value;
  return order > 0 || (order == 0 && value.delta > Number(upper.strict ? -1 : 0));
}

ColumnIndex Tableau::add_column() {
  columns_.emplace_back();
  return static_cast<ColumnIndex>(columns_.size() - 1);
}

const Number* Tableau::coefficient(const Row& row, ColumnIndex column) const {
  const auto at = std::lower_bound(
      row.begin(), row.end(), column,
      [](const ColumnTerm& term, ColumnIndex index) { return term.column < index; });
  return at != row.end() && at->column == column ? &at->coefficient : nullptr;
}

void Tableau::add_multiple(Row& target, const Number& factor, const Row& source,
                           ColumnIndex leave_out) const {
  scratch_.clear();
  auto a = target.begin();
  auto b = source.begin();
  while (a != target.end() || b != source.end()) {
    if (a != target.end() && a->column == leave_out) {
      ++a;
    } else if (b == source.end() || (a != target.end() && a->column < b->column)) {
      scratch_.push_back(std::move(*a++));
    } else if (a == target.end() || b->column < a->column) {
      scratch_.push_back({b->column, factor * b->coefficient});
      ++b;
    } else {
      Number sum = a->coefficient + factor * b->coefficient;
      if (sum.sign() != 0) scratch_.push_back({a->column, std::move(sum)});
      ++a, ++b;
    }
  }
  target.swap(scratch_);
}

Tableau::Row Tableau::express(std::span<const ColumnTerm> terms) const {
  Row result;
  for (const ColumnTerm& term : terms) {
    const Column& column = columns_[term.column];
    if (column.row >= 0) {
      add_multiple(result, term.coefficient, rows_[column.row].terms, no_column);
    } else {
      add_multiple(result, term.coefficient, {{term.column, 1}}, no_column);
    }
  }
  return result;
}

NearValue Tableau::value_of(std::span<const ColumnTerm> terms) const {
  NearValue sum;
  for (const ColumnTerm& term : terms) {
    add_product(sum, term.coefficient, columns_[term.column].value);
  }
  return sum;
}

void Tableau::define(ColumnIndex defined, std::span<const ColumnTerm> terms) {
  for (const ColumnTerm& term : terms) {
    Column& column = columns_[term.column];
    if (column.uses++ > 0) continue;
    column.value = column.has_lower   ? column.lowest()
                   : column.has_upper ? column.highest()
                                      : NearValue{};
    // A strict bound with the opposite one near: a little inside is inside.
  }
  if (row_count_ == rows_.size()) rows_.emplace_back();
  Definition& row = rows_[row_count_];
  row.basic = defined;
  row.terms.clear();
  for (const ColumnTerm& term : terms) {
    const Column& column = columns_[term.column];
    if (column.row >= 0) {
      add_multiple(row.terms, term.coefficient, rows_[column.row].terms, no_column);
    } else if (row.terms.empty() || row.terms.back().column < term.column) {
      row.terms.push_back(term);
    } else {
      add_multiple(row.terms, term.coefficient, {{term.column, 1}}, no_column);
    }
  }
  Column& column = columns_[defined];
  column.uses = 1;
  column.value = value_of(terms);
  column.row = static_cast<std::int32_t>(row_count_++);
}

void Tableau::forget(ColumnIndex defined, std::span<const ColumnTerm> terms) {
  if (columns_[defined].row < 0) {
    // Some row mentions it, or it would not have left its own. The shortest is the cheapest.
    std::size_t best = row_count_;
    for (std::size_t r = 0; r < row_count_; ++r) {
      if (coefficient(rows_[r].terms, defined) == nullptr) continue;
      if (best == row_count_ || rows_[r].terms.size() < rows_[best].terms.size()) best = r;
    }
    const ColumnIndex leaving = rows_[best].basic;
    pivot(best, defined);
    clamp(leaving);  // the values need not be a solution here
  }
  remove_row(static_cast<std::size_t>(columns_[defined].row));
  columns_[defined].row = -1;
  columns_[defined].uses = 0;
  for (const ColumnTerm& term : terms) --columns_[term.column].uses;
}

void Tableau::remove_row(std::size_t row) {
  --row_count_;
  if (row == row_count_) return;
  std::swap(rows_[row], rows_[row_count_]);
  columns_[rows_[row].basic].row = static_cast<std::int32_t>(row);
}

void Tableau::clamp(ColumnIndex index) {
  const Column& column = columns_[index];
  if (!column.used() || column.row >= 0) return;
  if (column.below()) {
    update(index, column.lowest());
  } else if (column.above()) {
    update(index, column.highest());
  }
}

void Tableau::update(ColumnIndex index, const NearValue& value) {
  const NearValue step = difference(value, columns_[index].value);
  for (std::size_t r = 0; r < row_count_; ++r) {
    const Number* factor = coefficient(rows_[r].terms, index);
    if (factor != nullptr) add_product(columns_[rows_[r].basic].value, *factor, step);
  }
  columns_[index].value = value;
}

void Tableau::pivot(std::size_t row, ColumnIndex entering) {
  Row& terms = rows_[row].terms;
  const ColumnIndex leaving = rows_[row].basic;
  const Number factor = Number(1) / *coefficient(terms, entering);
  scratch_.clear();
  bool placed = false;
  for (ColumnTerm& term : terms) {
    if (!placed && leaving < term.column) {
      scratch_.push_back({leaving, factor});
      placed = true;
    }
    if (term.column != entering) {
      scratch_.push_back({term.column, -(term.coefficient * factor)});
    }
  }
  if (!placed) scratch_.push_back({leaving, factor});
  terms.swap(scratch_);
  rows_[row].basic = entering;
  columns_[entering].row = static_cast<std::int32_t>(row);
  columns_[leaving].row = -1;
  for (std::size_t r = 0; r < row_count_; ++r) {
    if (r == row) continue;
    if (const Number* present = coefficient(rows_[r].terms, entering)) {
      const Number multiple = *present;
      add_multiple(rows_[r].terms, multiple, rows_[row].terms, entering);
    }
  }
}

bool Tableau::check() {
  for (;;) {
    std::size_t row = row_count_;
    for (std::size_t r = 0; r < row_count_; ++r) {
      const Column& basic = columns_[rows_[r].basic];
      if (!basic.below() && !basic.above()) continue;
      if (row == row_count_ || rows_[r].basic < rows_[row].basic) row = r;
    }
    if (row == row_count_) return true;

    const Column& basic = columns_[rows_[row].basic];
    const bool rise = basic.below();
    const NearValue target = rise ? basic.lowest() : basic.highest();
    const ColumnTerm* entering = nullptr;
    for (const ColumnTerm& term : rows_[row].terms) {
      const Column& column = columns_[term.column];
      const bool up = (term.coefficient.sign() > 0) == rise;
      const bool can = up ? !column.has_upper || column.value < column.highest()
                          : !column.has_lower || column.value > column.lowest();
      if (can) {
        entering = &term;
        break;
      }
    }
    if (entering == nullptr) return false;
    const ColumnIndex index = entering->column;
    NearValue value = columns_[index].value;
    add_product(value, Number(1) / entering->coefficient, difference(target, basic.value));
    update(index, value);
    pivot(row, index);
  }
}

Tableau::Climb Tableau::climb(Row& objective) {
  for (;;) {
    const ColumnTerm* entering = nullptr;
    bool up = false;
    for (const ColumnTerm& term : objective) {
      const Column& column = columns_[term.column];
      up = term.coefficient.sign() > 0;
      const bool can = up ? !column.has_upper || column.value < column.highest()
                          : !column.has_lower || column.value > column.lowest();
      if (can) {
        entering = &term;
        break;
      }
    }
    if (entering == nullptr) return Climb::at_top;

    const ColumnIndex index = entering->column;
    const Column& moved = columns_[index];
    std::optional<NearValue> room;
    if (up ? moved.has_upper : moved.has_lower) {
      room =
          up ? difference(moved.highest(), moved.value) : difference(moved.value, moved.lowest());
    }
    std::size_t blocking = row_count_;
    for (std::size_t r = 0; r < row_count_; ++r) {
      const Number* rate = coefficient(rows_[r].terms, index);
      if (rate == nullptr) continue;
      const Column& basic = columns_[rows_[r].basic];
      const bool rises = (rate->sign() > 0) == up;
      if (rises ? !basic.has_upper : !basic.has_lower) continue;
      NearValue limit = rises ? difference(basic.highest(), basic.value)
                              : difference(basic.value, basic.lowest());
      const Number size = rate->absolute();
      limit = {limit.real / size, limit.delta / size};
      if (!room || limit < *room ||
          (limit == *room && blocking < row_count_ && rows_[r].basic < rows_[blocking].basic)) {
        room = limit;
        blocking = r;
      }
    }
    if (room && is_zero(*room)) {
      const Number multiple = *coefficient(objective, index);
      pivot(blocking, index);
      add_multiple(objective, multiple, rows_[blocking].terms, index);
      continue;
    }
    NearValue value = moved.value;
    add_product(value, up ? 1 : -1, room.value_or(NearValue{1, 0}));
    update(index, value);
    return room ? Climb::higher : Climb::endless;
  }
}

std::optional<NearValue> Tableau::maximum(Row& objective) {
  for (;;) {
    switch (climb(objective)) {
      case Climb::endless: return std::nullopt;
      case Climb::at_top: return value_of(objective);
      case Climb::higher: break;
    }
  }
}

void Tableau::release_tight() {
  for (std::size_t r = 0; r < row_count_; ++r) {
    if (!columns_[rows_[r].basic].tight) continue;
    for (const ColumnTerm& term : rows_[r].terms) {
      if (columns_[term.column].tight) continue;
      pivot(r, term.column);  // moves nothing: every value stays
      break;
    }
  }
}

void Tableau::determined(std::vector<ColumnIndex>& columns) const {
  for (std::size_t r = 0; r < row_count_; ++r) {
    if (columns_[rows_[r].basic].tight) continue;
    const Row& terms = rows_[r].terms;
    if (std::all_of(terms.begin(), terms.end(),
                    [&](const ColumnTerm& term) { return columns_[term.column].tight; })) {
      columns.push_back(rows_[r].basic);
    }
  }
  std::sort(columns.begin(), columns.end());
}

}  // namespace cogs::logic
