// SPDX-License-Identifier: Apache-2.0
//
// The tree of RFC 9162, section 2.1: one hash for a list of entries, proofs that an entry is in it
// and that an older list is its beginning. All of it works on the hashes of complete subtrees,
// which never change once they are there: who stores them (the database, a vector) says where they
// are.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "store/secrets.h"

namespace cogs::store {

Hash leaf_hash(std::string_view entry);
Hash node_hash(const Hash& left, const Hash& right);

// The hash of the 2^level leaves from at * 2^level on; level 0 is a leaf.
using Nodes = std::function<Hash(unsigned level, std::uint64_t at)>;

Hash tree_root(const Nodes& nodes, std::uint64_t size);
// `index` < `size`; hashes from the leaf up.
std::vector<Hash> inclusion_proof(const Nodes& nodes, std::uint64_t index, std::uint64_t size);
// 0 < `first` <= `second`.
std::vector<Hash> consistency_proof(const Nodes& nodes, std::uint64_t first, std::uint64_t second);

bool is_included(const Hash& leaf, std::uint64_t index, std::uint64_t size,
                 const std::vector<Hash>& proof, const Hash& root);
bool is_beginning(std::uint64_t first, std::uint64_t second, const Hash& first_root,
                  const Hash& second_root, const std::vector<Hash>& proof);

// What has to be known of a tree to append to it: its complete subtrees, the largest first.
class Frontier {
 public:
  Frontier() = default;
  Frontier(const Nodes& nodes, std::uint64_t size);

  std::uint64_t size() const { return size_; }
  Hash root() const;
  // `made` is called for each subtree that becomes complete, the leaf itself left out.
  void append(const Hash& leaf,
              const std::function<void(unsigned level, std::uint64_t at, const Hash&)>& made);

 private:
  std::uint64_t size_ = 0;
  std::vector<Hash> peaks_;
};

}  // namespace cogs::store
