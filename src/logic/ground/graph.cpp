// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/graph.h"

#include <algorithm>

namespace cogs::logic {

void SignedGraph::finish() {
  first_.assign(nodes_ + 1, 0);
  for (const From& entry : arcs_) ++first_[entry.from + 1];
  for (std::size_t i = 0; i < nodes_; ++i) first_[i + 1] += first_[i];
  sorted_.resize(arcs_.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const From& entry : arcs_) sorted_[next[entry.from]++] = entry.arc;
  arcs_.clear();
  arcs_.shrink_to_fit();
}

// Tarjan's algorithm with its own stack: ground graphs are deep.
Components strong_components(const SignedGraph& graph, bool positive_only) {
  constexpr std::uint32_t none = 0xFFFFFFFF;
  struct Visit {
    std::uint32_t node, next;
  };
  Components result;
  result.of.assign(graph.size(), none);
  std::vector<std::uint32_t> number(graph.size(), none), low(graph.size()), path;
  std::vector<Visit> visits;
  std::uint32_t count = 0;
  const auto enter = [&](std::uint32_t node) {
    number[node] = low[node] = count++;
    path.push_back(node);
    visits.push_back({node, 0});
  };
  for (std::uint32_t root = 0; root < graph.size(); ++root) {
    if (number[root] != none) continue;
    enter(root);
    while (!visits.empty()) {
      const std::uint32_t node = visits.back().node;
      const auto arcs = graph.arcs(node);
      if (visits.back().next < arcs.size()) {
        const SignedGraph::Arc arc = arcs[visits.back().next++];
        if (arc.negated && positive_only) continue;
        if (number[arc.to] == none) {
          enter(arc.to);
        } else if (result.of[arc.to] == none) {
          low[node] = std::min(low[node], number[arc.to]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) {
        std::uint32_t& above = low[visits.back().node];
        above = std::min(above, low[node]);
      }
      if (low[node] != number[node]) continue;
      std::vector<std::uint32_t> members;
      do {
        members.push_back(path.back());
        result.of[path.back()] = static_cast<std::uint32_t>(result.members.size());
        path.pop_back();
      } while (members.back() != node);
      std::reverse(members.begin(), members.end());
      result.members.push_back(std::move(members));
    }
  }
  return result;
}

// Colours each component so that negated arcs change the colour and the others keep it; where
// that is impossible, some closed walk is odd.
std::vector<bool> odd_components(const SignedGraph& graph, const Components& components) {
  std::vector<bool> odd(components.members.size(), false);
  std::vector<std::int8_t> colour(graph.size(), -1);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t i = 0; i < components.members.size(); ++i) {
    waiting.assign(1, components.members[i][0]);
    colour[waiting[0]] = 0;
    while (!waiting.empty() && !odd[i]) {
      const std::uint32_t node = waiting.back();
      waiting.pop_back();
      for (const SignedGraph::Arc arc : graph.arcs(node)) {
        if (components.of[arc.to] != i) continue;
        const auto wanted = static_cast<std::int8_t>(colour[node] ^ (arc.negated ? 1 : 0));
        if (colour[arc.to] == -1) {
          colour[arc.to] = wanted;
          waiting.push_back(arc.to);
        } else if (colour[arc.to] != wanted) {
          odd[i] = true;
        }
      }
    }
  }
  return odd;
}

}  // namespace cogs::logic
