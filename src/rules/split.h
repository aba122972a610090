// SPDX-License-Identifier: Apache-2.0
//
// Rows -> a part to learn from and a part to test on. Every class is split in the same
// proportion, by a shuffle that depends on the seed alone; rows stay in ascending order.
#pragma once

#include <cstdint>
#include <vector>

#include "table/table.h"

namespace cogs::rules {

struct Split {
  std::vector<std::uint32_t> train, test;
};

// `share` of the rows of each class for the test, rounded to the nearest; rows without a label
// are in neither part.
Split hold_out(const table::Column& label, const std::vector<std::uint32_t>& rows, double share,
               std::uint64_t seed);

// `count` splits; each row is in the test part of exactly one. count must be at least 2.
std::vector<Split> fold(const table::Column& label, const std::vector<std::uint32_t>& rows,
                        std::size_t count, std::uint64_t seed);

}  // namespace cogs::rules
