// SPDX-License-Identifier: Apache-2.0
//
// A closed world: variables that negated goals alone would leave open range over the constants
// of the program, as users of clingo expect.
//
//   c :- not b(X).      becomes      c :- '$constant'(X), not b(X).
//
// Without this, X ranges over all terms, and `c` holds if b fails for any of them.
// A variable is left open by a clause or query if a negated goal has it, and no positive literal,
// and no `=`, `is`, `#=` or `findall` that could give it its value.
#pragma once

#include "logic/program/program.h"

namespace cogs::logic {

// Clauses and query. Doing it again changes only what is new, such as another query.
void close_world(Program& program);

}  // namespace cogs::logic
