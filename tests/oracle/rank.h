// SPDX-License-Identifier: Apache-2.0
//
// Which of two paths is better: the order of semantics.md 4, "best path". Part of the oracle.
#pragma once

#include <tuple>
#include <vector>

#include "oracle/enumerate.h"

namespace cogs::oracle {

// Everything that the order looks at, in its sequence.
struct Rank {
  Number cost;
  bool uncertain = false;
  std::size_t touched = 0;      // distinct features that any transition changes
  std::size_t transitions = 0;  // more is better
  Number change;                // sum of normalised changes
  // A transition each: feature, 0 direct or 1 effect, rank of the new value.
  std::vector<std::vector<std::tuple<std::size_t, int, std::size_t>>> list;

  friend bool operator<(const Rank& a, const Rank& b);
};

class Ranking {
 public:
  Ranking(Space& space, Enumeration& enumeration, const Record& start);
  Rank rank(const IndexPath& path);

 private:
  // By how much a change counts.
  Number change(std::size_t f, const std::optional<Value>& old, const Value& now) const;

  Space& space_;
  Enumeration& enumeration_;
  std::vector<Number> width_;  // by feature; 1 for sets without an order
};

}  // namespace cogs::oracle
