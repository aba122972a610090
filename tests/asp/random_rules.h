// SPDX-License-Identifier: Apache-2.0
//
// Random programs of clingo's language: choices with bounds, disjunctions, aggregates, conditional
// literals, double negations, weak constraints. Statements are lines, so that a program that
// fails can be made smaller line by line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cogs::asp {

struct RulesProgram {
  std::vector<std::string> lines;
  bool has_costs = false;

  std::string text() const;
};

RulesProgram random_rules(std::uint64_t seed);

}  // namespace cogs::asp
