// SPDX-License-Identifier: Apache-2.0
#include "path/diagram.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace cogs::path {

namespace {

constexpr std::uint64_t spread(std::uint64_t key) {
  key ^= key >> 32;
  key *= 0x9E3779B97F4A7C15ULL;
  return key ^ (key >> 29);
}

constexpr std::size_t first_size = 64;  // of tables; sizes are powers of two

// Half of the places stay free.
bool is_full(std::size_t count, std::size_t places) { return 2 * (count + 1) > places; }

}  // namespace

std::size_t Diagrams::Table::slot(std::uint64_t key) const {
  std::size_t at = spread(key) & (keys_.size() - 1);
  while (keys_[at] != 0 && keys_[at] != key) at = (at + 1) & (keys_.size() - 1);
  return at;
}

std::optional<Diagrams::Id> Diagrams::Table::find(std::uint64_t key) const {
  if (keys_.empty()) return std::nullopt;
  const std::size_t at = slot(key);
  if (keys_[at] == 0) return std::nullopt;
  return values_[at];
}

std::size_t Diagrams::Table::next_bytes() const {
  if (!is_full(count_, keys_.size())) return 0;
  return std::max(first_size, 2 * keys_.size()) * (sizeof(std::uint64_t) + sizeof(Id));
}

std::size_t Diagrams::Table::bytes() const {
  return keys_.size() * (sizeof(std::uint64_t) + sizeof(Id));
}

void Diagrams::Table::add(std::uint64_t key, Id value) {
  if (is_full(count_, keys_.size())) {
    Table larger;
    larger.keys_.resize(std::max(first_size, 2 * keys_.size()));
    larger.values_.resize(larger.keys_.size());
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (keys_[i] == 0) continue;
      const std::size_t at = larger.slot(keys_[i]);
      larger.keys_[at] = keys_[i];
      larger.values_[at] = values_[i];
    }
    larger.count_ = count_;
    *this = std::move(larger);
  }
  const std::size_t at = slot(key);
  if (keys_[at] == 0) ++count_;
  keys_[at] = key;
  values_[at] = value;
}

Diagrams::Diagrams(std::vector<std::uint32_t> arity, base::Budget& budget)
    : arity_(std::move(arity)), budget_(budget) {
  const auto below_all = static_cast<std::uint32_t>(arity_.size());
  nodes_.push_back({below_all, 0});  // none
  nodes_.push_back({below_all, 0});  // all
}

Diagrams::~Diagrams() { budget_.free_memory(booked_); }

bool Diagrams::must_end() {
  budget_.spend();
  exhausted_ = exhausted_ || budget_.exhausted();
  return exhausted_;
}

bool Diagrams::may_take(std::size_t bytes) {
  booked_ += bytes;
  budget_.use_memory(bytes);
  exhausted_ = exhausted_ || budget_.exhausted_now();
  return !exhausted_;
}

void Diagrams::give_back(std::size_t bytes) {
  booked_ -= bytes;
  budget_.free_memory(bytes);
}

void Diagrams::remember(Table& table, std::uint64_t key, Id value) {
  if (const std::size_t more = table.next_bytes(); more > 0) {
    const std::size_t before = table.bytes();
    if (!may_take(more)) return;
    table.add(key, value);
    give_back(before);
  } else {
    table.add(key, value);
  }
}

std::uint64_t Diagrams::hash_of(std::uint32_t level, std::span<const Id> children) const {
  std::uint64_t hash = level;
  for (Id child : children) hash = (hash ^ child) * 0x9E3779B97F4A7C15ULL + (hash >> 29);
  return spread(hash);
}

bool Diagrams::grow_unique() {
  const std::size_t size = std::max(first_size, 2 * unique_.size());
  if (!may_take(size * sizeof(Id))) return false;
  std::vector<Id> larger(size, 0);
  for (Id id = all + 1; id < nodes_.size(); ++id) {
    std::size_t at = hash_of(nodes_[id].level, children(id)) & (size - 1);
    while (larger[at] != 0) at = (at + 1) & (size - 1);
    larger[at] = id;
  }
  give_back(unique_.size() * sizeof(Id));
  unique_ = std::move(larger);
  return true;
}

// `children` does not stand in children_.
Diagrams::Id Diagrams::make(std::uint32_t level, std::span<const Id> children) {
  if (std::all_of(children.begin(), children.end(), [&](Id c) { return c == children[0]; })) {
    return children[0];
  }
  if (exhausted_ || (is_full(nodes_.size(), unique_.size()) && !grow_unique())) return none;
  std::size_t at = hash_of(level, children) & (unique_.size() - 1);
  for (; unique_[at] != 0; at = (at + 1) & (unique_.size() - 1)) {
    const Id id = unique_[at];
    if (nodes_[id].level == level &&
        std::equal(children.begin(), children.end(), children_.begin() + nodes_[id].first)) {
      return id;
    }
  }
  const auto grow = [&](auto& list, std::size_t count) {
    if (list.size() + count <= list.capacity()) return true;
    const std::size_t before = list.capacity() * sizeof(list[0]);
    const std::size_t room = std::max(list.size() + count, 2 * list.capacity());
    if (list.size() + count > std::numeric_limits<Id>::max()) throw std::bad_alloc();
    if (!may_take(room * sizeof(list[0]))) return false;
    list.reserve(room);
    give_back(std::min(before, booked_));
    return true;
  };
  if (!grow(nodes_, 1) || !grow(children_, children.size())) return none;
  const Id id = static_cast<Id>(nodes_.size());
  nodes_.push_back({level, static_cast<std::uint32_t>(children_.size())});
  children_.insert(children_.end(), children.begin(), children.end());
  unique_[at] = id;
  return id;
}

