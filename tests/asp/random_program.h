// SPDX-License-Identifier: Apache-2.0
//
// Random small programs of the class on which the solver promises to be exact: no function
// symbols, every variable of a clause in a positive literal of its body, integers from facts only.
#pragma once

#include <cstdint>
#include <string>

#include "asp/small_program.h"

namespace cogs::asp {

struct RandomProgram {
  std::string kind;
  Program program;                            // without a query
  std::vector<std::vector<Literal>> queries;  // several for one program
};

// The same seed gives the same program on every machine.
RandomProgram random_program(std::uint64_t seed);
// Beyond that class: variables that only negated literals, comparisons of names or the head have.
RandomProgram random_unsafe_program(std::uint64_t seed);

}  // namespace cogs::asp
