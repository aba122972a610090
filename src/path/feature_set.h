// SPDX-License-Identifier: Apache-2.0
//
// A set of features of one model. Up to 128 features it needs no memory of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

namespace cogs::path {

class FeatureSet {
 public:
  explicit FeatureSet(std::uint32_t feature_count = 0)
      : words_((feature_count + 63) / 64), more_(words_ > inline_words ? words_ : 0, 0) {}

  void insert(std::uint32_t f) { data()[f / 64] |= std::uint64_t{1} << f % 64; }
  void erase(std::uint32_t f) { data()[f / 64] &= ~(std::uint64_t{1} << f % 64); }
  bool contains(std::uint32_t f) const { return data()[f / 64] >> f % 64 & 1; }
  void clear() { std::fill_n(data(), words_, 0); }

  bool empty() const {
    return std::all_of(data(), data() + words_, [](std::uint64_t w) { return w == 0; });
  }
  std::uint32_t size() const {
    std::uint32_t count = 0;
    for (std::uint32_t w = 0; w < words_; ++w) {
      count += static_cast<std::uint32_t>(__builtin_popcountll(data()[w]));
    }
    return count;
  }
  FeatureSet& operator|=(const FeatureSet& other) {
    for (std::uint32_t w = 0; w < words_; ++w) data()[w] |= other.data()[w];
    return *this;
  }
  bool meets(const FeatureSet& other) const {
    for (std::uint32_t w = 0; w < words_; ++w) {
      if (data()[w] & other.data()[w]) return true;
    }
    return false;
  }
  std::uint32_t common(const FeatureSet& other) const {
    std::uint32_t count = 0;
    for (std::uint32_t w = 0; w < words_; ++w) {
      count += static_cast<std::uint32_t>(__builtin_popcountll(data()[w] & other.data()[w]));
    }
    return count;
  }
  bool within(const FeatureSet& other) const {
    for (std::uint32_t w = 0; w < words_; ++w) {
      if (data()[w] & ~other.data()[w]) return false;
    }
    return true;
  }
  template <class Function>
  void for_each(Function&& function) const {
    for (std::uint32_t w = 0; w < words_; ++w) {
      for (std::uint64_t rest = data()[w]; rest != 0; rest &= rest - 1) {
        function(w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(rest)));
      }
    }
  }
  std::vector<std::uint32_t> list() const {
    std::vector<std::uint32_t> out;
    for_each([&](std::uint32_t f) { out.push_back(f); });
    return out;
  }
  friend bool operator==(const FeatureSet& a, const FeatureSet& b) {
    return a.words_ == b.words_ && std::equal(a.data(), a.data() + a.words_, b.data());
  }

 private:
  static constexpr std::uint32_t inline_words = 2;
  std::uint64_t* data() { return words_ > inline_words ? more_.data() : here_; }
  const std::uint64_t* data() const { return words_ > inline_words ? more_.data() : here_; }

  std::uint32_t words_;
  std::uint64_t here_[inline_words] = {0, 0};
  std::vector<std::uint64_t> more_;
};

}  // namespace cogs::path