Diagrams::Id Diagrams::test(std::uint32_t level, const std::vector<bool>& values) {
  std::vector<Id> children;
  for (bool in : values) children.push_back(in ? all : none);
  return make(level, children);
}

Diagrams::Id Diagrams::combine(Operation operation, Id first, Id second) {
  const Id absorbing = operation == Operation::both ? none : all;
  const Id neutral = operation == Operation::both ? all : none;
  Table& done = done_[static_cast<int>(operation)];
  const auto key = [](Id a, Id b) { return static_cast<std::uint64_t>(a) << 32 | b; };
  // Either what the two give is known, and finished_ has it, or they are opened.
  const auto begin = [&](Id a, Id b) {
    if (a == absorbing || b == absorbing) return finished_.push_back(absorbing);
    if (a == neutral || a == b) return finished_.push_back(b);
    if (b == neutral) return finished_.push_back(a);
    if (must_end()) return finished_.push_back(none);
    if (a > b) std::swap(a, b);
    if (const auto known = done.find(key(a, b))) return finished_.push_back(*known);
    open_.push_back({a, b, std::min(nodes_[a].level, nodes_[b].level), 0});
  };
  open_.clear();
  finished_.clear();
  begin(first, second);
  while (!open_.empty()) {
    if (exhausted_) return none;
    Pair& pair = open_.back();
    const std::uint32_t level = pair.level;
    if (pair.next < arity_[level]) {
      const std::uint32_t i = pair.next++;
      const Id left = nodes_[pair.a].level == level ? children(pair.a)[i] : pair.a;
      const Id right = nodes_[pair.b].level == level ? children(pair.b)[i] : pair.b;
      begin(left, right);
      continue;
    }
    const Id a = pair.a, b = pair.b;
    open_.pop_back();
    const std::size_t before = finished_.size() - arity_[level];
    const Id result = make(level, std::span<const Id>(finished_).subspan(before));
    finished_.resize(before);
    finished_.push_back(result);
    remember(done, key(a, b), result);
  }
  return finished_.back();
}

// Builds a diagram from the leaves up: `leaf` says what becomes of a leaf, `build` makes a node of
// its level and of what has become of its children.
template <class Leaf, class Build>
Diagrams::Id Diagrams::transform(Id top, Table& done, Leaf leaf, Build build) {
  struct Open {
    Id id;
    std::uint32_t next;  // child
  };
  std::vector<Open> open;
  std::vector<Id> finished;
  const auto begin = [&](Id id) {
    if (is_leaf(id)) return finished.push_back(leaf(id));
    if (const auto known = done.find(id)) return finished.push_back(*known);
    if (must_end()) return finished.push_back(none);
    open.push_back({id, 0});
  };
  begin(top);
  while (!open.empty()) {
    if (exhausted_) return none;
    const Id id = open.back().id;
    const std::uint32_t level = nodes_[id].level;
    if (open.back().next < arity_[level]) {
      begin(children(id)[open.back().next++]);
      continue;
    }
    open.pop_back();
    const std::size_t before = finished.size() - arity_[level];
    const Id result = build(level, std::span<Id>(finished).subspan(before));
    finished.resize(before);
    finished.push_back(result);
    remember(done, id, result);
  }
  return finished.back();
}

template <class Build>
Diagrams::Id Diagrams::map(Id a, Build build) {
  Table done;
  const Id result = transform(a, done, [](Id leaf) { return leaf; }, build);
  give_back(done.bytes());
  return result;
}

Diagrams::Id Diagrams::negate(Id a) {
  return transform(
      a, negated_, [](Id leaf) { return leaf == all ? none : all; },
      [&](std::uint32_t level, std::span<Id> children) { return make(level, children); });
}

Diagrams::Id Diagrams::assume(Id a, std::uint32_t level, std::uint32_t value) {
  return map(a, [&](std::uint32_t at, std::span<Id> children) {
    return at == level ? children[value] : make(at, children);
  });
}

Diagrams::Id Diagrams::some(Id a, std::uint32_t level) {
  return map(a, [&](std::uint32_t at, std::span<Id> children) {
    if (at != level) return make(at, children);
    Id any = none;
    for (Id child : children) any = either(any, child);
    return any;
  });
}

Diagrams::Id Diagrams::blur(Id a, const std::vector<std::vector<std::uint32_t>>& class_of) {
  return map(a, [&](std::uint32_t at, std::span<Id> children) {
    const std::vector<std::uint32_t>& classes = class_of[at];
    std::vector<Id> of_class(children.size(), none);
    for (std::size_t i = 0; i < children.size(); ++i) {
      of_class[classes[i]] = either(of_class[classes[i]], children[i]);
    }
    for (std::size_t i = 0; i < children.size(); ++i) children[i] = of_class[classes[i]];
    return make(at, children);
  });
}

}  // namespace cogs::path
