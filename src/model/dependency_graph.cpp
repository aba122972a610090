// SPDX-License-Identifier: Apache-2.0
#include "model/dependency_graph.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace cogs::model {

namespace {

constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::vector<std::uint32_t> DependencyGraph::components() const {
  struct Visit {
    std::uint32_t node;
    std::size_t next_edge;
  };
  std::vector<std::uint32_t> component(size(), unseen), order(size(), unseen), low(size(), 0);
  std::vector<std::uint32_t> open;
  std::vector<Visit> visits;
  std::uint32_t seen = 0, count = 0;
  const auto enter = [&](std::uint32_t node) {
    order[node] = low[node] = seen++;
    open.push_back(node);
    visits.push_back({node, 0});
  };
  for (std::uint32_t root = 0; root < size(); ++root) {
    if (order[root] != unseen) continue;
    enter(root);
    while (!visits.empty()) {
      const std::uint32_t node = visits.back().node;
      if (visits.back().next_edge < out_[node].size()) {
        const std::uint32_t to = out_[node][visits.back().next_edge++].to;
        if (order[to] == unseen) {
          enter(to);
        } else if (component[to] == unseen) {
          low[node] = std::min(low[node], order[to]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) {
        const std::uint32_t parent = visits.back().node;
        low[parent] = std::min(low[parent], low[node]);
      }
      if (low[node] != order[node]) continue;
      for (std::uint32_t member = unseen; member != node;) {
        member = open.back();
        open.pop_back();
        component[member] = count;
      }
      ++count;
    }
  }
  return component;
}

std::vector<DependencyGraph::Edge> DependencyGraph::shortest_way(
    std::uint32_t from, std::uint32_t to, const std::vector<std::uint32_t>& components) const {
  std::unordered_map<std::uint32_t, Edge> reached_by;
  std::vector<std::uint32_t> queue{from};
  for (std::size_t i = 0; i < queue.size() && !reached_by.contains(to); ++i) {
    for (const Edge& edge : out_[queue[i]]) {
      const bool inside = components[edge.to] == components[from];
      if (inside && edge.to != from && reached_by.emplace(edge.to, edge).second) {
        queue.push_back(edge.to);
      }
    }
  }
  std::vector<Edge> way;
  for (std::uint32_t node = to; node != from; node = way.back().from) {
    way.push_back(reached_by.at(node));
  }
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace cogs::model
