// SPDX-License-Identifier: Apache-2.0
//
// What `cogs check` says about an answer, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "output/json_value.h"
#include "output/safe_text.h"

namespace cogs::output {

struct CheckReport {
  std::vector<std::vector<std::string>> paths;  // the faults of each path; empty: it is right
  std::vector<std::string> claims;  // what else the answer says that a new search contradicts
  bool compared = true;             // false: the new search was cut short by a limit

  bool right() const;
};

std::string check_text(const CheckReport& report, const TextStyle& style);
JsonValue check_json(const CheckReport& report);

}  // namespace cogs::output
