// SPDX-License-Identifier: Apache-2.0
//
// Whether the true atoms on a loop with several heads of one disjunction are a least choice: with
// a ; b, a :- b and b :- a, both atoms support each other and yet are needed. A set of true atoms
// that could all be false at once, with everything else as it is, is looked for by a small search
// of its own (Koch, Leone and Pfeifer 2003).
#pragma once

#include <vector>

#include "logic/ground/assignment.h"
#include "logic/ground/completion.h"

namespace cogs::logic {

class MinimalCheck {
 public:
  MinimalCheck(const GroundProgram& ground, const Completion& completion, Assignment& assignment);

  // When every atom is decided. Where a loop holds more than it must, adds a clause that says so:
  // then found() is true. Returns a broken clause, or Assignment::no_clause.
  Assignment::ClauseIndex run();
  bool found() const { return found_; }

 private:
  // A rule with heads on the loop; `literal` its body.
  struct Rule {
    Lit body;
    std::vector<std::uint32_t> heads, others, positive;  // variables; others: heads off the loop
  };
  struct Loop {
    std::vector<std::uint32_t> members;
    std::vector<Rule> rules;
  };

  std::vector<std::uint32_t> removable(const Loop& loop) const;
  std::vector<Lit> why(const Loop& loop, const std::vector<std::uint32_t>& removed) const;

  Assignment& assignment_;
  std::vector<Loop> loops_;
  bool found_ = false;
};

}  // namespace cogs::logic
