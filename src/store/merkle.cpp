// SPDX-License-Identifier: Apache-2.0
#include "store/merkle.h"

#include <bit>

namespace cogs::store {

namespace {

// The root of the leaves from `begin` to `end`, which stand where a tree would split them.
Hash range_root(const Nodes& nodes, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t count = end - begin;
  if (count == 0) return digest("");
  if (std::has_single_bit(count)) {
    const auto level = static_cast<unsigned>(std::countr_zero(count));
    return nodes(level, begin >> level);
  }
  const std::uint64_t left = std::bit_floor(count - 1);
  return node_hash(range_root(nodes, begin, begin + left), range_root(nodes, begin + left, end));
}

void add_inclusion(const Nodes& nodes, std::uint64_t index, std::uint64_t begin, std::uint64_t end,
                   std::vector<Hash>& out) {
  if (end - begin <= 1) return;
  const std::uint64_t middle = begin + std::bit_floor(end - begin - 1);
  if (index < middle) {
    add_inclusion(nodes, index, begin, middle, out);
    out.push_back(range_root(nodes, middle, end));
  } else {
    add_inclusion(nodes, index, middle, end, out);
    out.push_back(range_root(nodes, begin, middle));
  }
}

// `whole`: the old tree is all of this range's beginning, so that its hash is known already.
void add_consistency(const Nodes& nodes, std::uint64_t first, std::uint64_t begin,
                     std::uint64_t end, bool whole, std::vector<Hash>& out) {
  if (first == end) {
    if (!whole) out.push_back(range_root(nodes, begin, end));
    return;
  }
  const std::uint64_t middle = begin + std::bit_floor(end - begin - 1);
  if (first <= middle) {
    add_consistency(nodes, first, begin, middle, whole, out);
    out.push_back(range_root(nodes, middle, end));
  } else {
    add_consistency(nodes, first, middle, end, false, out);
    out.push_back(range_root(nodes, begin, middle));
  }
}

}  // namespace

Hash leaf_hash(std::string_view entry) { return digest(std::string_view("\0", 1), entry); }

Hash node_hash(const Hash& left, const Hash& right) {
  return digest(std::string_view("\1", 1), bytes_of(left), bytes_of(right));
}

Hash tree_root(const Nodes& nodes, std::uint64_t size) { return range_root(nodes, 0, size); }

std::vector<Hash> inclusion_proof(const Nodes& nodes, std::uint64_t index, std::uint64_t size) {
  std::vector<Hash> out;
  add_inclusion(nodes, index, 0, size, out);
  return out;
}

std::vector<Hash> consistency_proof(const Nodes& nodes, std::uint64_t first, std::uint64_t second) {
  std::vector<Hash> out;
  add_consistency(nodes, first, 0, second, true, out);
  return out;
}

// RFC 9162, 2.1.3.2.
bool is_included(const Hash& leaf, std::uint64_t index, std::uint64_t size,
                 const std::vector<Hash>& proof, const Hash& root) {
  if (index >= size) return false;
  std::uint64_t fn = index, sn = size - 1;
  Hash at = leaf;
  for (const Hash& hash : proof) {
    if (sn == 0) return false;
    if ((fn & 1) != 0 || fn == sn) {
      at = node_hash(hash, at);
      while ((fn & 1) == 0 && fn != 0) fn >>= 1, sn >>= 1;
    } else {
      at = node_hash(at, hash);
    }
    fn >>= 1, sn >>= 1;
  }
  return sn == 0 && at == root;
}

// RFC 9162, 2.1.4.2.
bool is_beginning(std::uint64_t first, std::uint64_t second, const Hash& first_root,
                  const Hash& second_root, const std::vector<Hash>& proof) {
  if (first == 0 || first > second) return false;
  if (first == second) return proof.empty() && first_root == second_root;
  std::vector<Hash> path = proof;
  if (std::has_single_bit(first)) path.insert(path.begin(), first_root);
  if (path.empty()) return false;
  std::uint64_t fn = first - 1, sn = second - 1;
  while ((fn & 1) != 0) fn >>= 1, sn >>= 1;
  Hash old_root = path[0], new_root = path[0];
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (sn == 0) return false;
    if ((fn & 1) != 0 || fn == sn) {
      old_root = node_hash(path[i], old_root);
      new_root = node_hash(path[i], new_root);
      while ((fn & 1) == 0 && fn != 0) fn >>= 1, sn >>= 1;
    } else {
      new_root = node_hash(new_root, path[i]);
    }
    fn >>= 1, sn >>= 1;
  }
  return sn == 0 && old_root == first_root && new_root == second_root;
}

Frontier::Frontier(const Nodes& nodes, std::uint64_t size) : size_(size) {
  std::uint64_t begin = 0;
  for (unsigned level = 64; level-- > 0;) {
    if (((size >> level) & 1) == 0) continue;
    peaks_.push_back(nodes(level, begin >> level));
    begin += std::uint64_t{1} << level;
  }
}

Hash Frontier::root() const {
  if (peaks_.empty()) return digest("");
  Hash out = peaks_.back();
  for (std::size_t i = peaks_.size() - 1; i-- > 0;) out = node_hash(peaks_[i], out);
  return out;
}

void Frontier::append(
    const Hash& leaf,
    const std::function<void(unsigned level, std::uint64_t at, const Hash&)>& made) {
  peaks_.push_back(leaf);
  unsigned level = 0;
  for (std::uint64_t rest = size_; (rest & 1) != 0; rest >>= 1) {
    const Hash right = peaks_.back();
    peaks_.pop_back();
    peaks_.back() = node_hash(peaks_.back(), right);
    ++level;
    made(level, size_ >> level, peaks_.back());
  }
  ++size_;
}

}  // namespace cogs::store
