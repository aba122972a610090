// SPDX-License-Identifier: Apache-2.0
//
// Graphs of what depends on what, with signs: strongly connected components, and which of them
// have a loop through an odd number of negations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cogs::logic {

class SignedGraph {
 public:
  struct Arc {
    std::uint32_t to = 0;
    bool negated = false;
  };

  explicit SignedGraph(std::size_t nodes) : nodes_(nodes) {}
  void add(std::uint32_t from, std::uint32_t to, bool negated) {
    arcs_.push_back({from, {to, negated}});
  }
  void finish();  // after the last add()

  std::size_t size() const { return nodes_; }
  std::span<const Arc> arcs(std::uint32_t from) const {
    return {sorted_.data() + first_[from], first_[from + 1] - first_[from]};
  }

 private:
  struct From {
    std::uint32_t from;
    Arc arc;
  };
  std::size_t nodes_ = 0;
  std::vector<From> arcs_;
  std::vector<Arc> sorted_;
  std::vector<std::uint32_t> first_;
};

struct Components {
  std::vector<std::uint32_t> of;  // the component of each node
  // What a component depends on has a smaller number.
  std::vector<std::vector<std::uint32_t>> members;
};

// Without the negated arcs if `positive_only`.
Components strong_components(const SignedGraph& graph, bool positive_only);

// The components in which some closed walk passes an odd number of negations. Then one does
// through every arc of the component: a walk can go round the odd loop before it returns.
std::vector<bool> odd_components(const SignedGraph& graph, const Components& components);

}  // namespace cogs::logic
