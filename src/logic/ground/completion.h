// SPDX-License-Identifier: Apache-2.0
//
// Ground program -> propositional clauses, and what the search asks of the ground program: the
// clauses of an atom, its loops, and the checks.
//
// Every open atom is a variable, and so is every body of two or more literals. The clauses say
// that a clause whose body is true has a true head, and that a true atom has a clause whose body
// is true (Clark's completion); that support is not circular is the business of UnfoundedSets.
// The checks are the denials and the clauses on odd loops of the ground program. Once each has a
// head that is true or a literal that is false, everything still open can be completed to an
// answer set, for what is left has no odd loop.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/ground/assignment.h"
#include "logic/ground/program.h"

namespace cogs::logic {

class Completion {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  // Adds the variables and clauses to `assignment`, which must be new. Without `odd_loops`, the
  // checks are the denials only.
  Completion(const GroundProgram& ground, bool odd_loops, Assignment& assignment);

  Lit lit(GroundLiteral literal) const {
    return Lit(variables_[literal.atom().index()], literal.negated());
  }
  Lit lit(AtomId atom) const { return lit(GroundLiteral(atom, false)); }
  // Of the first atoms() variables.
  std::uint32_t atoms() const { return static_cast<std::uint32_t>(atoms_.size()); }
  AtomId atom(std::uint32_t variable) const { return atoms_[variable]; }
  // The ground clauses of the variable's atom, in the order of the text.
  std::span<const std::uint32_t> clauses(std::uint32_t variable) const {
    return {clauses_.data() + first_clause_[variable],
            first_clause_[variable + 1] - first_clause_[variable]};
  }
  // True exactly when the body of the ground clause is.
  Lit body(std::uint32_t clause) const { return bodies_[clause]; }
  // The same, but on a loop through several heads of a disjunction: without what it says of the
  // other heads on the loop, which may be true as well.
  Lit support(std::uint32_t clause) const {
    const auto found = supports_.find(clause);
    return found == supports_.end() ? bodies_[clause] : found->second;
  }
  // Of a disjunction: its body, without what a clause of it says of the other heads.
  Lit disjunction_body(std::uint32_t disjunction) const { return disjunction_bodies_[disjunction]; }
  // Loops with several heads of one disjunction: being supported is not enough there
  // (minimal.h).
  const std::vector<std::uint32_t>& shared_loops() const { return shared_loops_; }
  // A variable that is true.
  Lit always() const { return always_; }
  // True exactly when all (any) of the literals are.
  Lit all_of(std::vector<Lit> literals, Assignment& assignment);
  Lit any_of(std::vector<Lit> literals, Assignment& assignment);
  // The positive loop that the variable's atom is on, or none.
  std::uint32_t loop(std::uint32_t variable) const { return loops_[variable]; }
  std::uint32_t loops() const { return loop_count_; }
  // Ground clauses and denials, in the order of the text.
  const std::vector<std::uint32_t>& checks() const { return checks_; }

 private:
  void number_atoms(Assignment& assignment);
  void list_clauses();
  void add_clauses(Assignment& assignment);
  void find_loops(bool odd_loops);
  void add_disjunctions(Assignment& assignment);
  bool can_help(const GroundDefinition& definition, const GroundElement& element) const;

  const GroundProgram& ground_;
  std::vector<std::uint32_t> variables_;  // by atom
  std::vector<AtomId> atoms_;             // by variable
  std::vector<std::uint32_t> clauses_, first_clause_;
  std::vector<Lit> bodies_;
  std::vector<std::uint32_t> loops_;
  std::uint32_t loop_count_ = 0;
  std::vector<std::uint32_t> checks_;
  Lit always_;
  std::map<std::vector<Lit>, Lit> conjunctions_;
  std::unordered_map<std::uint32_t, Lit> supports_;  // by clause, where it is not the body
  std::vector<Lit> disjunction_bodies_;
  std::vector<std::uint32_t> shared_loops_;
};

}  // namespace cogs::logic
