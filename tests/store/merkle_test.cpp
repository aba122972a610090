// SPDX-License-Identifier: Apache-2.0
#include "store/merkle.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace cogs::store {
namespace {

// Straight from RFC 9162, 2.1.1, by recursion over all leaves.
Hash slow_root(const std::vector<std::string>& entries, std::size_t begin, std::size_t end) {
  if (begin == end) return digest("");
  if (end - begin == 1) return leaf_hash(entries[begin]);
  std::size_t split = 1;
  while (split * 2 < end - begin) split *= 2;
  return node_hash(slow_root(entries, begin, begin + split),
                   slow_root(entries, begin + split, end));
}

class Log {
 public:
  void append(const std::string& entry) {
    const std::uint64_t at = frontier_.size();
    entries.push_back(entry);
    levels_.resize(64);
    levels_[0].push_back(leaf_hash(entry));
    frontier_.append(leaf_hash(entry), [&](unsigned level, std::uint64_t place, const Hash& hash) {
      EXPECT_EQ(place, levels_[level].size());
      EXPECT_EQ(place, at >> level);
      levels_[level].push_back(hash);
    });
  }
  Nodes nodes() const {
    return [this](unsigned level, std::uint64_t at) { return levels_.at(level).at(at); };
  }
  const Frontier& frontier() const { return frontier_; }
  std::vector<std::string> entries;

 private:
  std::vector<std::vector<Hash>> levels_;
  Frontier frontier_;
};

std::string hex_of(const Hash& hash) { return hex(bytes_of(hash)); }

// The eight entries and roots that implementations of RFC 6962 and 9162 are tested with.
TEST(Merkle, KnowsTheRootsOfTheEightUsualEntries) {
  const std::vector<std::string> entries = {
      "",
      std::string("\x00", 1),
      "\x10",
      "\x20\x21",
      "\x30\x31",
      "\x40\x41\x42\x43",
      "\x50\x51\x52\x53\x54\x55\x56\x57",
      "\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f"};
  const std::vector<std::string> roots = {
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"};
  Log log;
  EXPECT_EQ(hex_of(log.frontier().root()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  for (std::size_t i = 0; i < entries.size(); ++i) {
    log.append(entries[i]);
    EXPECT_EQ(hex_of(log.frontier().root()), roots[i]) << i;
  }
}

TEST(Merkle, AgreesWithTheDefinitionAndProvesEveryEntryOfEverySize) {
  Log log;
  std::vector<Hash> roots = {digest("")};
  constexpr std::uint64_t most = 70;
  for (std::uint64_t i = 0; i < most; ++i) {
    log.append("entry " + std::to_string(i * i));
    roots.push_back(log.frontier().root());
    ASSERT_EQ(roots.back(), slow_root(log.entries, 0, i + 1));
    ASSERT_EQ(roots.back(), tree_root(log.nodes(), i + 1));
    ASSERT_EQ(Frontier(log.nodes(), i + 1).root(), roots.back());
  }
  for (std::uint64_t size = 1; size <= most; ++size) {
    for (std::uint64_t i = 0; i < size; ++i) {
      const auto proof = inclusion_proof(log.nodes(), i, size);
      const Hash leaf = leaf_hash(log.entries[i]);
      ASSERT_TRUE(is_included(leaf, i, size, proof, roots[size]));
      EXPECT_FALSE(is_included(leaf, i + 1 < size ? i + 1 : i - 1, size, proof, roots[size]));
      EXPECT_FALSE(is_included(leaf, i, size, proof, roots[size - 1]));
      if (!proof.empty()) {
        auto shorter = proof;
        shorter.pop_back();
        EXPECT_FALSE(is_included(leaf, i, size, shorter, roots[size]));
      }
    }
    for (std::uint64_t first = 1; first <= size; ++first) {
      const auto proof = consistency_proof(log.nodes(), first, size);
      ASSERT_TRUE(is_beginning(first, size, roots[first], roots[size], proof));
      EXPECT_FALSE(is_beginning(first, size, roots[first - 1], roots[size], proof));
      if (first < size) {
        EXPECT_FALSE(is_beginning(first, size, roots[first], roots[size - 1], proof));
      }
    }
  }
}

TEST(Merkle, TakesNoProofThatIsAltered) {
  base::Random random(7);
  Log log;
  for (int i = 0; i < 33; ++i) log.append(std::to_string(i));
  const Hash root = log.frontier().root();
  for (int round = 0; round < 500; ++round) {
    const std::uint64_t index = random.below(33);
    auto proof = inclusion_proof(log.nodes(), index, 33);
    Hash& hash = proof[random.below(static_cast<std::uint32_t>(proof.size()))];
    hash[random.below(32)] ^= static_cast<std::uint8_t>(1u << random.below(8));
    EXPECT_FALSE(is_included(leaf_hash(log.entries[index]), index, 33, proof, root));
  }
}

}  // namespace
}  // namespace cogs::store
