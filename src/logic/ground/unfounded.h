// SPDX-License-Identifier: Apache-2.0
//
// Finds sets of atoms that support only each other: they are false in every answer set.
//
// Every atom on a positive loop points to a clause that supports it, such that the pointers make
// no circle (source pointers; Simons, Niemelä and Soininen 2002). When a clause gets a false
// literal, only the atoms that pointed to it, directly or not, look for another one; those that
// find none are unfounded. Pointers need no undo: what supported an atom supports it again once
// the search has gone back.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/ground/assignment.h"
#include "logic/ground/completion.h"

namespace cogs::logic {

class UnfoundedSets {
 public:
  UnfoundedSets(const GroundProgram& ground, const Completion& completion, Assignment& assignment);

  // After Assignment::propagate() without a conflict. Where there is an unfounded set, adds a
  // clause that makes one of its atoms false, and then there is something to propagate again.
  // Returns a clause that is broken, or Assignment::no_clause.
  Assignment::ClauseIndex propagate();
  // Whether the last propagate() found anything.
  bool found() const { return found_; }

  // The ground clause that an atom on a loop rests on; its positive atoms on the same loop rest
  // on others, without a circle.
  std::uint32_t source(std::uint32_t variable) const {
    return supports_[sources_[variable]].clause;
  }

  // Of the atoms on a loop, those that rest on clauses whose bodies are true, without a circle:
  // clauses[variable] becomes that clause, and Completion::none for the others on the loop.
  void rank(std::uint32_t loop, std::vector<std::uint32_t>& clauses);

 private:
  // A clause of an atom on a loop, with the atoms of the same loop in its body.
  struct Support {
    std::uint32_t clause = 0, head = 0;
    Lit body;
    std::uint32_t begin = 0, end = 0;
  };

  void collect(const GroundProgram& ground);
  void find_first_sources();
  void go_back();
  void lose(std::uint32_t variable);
  void look_for_sources();
  bool try_support(std::uint32_t support);
  Assignment::ClauseIndex make_false(std::uint32_t variable);

  const Completion& completion_;
  Assignment& assignment_;
  std::vector<Support> supports_;
  std::vector<std::uint32_t> members_;                     // variables in bodies
  std::vector<std::vector<std::uint32_t>> loops_;          // variables on each loop
  std::vector<std::uint32_t> missing_;                     // by support; for rank()
  std::vector<std::vector<std::uint32_t>> supports_of_;    // by variable
  std::vector<std::vector<std::uint32_t>> used_in_;        // by variable: supports with it
  std::vector<std::vector<std::uint32_t>> supports_with_;  // by literal of the body
  std::vector<std::uint32_t> sources_;                     // by variable: a support
  std::vector<bool> lost_;
  std::vector<std::uint32_t> lost_list_;
  std::size_t seen_ = 0;  // of the trail
  bool found_ = false;
};

}  // namespace cogs::logic
