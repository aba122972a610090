// SPDX-License-Identifier: Apache-2.0
//
// seed -> a random small question: a model as `.cogs` text with everything that semantics.md 1
// knows, records to start from, and options of a run. Never a model that must be refused.
//
// The state space is kept to a few hundred concrete states, so that the exhaustive oracle is
// quick.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/case.h"

namespace cogs::oracle {

struct RandomQuestion {
  std::vector<std::string> model;                 // lines, mostly of one statement
  std::vector<std::vector<std::string>> records;  // several to choose from, "name=value"
  std::vector<std::string> options;
};

RandomQuestion random_question(std::uint64_t seed);

// The question with the first of its records that has the undesired decision and, for two seeds in
// four, breaks no rule, for one, breaks some; with another one if there is none.
Case random_case(std::uint64_t seed);

}  // namespace cogs::oracle
