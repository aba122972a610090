// SPDX-License-Identifier: Apache-2.0
//
// An independent judge of answers: the program as written and the answer's literals and bindings
// decide, not how the answer was found.
//
//   if (auto wrong = what_is_wrong(program, answer)) ...     // "not p(a), although line 3 ..."
//
// Checked is that
//   * every positive literal has a clause instance whose body the answer has, so that the literals
//     can be ordered with every one after those that it rests on;
//   * every negated literal has each of its clause instances blocked by a literal of the answer or
//     a built-in goal that does not hold;
//   * no literal is there with its opposite, nor p with -p;
//   * the query holds under the bindings;
//   * no instance of a denial holds.
// Exact for ground answers of programs whose clauses are safe. Else by samples: `each` variables
// get a few values within the constraints; `all` variables and the variables of clause bodies that
// nothing binds range over the constants of program and answer and a few strangers.
//
// Predicates that cannot depend on a choice (safe clauses, no loop through negation) are computed
// on the side, from the bottom up and within bounds: where the answer does not list one of their
// literals, and also where it does, this is what counts.
// Of the other predicates with safe clauses it is computed in the same way what can be true at all;
// nothing else needs to be refuted by the answer.
// Single atoms of predicates that do not depend on a choice, but cannot be computed in this way,
// are judged when they are asked for (truth.h).
// What is out of reach (findall, forall, unknown functions, bounds exceeded; a reason that would
// have to be looked for among all values there are) is never called wrong: the result is
// `unchecked` then.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/budget.h"
#include "logic/program/answer.h"
#include "logic/program/program.h"

namespace cogs::logic {

struct CheckOptions {
  bool denials = true;                   // false for answers found with the checks left out
  std::uint64_t most_steps = 1'000'000;  // for each answer, and for the side computation
  base::Limits limits = {};              // of the whole run
};

struct CheckResult {
  std::optional<std::string> wrong;
  bool unchecked = false;  // something could not be judged
};

// For many answers of one program.
class AnswerChecker {
 public:
  explicit AnswerChecker(const Program& program, const CheckOptions& options = {});
  ~AnswerChecker();

  CheckResult check(const Answer& answer);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::optional<std::string> what_is_wrong(const Program& program, const Answer& answer,
                                         bool* unchecked = nullptr,
                                         const CheckOptions& options = {});

}  // namespace cogs::logic
