// SPDX-License-Identifier: Apache-2.0
//
// What `cogs check` says about an answer, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "json/value.h"
#include "present/words/safe_text.h"

namespace cogs::present {

struct CheckReport {
  std::vector<std::vector<std::string>> paths;  // the faults of each path; empty: it is right
  std::vector<std::string> claims;  // what else the answer says that a new search contradicts
  bool compared = true;             // false: the new search was cut short by a limit

  bool right() const;
};

std::string check_text(const CheckReport& report, const TextStyle& style);
json::Value check_json(const CheckReport& report);

}  // namespace cogs::present
