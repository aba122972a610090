// SPDX-License-Identifier: Apache-2.0
//
// Sets of states as decision diagrams: a node asks one feature for its value and has a child for
// each; equal nodes are one node, so equal sets are equal ids. Levels are asked in order; a node
// whose children are all the same is left out.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "base/budget.h"

namespace cogs::path {

class Diagrams {
 public:
  using Id = std::uint32_t;
  static constexpr Id none = 0, all = 1;

  // `arity`: number of values by level.
  Diagrams(std::vector<std::uint32_t> arity, base::Budget& budget);
  ~Diagrams();
  Diagrams(const Diagrams&) = delete;
  Diagrams& operator=(const Diagrams&) = delete;

  // States whose value at `level` has its flag set.
  Id test(std::uint32_t level, const std::vector<bool>& values);
  Id both(Id a, Id b) { return combine(Operation::both, a, b); }
  Id either(Id a, Id b) { return combine(Operation::either, a, b); }
  Id negate(Id a);
  // The set as if the value at `level` were always this one.
  Id assume(Id a, std::uint32_t level, std::uint32_t value);
  // The states that some change at `level` alone turns into one of the set.
  Id some(Id a, std::uint32_t level);
  // Values of one level in one class count as the same: a state is in the result if a state with
  // values of the same classes is in the set. class_of[level][value].
  Id blur(Id a, const std::vector<std::vector<std::uint32_t>>& class_of);

  bool is_leaf(Id a) const { return a <= all; }
  std::uint32_t level(Id a) const { return nodes_[a].level; }
  const std::vector<Id>& children(Id a) const { return nodes_[a].children; }
  std::uint32_t levels() const { return static_cast<std::uint32_t>(arity_.size()); }
  std::uint32_t arity(std::uint32_t level) const { return arity_[level]; }

  // True once the budget ran out; results are meaningless from then on.
  bool exhausted() const { return exhausted_; }

 private:
  enum class Operation : std::uint8_t { both, either };
  struct Node {
    std::uint32_t level;
    std::vector<Id> children;
  };
  Id make(std::uint32_t level, std::vector<Id> children);
  Id combine(Operation operation, Id a, Id b);
  Id map(Id a, std::unordered_map<Id, Id>& done,
         const std::function<Id(std::uint32_t, std::vector<Id>)>& build);

  std::vector<std::uint32_t> arity_;
  base::Budget& budget_;
  std::size_t booked_ = 0;
  bool exhausted_ = false;
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::vector<Id>> unique_;
  std::unordered_map<std::uint64_t, Id> done_[2];
};

}  // namespace cogs::path
