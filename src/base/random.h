// SPDX-License-Identifier: Apache-2.0
//
// Pseudo-random numbers that are the same everywhere for a seed (SplitMix64). The generators of
// the standard library are too, but its distributions and shuffles differ between libraries.
#pragma once

#include <cstdint>

namespace cogs::base {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  // 0 to bound - 1, each as likely as the others as long as the bound is far below 2^32.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace cogs::base
