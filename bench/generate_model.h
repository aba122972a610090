// SPDX-License-Identifier: Apache-2.0
//
// seed -> a large random model of a given size, as `.cogs` text, and records to start from.
//
// The models resemble what a rule learner gives on tables: rules of 3 to 6 tests over numeric
// and categorical features, a third of them with exceptions, and causal rules for one feature in
// five. Tests are chosen so tight that a random record meets `firing` rules on average, whatever
// the number of rules; so most records are turned down, and have a way out.
//
// In a crowded family features have few values, prices differ, hardly anything is restricted, and
// records meet many rules at once: changes get in each other's way, and answers are dear.
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
  std::uint32_t thresholds = 5;  // distinct ones of each numeric feature, at most
  double firing = 3;             // rules that a random record meets, on average
  std::uint32_t dearest = 1;     // a direct change costs 1 to this much
  bool crowded = false;          // as above; every record then meets 3 to 15 rules
  std::uint64_t seed = 1;
};

Family crowded_family(std::uint32_t features, std::uint32_t rules);

struct Generated {
  std::string model;
  // Values drawn in causal order, so that records obey the causal rules where they can; of a
  // crowded family one in three breaks some.
  std::vector<std::vector<model::Field>> records;
};

Generated generate(const Family& family, std::uint32_t records);

}  // namespace cogs::bench
