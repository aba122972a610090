// SPDX-License-Identifier: Apache-2.0
//
// seed -> a large random model of a given size, as `.cogs` text, and records to start from.
//
// The models resemble what a rule learner gives on tables: rules of 3 to 6 tests over numeric
// and categorical features, a third of them with exceptions, and causal rules for one feature in
// five. Tests are chosen so tight that a random record meets `firing` rules on average, whatever
// the number of rules; so most records are turned down, and have a way out.
//
// The same parameters and seed give the same text on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/record.h"

namespace cogs::bench {

struct Family {
  std::uint32_t features = 10;
  std::uint32_t rules = 10;      // of the decision; exceptions and causal rules come on top
  std::uint32_t thresholds = 5;  // distinct ones of each numeric feature
  double firing = 3;             // rules that a random record meets, on average
  std::uint32_t dearest = 1;     // a direct change costs 1 to this much
  std::uint64_t seed = 1;
};

struct Generated {
  std::string model;
  // Values drawn in causal order, so that records obey the causal rules where they can.
  std::vector<std::vector<model::Field>> records;
};

Generated generate(const Family& family, std::uint32_t records);

}  // namespace cogs::bench
