// SPDX-License-Identifier: Apache-2.0
//
// A program of clingo's language -> its answer sets as clingo finds them.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace cogs::asp {

// All answer sets, or with costs those of least cost, as clingo finds them.
struct ClingoSets {
  std::multiset<std::set<std::string>> sets;
  std::vector<long long> costs;
  bool refused = false;  // it has no answer to this program
};
ClingoSets clingo_sets(const std::string& program, bool ignore_costs);

}  // namespace cogs::asp
