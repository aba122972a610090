// SPDX-License-Identifier: Apache-2.0
//
// Who depends on whom: a directed graph with strongly connected components and shortest loops.
// The component algorithm is Tarjan's (1972), with a stack of its own, because chains of rules
// may be long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cogs::model {

class DependencyGraph {
 public:
  struct Edge {
    std::uint32_t from = 0, to = 0;
    bool negated = false;
    std::uint32_t tag = 0;  // the caller's own, to find the literal again
  };

  explicit DependencyGraph(std::size_t nodes) : out_(nodes) {}

  void add(const Edge& edge) { out_[edge.from].push_back(edge); }
  std::size_t size() const { return out_.size(); }
  const std::vector<Edge>& edges_of(std::size_t node) const { return out_[node]; }

  // The component of each node. What a node depends on has a lower number, or the same.
  std::vector<std::uint32_t> components() const;
  // A shortest way from `from` to `to` inside their component; empty if they are one node.
  std::vector<Edge> shortest_way(std::uint32_t from, std::uint32_t to,
                                 const std::vector<std::uint32_t>& components) const;

 private:
  std::vector<std::vector<Edge>> out_;
};

}  // namespace cogs::model
