// SPDX-License-Identifier: Apache-2.0
#include "rules/split.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cogs::rules {

namespace {

// SplitMix64: the standard library's distributions differ between implementations, and the same
// seed must give the same rows everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

 private:
  std::uint64_t state_;
};

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
  Random random(seed);
  for (auto& members : classes) {
    for (std::size_t left = members.size(); left > 1; --left) {
      std::swap(members[left - 1], members[random.below(left)]);
    }
  }
  return classes;
}

void sort_parts(Split& split) {
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
}

}  // namespace

Split hold_out(const table::Column& label, const std::vector<std::uint32_t>& rows, double share,
               std::uint64_t seed) {
  Split split;
  for (const auto& members : shuffled_classes(label, rows, seed)) {
    const auto tested =
        static_cast<std::ptrdiff_t>(std::lround(share * static_cast<double>(members.size())));
    split.test.insert(split.test.end(), members.begin(), members.begin() + tested);
    split.train.insert(split.train.end(), members.begin() + tested, members.end());
  }
  sort_parts(split);
  return split;
}

std::vector<Split> fold(const table::Column& label, const std::vector<std::uint32_t>& rows,
                        std::size_t count, std::uint64_t seed) {
  std::vector<Split> splits(count);
  std::size_t next = 0;  // runs on from class to class, so that folds differ by at most one row
  for (const auto& members : shuffled_classes(label, rows, seed)) {
    for (const std::uint32_t row : members) {
      for (std::size_t i = 0; i < count; ++i) {
        (i == next ? splits[i].test : splits[i].train).push_back(row);
      }
      next = (next + 1) % count;
    }
  }
  for (Split& split : splits) sort_parts(split);
  return splits;
}

}  // namespace cogs::rules
