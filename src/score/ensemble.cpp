// SPDX-License-Identifier: Apache-2.0
#include "score/ensemble.h"

#include <algorithm>
#include <cmath>

namespace cogs::score {

namespace {

bool rounds_to_itself(double value) {
  return static_cast<double>(static_cast<float>(value)) == value;
}

std::string unsound_node(const Ensemble& e, const Tree& tree, std::size_t index) {
  const Node& node = tree.nodes[index];
  if (node.test == Test::leaf) {
    if (e.sum == Sum::exact) return node.points < e.points.size() ? "" : "a leaf without points";
    if (!std::isfinite(node.value)) return "a leaf whose value is not a number";
    if (e.sum == Sum::float32 && !rounds_to_itself(node.value)) return "a leaf beyond float32";
    return node.label == Node::no_label || node.label < e.labels.size() ? "" : "an unknown label";
  }
  if (node.column >= e.columns.size()) return "a test on a column that does not exist";
  for (const std::uint32_t child : {node.yes, node.no}) {
    if (child <= index || child >= tree.nodes.size())
      return "a child that does not follow its parent";
  }
  const Column& column = e.columns[node.column];
  if ((node.test == Test::in_set) != (column.kind == Column::Kind::category)) {
    return "a test that does not fit the kind of its column";
  }
  if (node.test == Test::in_set) {
    if (node.set >= e.sets.size()) return "a set that does not exist";
    const auto& set = e.sets[node.set];
    return set.empty() || set.back() < column.categories.size() ? "" : "a code without a category";
  }
  if (std::isnan(node.threshold)) return "a threshold that is not a number";
  return column.float32 && !rounds_to_itself(node.threshold) ? "a threshold beyond float32" : "";
}

// Children follow their parents, so one pass from the root is enough. What works on trees calls
// itself for each level, and takes a node for the root of a tree of its own.
std::string unsound_shape(const Tree& tree) {
  constexpr std::uint32_t deepest = 4000;
  std::vector<std::uint32_t> level(tree.nodes.size(), 0);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    if (node.test == Test::leaf) continue;
    for (const std::uint32_t child : {node.yes, node.no}) {
      if (level[child] != 0) return "a node with two parents";
      level[child] = level[i] + 1;
    }
    if (level[i] == deepest) return "a tree of more than 4000 levels";
  }
  return {};
}

}  // namespace

std::string unsound(const Ensemble& e) {
  if (e.outputs.empty()) return "no output";
  for (const auto& set : e.sets) {
    if (std::adjacent_find(set.begin(), set.end(), std::greater_equal<>()) != set.end()) {
      return "a set that is not sorted";
    }
  }
  for (const Output& output : e.outputs) {
    if (!std::isfinite(output.base) || !std::isfinite(output.bias)) return "an infinite base";
  }
  if (!std::isfinite(e.scale) || !std::isfinite(e.divisor) || e.divisor == 0 ||
      !std::isfinite(e.factor) || e.factor == 0) {
    return "a scale, divisor or factor that no score can have";
  }
  for (const LinearTerm& term : e.linear) {
    if (term.column >= e.columns.size() || term.output >= e.outputs.size() ||
        e.columns[term.column].kind != Column::Kind::number || !std::isfinite(term.coefficient)) {
      return "a linear term that does not fit its column";
    }
  }
  for (const Tree& tree : e.trees) {
    if (tree.nodes.empty()) return "a tree without nodes";
    if (tree.output >= e.outputs.size()) return "a tree for an output that does not exist";
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      if (std::string fault = unsound_node(e, tree, i); !fault.empty()) return fault;
    }
    if (std::string fault = unsound_shape(tree); !fault.empty()) return fault;
  }
  return {};
}

}  // namespace cogs::score
