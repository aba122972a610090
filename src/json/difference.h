// SPDX-License-Identifier: Apache-2.0
//
// Where two values differ.
#pragma once

#include <string>
#include <vector>

#include "json/value.h"

namespace cogs::json {

// A place where two values differ: "/proof/children/0/goal", and what stands there.
struct Difference {
  std::string where;          // a JSON pointer (RFC 6901)
  base::Place place;          // in the text of the first value
  std::string first, second;  // as JSON, cut short; "" where there is nothing
};

// In the order of the first value, at most `most`. The order of members does not matter.
std::vector<Difference> differences(const Value& first, const Value& second,
                                    const std::string& where = {}, std::size_t most = 3);

}  // namespace cogs::json
