// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "score/pmml.h"

namespace cogs::score {

Plan Plans::leaf(const Node& node) {
  entries_.push_back({node, 0, 0});
  entries_.back().node.test = Test::leaf;
  return static_cast<Plan>(entries_.size() - 1);
}

Plan Plans::test(Node test, Plan yes, Plan no, Plan unknown) {
  if (yes == no && yes == unknown) return yes;
  test.missing_yes = unknown == yes;
  entries_.push_back({test, yes, no});
  const auto plan = static_cast<Plan>(entries_.size() - 1);
  return unknown == yes || unknown == no ? plan : missing(test.column, unknown, plan);
}

Plan Plans::in_set(std::uint32_t column, std::vector<std::uint32_t> codes, Plan yes, Plan no,
                   Plan unknown) {
  Node node;
  node.test = Test::in_set;
  node.column = column;
  node.set = sets_.add(std::move(codes));
  return test(node, yes, no, unknown);
}

Plan Plans::missing(std::uint32_t column, Plan yes, Plan no) {
  if (yes == no) return yes;
  Node node;
  node.column = column;
  node.missing_yes = true;
  if (e_.columns[column].kind == Column::Kind::category) {
    node.test = Test::in_set;
    node.set = sets_.add({});
  } else {
    node.test = Test::less;
    node.threshold = -std::numeric_limits<double>::infinity();
  }
  entries_.push_back({node, yes, no});
  return static_cast<Plan>(entries_.size() - 1);
}

std::vector<Node> Plans::tree(Plan root, std::size_t most) const {
  return grow<Plan>(root, most, [&](Plan plan, Node& node) {
    const Entry& entry = entries_[plan];
    node = entry.node;
    node.yes = node.no = 0;
    if (node.test == Test::leaf) return std::optional<std::pair<Plan, Plan>>();
    return std::optional(std::pair(entry.yes, entry.no));
  });
}

}  // namespace cogs::score
