// SPDX-License-Identifier: Apache-2.0
//
// An independent judge of answer sets of programs in clingo's language: only the program as
// written and the atoms of the answer decide.
//
// Checked is that
//   * every instance of a rule whose body holds has a head that holds, the bounds of choices are
//     kept, and no denial holds;
//   * no smaller set of atoms would do: with negated goals and aggregates as they are in the
//     answer, the rules whose bodies hold give every atom, step by step; where disjunctions leave
//     that open, by a search for a smaller set;
//   * the query holds under the bindings;
//   * the costs are what the weak constraints come to. That nothing costs less is not checked.
// Shares nothing with the engine but Terms and Program.
#pragma once

#include <memory>

#include "logic/check/answer.h"

namespace cogs::logic {

CheckResult check_set(const Program& program, const Answer& answer, const CheckOptions& options);

}  // namespace cogs::logic
