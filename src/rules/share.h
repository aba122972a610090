// SPDX-License-Identifier: Apache-2.0
//
// A part of a whole as a number from 0 to 1; 0 where there is nothing.
#pragma once

#include <cstddef>

namespace cogs::rules {

inline double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace cogs::rules
