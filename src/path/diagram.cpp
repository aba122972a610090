// SPDX-License-Identifier: Apache-2.0
#include "path/diagram.h"

#include <algorithm>

namespace cogs::path {

Diagrams::Diagrams(std::vector<std::uint32_t> arity, base::Budget& budget)
    : arity_(std::move(arity)), budget_(budget) {
  const auto below_all = static_cast<std::uint32_t>(arity_.size());
  nodes_.push_back({below_all, {}});  // none
  nodes_.push_back({below_all, {}});  // all
}

Diagrams::~Diagrams() { budget_.free_memory(booked_); }

Diagrams::Id Diagrams::make(std::uint32_t level, std::vector<Id> children) {
  if (std::all_of(children.begin(), children.end(), [&](Id c) { return c == children[0]; })) {
    return children[0];
  }
  std::uint64_t hash = level;
  for (Id child : children) hash = (hash ^ child) * 0x9E3779B97F4A7C15ULL + (hash >> 29);
  std::vector<Id>& same_hash = unique_[hash];
  for (Id id : same_hash) {
    if (nodes_[id].level == level && nodes_[id].children == children) return id;
  }
  const std::size_t bytes = sizeof(Node) + children.size() * sizeof(Id) + 64;
  booked_ += bytes;
  budget_.use_memory(bytes);
  const Id id = static_cast<Id>(nodes_.size());
  nodes_.push_back({level, std::move(children)});
  same_hash.push_back(id);
  return id;
}

Diagrams::Id Diagrams::test(std::uint32_t level, const std::vector<bool>& values) {
  std::vector<Id> children;
  for (bool in : values) children.push_back(in ? all : none);
  return make(level, std::move(children));
}

Diagrams::Id Diagrams::combine(Operation operation, Id a, Id b) {
  const Id absorbing = operation == Operation::both ? none : all;
  const Id neutral = operation == Operation::both ? all : none;
  if (a == absorbing || b == absorbing) return absorbing;
  if (a == neutral || a == b) return b;
  if (b == neutral) return a;
  if (exhausted_ || budget_.exhausted()) {
    exhausted_ = true;
    return none;
  }
  if (a > b) std::swap(a, b);
  const std::uint64_t key = static_cast<std::uint64_t>(a) << 32 | b;
  auto& done = done_[static_cast<int>(operation)];
  if (const auto at = done.find(key); at != done.end()) return at->second;
  const std::uint32_t level = std::min(nodes_[a].level, nodes_[b].level);
  std::vector<Id> children(arity_[level]);
  for (std::uint32_t i = 0; i < children.size(); ++i) {
    const Id left = nodes_[a].level == level ? nodes_[a].children[i] : a;
    const Id right = nodes_[b].level == level ? nodes_[b].children[i] : b;
    children[i] = combine(operation, left, right);
  }
  const Id result = make(level, std::move(children));
  done.emplace(key, result);
  booked_ += 48;
  budget_.use_memory(48);
  return result;
}

Diagrams::Id Diagrams::map(Id a, std::unordered_map<Id, Id>& done,
                           const std::function<Id(std::uint32_t, std::vector<Id>)>& build) {
  if (is_leaf(a)) return a;
  if (const auto at = done.find(a); at != done.end()) return at->second;
  std::vector<Id> children = nodes_[a].children;
  for (Id& child : children) child = map(child, done, build);
  const Id result = build(nodes_[a].level, std::move(children));
  done.emplace(a, result);
  return result;
}

Diagrams::Id Diagrams::negate(Id a) {
  if (is_leaf(a)) return a == all ? none : all;
  std::unordered_map<Id, Id> done;
  // Leaves are swapped where they are met as children; map keeps leaves as they are.
  const std::function<Id(Id)> flip = [&](Id id) -> Id {
    if (is_leaf(id)) return id == all ? none : all;
    if (const auto at = done.find(id); at != done.end()) return at->second;
    std::vector<Id> children = nodes_[id].children;
    for (Id& child : children) child = flip(child);
    const Id result = make(nodes_[id].level, std::move(children));
    done.emplace(id, result);
    return result;
  };
  return flip(a);
}

Diagrams::Id Diagrams::assume(Id a, std::uint32_t level, std::uint32_t value) {
  std::unordered_map<Id, Id> done;
  return map(a, done, [&](std::uint32_t at, std::vector<Id> children) {
    return at == level ? children[value] : make(at, std::move(children));
  });
}

Diagrams::Id Diagrams::some(Id a, std::uint32_t level) {
  std::unordered_map<Id, Id> done;
  return map(a, done, [&](std::uint32_t at, std::vector<Id> children) {
    if (at != level) return make(at, std::move(children));
    Id any = none;
    for (Id child : children) any = either(any, child);
    return any;
  });
}

Diagrams::Id Diagrams::blur(Id a, const std::vector<std::vector<std::uint32_t>>& class_of) {
  std::unordered_map<Id, Id> done;
  return map(a, done, [&](std::uint32_t at, std::vector<Id> children) {
    const std::vector<std::uint32_t>& classes = class_of[at];
    std::vector<Id> of_class(children.size(), none);
    for (std::size_t i = 0; i < children.size(); ++i) {
      of_class[classes[i]] = either(of_class[classes[i]], children[i]);
    }
    for (std::size_t i = 0; i < children.size(); ++i) children[i] = of_class[classes[i]];
    return make(at, std::move(children));
  });
}

}  // namespace cogs::path
