// SPDX-License-Identifier: Apache-2.0
//
// seed -> a random question of middle size: more features and rules than enumeration of all
// states could take, but nothing that clingo could not answer within seconds. Exceptions to
// rules, causal rules in all modes with head sets that overlap, denials, restrictions, prices of
// every form, ordered sets, missing values, starts that break the rules, and options of a run.
#pragma once

#include <cstdint>
#include <string>

#include "model/model.h"
#include "path/path.h"

namespace cogs::clingo {

struct Sizes {
  int least_features = 6, most_features = 10;
  int least_rules = 8, most_rules = 25;
  int most_causes = 5;
  // Always a --max-length of 1 to 3: with many features clingo cannot look further.
  bool short_paths = false;
};
// What clingo can take with a short horizon only.
inline constexpr Sizes middle{20, 60, 20, 60, 12, true};

struct RandomQuestion {
  std::string text;     // the model, as a `.cogs` file
  std::string command;  // the record and the options, as a person would type them
  model::Model model;
  model::Record record;
  path::Options options;
};

RandomQuestion random_question(std::uint64_t seed, const Sizes& sizes = {});

}  // namespace cogs::clingo
