// SPDX-License-Identifier: Apache-2.0
//
// The part of a proof that is shown, as s(CASP) chooses it: Answer -> tree of shown nodes.
//
// A node that is left out hands its children to its parent. What is left out:
//   usual     clauses that fail; `true`, and what only compares terms (= and \=, see the header
//             of usual_builtin in the .cpp): the literals show the same
//   positive  (--pos, --mid) negated literals as well; checks stay
//   brief     (--short) also everything below a negated literal, all built-in goals and what is
//             proved elsewhere
//   all       (--long) nothing
// The node of the checks is left out if there is nothing below it.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/program/answer.h"
#include "logic/program/program.h"

namespace cogs::present {

enum class ProofDetail { usual, positive, brief, all };

struct ShownNode {
  std::uint32_t node = 0;    // in Answer::proof
  std::uint32_t number = 0;  // of a check: from 1; of a clause that fails: among its predicate's
  std::uint32_t above = 0;   // of a clause that fails: the literal that it does not give
  std::uint32_t depth = 0;   // of the root: 0
  std::vector<std::uint32_t> children;
};

// In preorder, the root first; empty if the answer has no proof.
std::vector<ShownNode> shown_proof(const logic::Program& program, const logic::Answer& answer,
                                   ProofDetail detail);

}  // namespace cogs::present
