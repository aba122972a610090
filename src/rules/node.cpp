// SPDX-License-Identifier: Apache-2.0
#include "rules/node.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

namespace cogs::rules {
namespace {

// Adds `by` to the count of each row's code. An increment has to wait for the last one of the
// same counter; where few codes make that likely, four sets of counters take turns.
void add_codes(const table::Column& column, std::span<const std::uint32_t> rows, std::uint32_t by,
               Counts& counts, Counts& scratch) {
  constexpr std::size_t few_codes = 1024;
  const std::size_t width = counts.size();
  column.codes.visit([&](const auto codes) {
    std::size_t i = 0;
    if (width <= few_codes && rows.size() > 4 * width) {
      scratch.assign(3 * width, 0);
      std::uint32_t* const a = counts.data();
      std::uint32_t* const b = scratch.data();
      std::uint32_t* const c = b + width;
      std::uint32_t* const d = c + width;
      for (; i + 4 <= rows.size(); i += 4) {
        a[codes[rows[i]]] += by;
        b[codes[rows[i + 1]]] += by;
        c[codes[rows[i + 2]]] += by;
        d[codes[rows[i + 3]]] += by;
      }
      for (std::size_t code = 0; code < width; ++code) a[code] += b[code] + c[code] + d[code];
    }
    for (; i < rows.size(); ++i) counts[codes[rows[i]]] += by;
  });
}

}  // namespace

void Side::shrink(Rows rows, Rows gone) {
  assert(!changed_);
  rows_ = std::move(rows);
  gone_ = std::move(gone);
  changed_ = true;
}

Side Side::part(Rows rows, Rows gone) const {
  assert(!changed_);
  Side result(std::move(rows));
  result.gone_ = std::move(gone);
  result.changed_ = true;
  result.source_ = this;
  return result;
}

const Counts& Side::count(std::size_t attribute, const table::Column& column, Counts& scratch) {
  Counts& counts = counts_[attribute];
  if (!changed_ && !counts.empty()) return counts;
  const Counts* earlier = !changed_ ? nullptr : source_ ? &source_->counts_[attribute] : &counts;
  // Copying counts is a fraction of the work of counting rows.
  if (earlier && !earlier->empty() && gone_.size() + earlier->size() / 8 < rows_.size()) {
    if (source_) counts = *earlier;
    add_codes(column, gone_, ~std::uint32_t{0}, counts, scratch);
  } else {
    counts.assign(column.code_count(), 0);
    add_codes(column, rows_, 1, counts, scratch);
  }
  return counts;
}

void Side::finish() {
  changed_ = false;
  source_ = nullptr;
  gone_ = {};
}

}  // namespace cogs::rules
