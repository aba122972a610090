// SPDX-License-Identifier: Apache-2.0
//
// What readers of trees share: nodes in our order from nodes in any order, and sets that are kept
// once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "score/ensemble.h"

namespace cogs::score {

// Walks a tree from its root. `expand(source, node)` fills a node from what `source` names, and
// gives the sources of its children, yes and no, or none at a leaf. Empty if there are more than
// `most` nodes: then the source goes round in a circle.
template <class Source, class Expand>
std::vector<Node> grow(const Source& root, std::size_t most, const Expand& expand) {
  std::vector<Node> nodes(1);
  std::vector<Source> sources{root};
  for (std::size_t i = 0; i < sources.size(); ++i) {
    Node node;
    const Source source = sources[i];
    const std::optional<std::pair<Source, Source>> children = expand(source, node);
    if (children) {
      if (sources.size() + 2 > most) return {};
      node.yes = static_cast<std::uint32_t>(sources.size());
      node.no = node.yes + 1;
      sources.push_back(children->first);
      sources.push_back(children->second);
      nodes.resize(sources.size());
    }
    nodes[i] = node;
  }
  return nodes;
}

// Sets of codes, each once.
class SetStore {
 public:
  explicit SetStore(Ensemble& ensemble) : sets_(ensemble.sets) {}
  std::uint32_t add(std::vector<std::uint32_t> codes);

 private:
  std::vector<std::vector<std::uint32_t>>& sets_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> known_;
};

// Categories that a file knows as numbers alone: those that its tests name, in growing order. What
// no test names is on the side of unknown ones in every test, so that it needs no code.
class NumericCategories {
 public:
  explicit NumericCategories(Ensemble& ensemble) : ensemble_(ensemble) {}
  // Before any code is asked for.
  void seen(std::size_t column, std::int64_t number) { numbers_[column].emplace(number, 0); }
  void settle();  // makes these columns ones of categories
  std::uint32_t code(std::size_t column, std::int64_t number) const {
    return numbers_.at(column).at(number);
  }

 private:
  Ensemble& ensemble_;
  std::map<std::size_t, std::map<std::int64_t, std::uint32_t>> numbers_;
};

}  // namespace cogs::score
