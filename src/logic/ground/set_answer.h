// SPDX-License-Identifier: Apache-2.0
//
// The answer set at which the search stands -> answers: its atoms, the bindings of the query, and
// the proof.
#pragma once

#include <vector>

#include "logic/ground/completion.h"
#include "logic/ground/parts.h"
#include "logic/ground/set_proof.h"
#include "logic/ground/unfounded.h"
#include "logic/program/answer.h"

namespace cogs::logic {

class SetAnswers {
 public:
  SetAnswers(GroundProgram& ground, const Completion& completion, const PartClauses& parts,
             UnfoundedSets& unfounded, const Assignment& assignment, base::Budget& budget,
             bool full_proofs)
      : ground_(ground),
        completion_(completion),
        assignment_(assignment),
        proof_(ground, completion, parts, unfounded, assignment, budget, full_proofs) {}

  // One, or with a query one for each of its instances that hold.
  // `shown_only`: without atoms that #show leaves out.
  std::vector<Answer> build(const std::vector<Cost>& costs, bool proofs, bool shown_only);

 private:
  bool is_true(AtomId atom) const;
  bool is_true(GroundLiteral literal) const { return is_true(literal.atom()) != literal.negated(); }
  void list_atoms(bool shown_only);
  TermId atom_term(AtomId atom, Terms& terms) const;
  bool comes_before(AtomId a, AtomId b) const;

  GroundProgram& ground_;
  const Completion& completion_;
  const Assignment& assignment_;
  SetProof proof_;
  std::vector<AtomId> atoms_;    // true ones, in order
  std::vector<AtomId> certain_;  // those that all answer sets have, in order
  std::vector<bool> shown_;      // by predicate
  bool listed_ = false;
};

}  // namespace cogs::logic
