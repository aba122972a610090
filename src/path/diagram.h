// SPDX-License-Identifier: Apache-2.0
//
// Sets of states as decision diagrams: a node asks one feature for its value and has a child for
// each; equal nodes are one node, so equal sets are equal ids. Levels are asked in order; a node
// whose children are all the same is left out.
//
// A diagram may have millions of nodes when a limit ends it, and must then go in no time: nodes and
// tables are a few flat arrays. Depth is that of the levels, so nothing here is recursive.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
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

  // The set whose states with value i at `level` are those of children[i], which ask later levels.
  Id make(std::uint32_t level, std::span<const Id> children);
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
  // Good until the next set is made.
  std::span<const Id> children(Id a) const {
    return {children_.data() + nodes_[a].first, is_leaf(a) ? 0 : arity_[nodes_[a].level]};
  }
  std::uint32_t levels() const { return static_cast<std::uint32_t>(arity_.size()); }
  std::uint32_t arity(std::uint32_t level) const { return arity_[level]; }

  // True once the budget ran out; results are meaningless from then on.
  bool exhausted() const { return exhausted_; }
  // Books a step, for those who go through the nodes themselves, and says whether that is the end.
  bool must_end();

 private:
  enum class Operation : std::uint8_t { both, either };
  struct Node {
    std::uint32_t level;
    std::uint32_t first;  // of its children, in children_
  };
  // Keys are never 0.
  class Table {
   public:
    std::optional<Id> find(std::uint64_t key) const;
    void add(std::uint64_t key, Id value);
    // The bytes that the next add() takes beside those that are held; 0 as long as there is room.
    std::size_t next_bytes() const;
    std::size_t bytes() const;

   private:
    std::size_t slot(std::uint64_t key) const;

    std::vector<std::uint64_t> keys_;
    std::vector<Id> values_;
    std::size_t count_ = 0;
  };

  Id combine(Operation operation, Id a, Id b);
  template <class Leaf, class Build>
  Id transform(Id top, Table& done, Leaf leaf, Build build);
  template <class Build>
  Id map(Id a, Build build);
  void remember(Table& table, std::uint64_t key, Id value);
  // Books what is going to be held. False: that is more than may be.
  bool may_take(std::size_t bytes);
  void give_back(std::size_t bytes);
  bool grow_unique();
  std::uint64_t hash_of(std::uint32_t level, std::span<const Id> children) const;

  struct Pair {
    Id a, b;
    std::uint32_t level, next;  // child
  };

  std::vector<std::uint32_t> arity_;
  base::Budget& budget_;
  std::size_t booked_ = 0;
  bool exhausted_ = false;
  std::vector<Node> nodes_;
  std::vector<Id> children_;
  std::vector<Id> unique_;  // by hash of the node; 0: free
  Table done_[2], negated_;
  std::vector<Pair> open_;    // of combine()
  std::vector<Id> finished_;  // children of those
};

}  // namespace cogs::path
