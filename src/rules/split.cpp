// SPDX-License-Identifier: Apache-2.0
#include "rules/split.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"

namespace cogs::rules {

namespace {

// The rows of each class, shuffled.
std::vector<std::vector<std::uint32_t>> shuffled_classes(const table::Column& label,
                                                         const std::vector<std::uint32_t>& rows,
                                                         std::uint64_t seed) {
  std::vector<std::vector<std::uint32_t>> classes(label.missing());
  for (const std::uint32_t row : rows) {
    if (const table::Code code = label.codes[row]; code < classes.size()) {
      classes[code].push_back(row);
    }
  }
  base::Random random(seed);
  for (auto& members : classes) {
    for (std::size_t left = members.size(); left > 1; --left) {
      std::swap(members[left - 1], members[random.next() % left]);
    }
  }
  return classes;
}

// The part of each row, by row number.
using Parts = std::vector<std::uint32_t>;
constexpr std::uint32_t in_no_part = 0xFFFFFFFF;

Parts no_parts(const std::vector<std::uint32_t>& rows) {
  const auto last = std::max_element(rows.begin(), rows.end());
  return Parts(last == rows.end() ? 0 : *last + std::size_t{1}, in_no_part);
}

// Part `index` is tested, all others are learned from. Rows are met in their order, so the lists
// need no sorting.
Split split_by(const Parts& parts, std::uint32_t index) {
  Split split;
  for (std::uint32_t row = 0; row < parts.size(); ++row) {
    if (parts[row] == in_no_part) continue;
    (parts[row] == index ? split.test : split.train).push_back(row);
  }
  return split;
}

}  // namespace

Split hold_out(const table::Column& label, const std::vector<std::uint32_t>& rows, double share,
               std::uint64_t seed) {
  Parts parts = no_parts(rows);
  for (const auto& members : shuffled_classes(label, rows, seed)) {
    const auto tested =
        static_cast<std::size_t>(std::lround(share * static_cast<double>(members.size())));
    for (std::size_t i = 0; i < members.size(); ++i) parts[members[i]] = i < tested ? 0 : 1;
  }
  return split_by(parts, 0);
}

std::vector<Split> fold(const table::Column& label, const std::vector<std::uint32_t>& rows,
                        std::size_t count, std::uint64_t seed) {
  Parts parts = no_parts(rows);
  std::size_t next = 0;  // runs on from class to class, so that folds differ by at most one row
  for (const auto& members : shuffled_classes(label, rows, seed)) {
    for (const std::uint32_t row : members) {
      parts[row] = static_cast<std::uint32_t>(next);
      next = (next + 1) % count;
    }
  }
  std::vector<Split> splits;
  for (std::size_t i = 0; i < count; ++i) {
    splits.push_back(split_by(parts, static_cast<std::uint32_t>(i)));
  }
  return splits;
}

}  // namespace cogs::rules
