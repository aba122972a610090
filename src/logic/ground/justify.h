// SPDX-License-Identifier: Apache-2.0
//
// What an answer rests on. Starting from the goals of the query and the checks, every literal
// that is used is justified by others: a true atom by a clause whose body is true, without a
// circle; a false atom by a false literal in each of its clauses; a check by a head that is true
// or a literal that is false.
//
//   if (const auto choice = justifier.find_choice(goals)) decide(*choice);
//   else answer_from(justifier);
//
// Where something cannot be justified by what is decided, there is an open literal that would
// help, and the search has to decide it. Where all is justified, the literals used are an answer:
// whatever is left open has no odd loop and no denial, and can always be completed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/ground/completion.h"
#include "logic/ground/unfounded.h"

namespace cogs::logic {

class Justifier {
 public:
  Justifier(const GroundProgram& ground, const Completion& completion, UnfoundedSets& unfounded,
            const Assignment& assignment);

  // `goals` must be true.
  std::optional<Lit> find_choice(std::span<const Lit> goals);

  // After find_choice() has found nothing:
  // the literals of atoms that the answer uses, all true,
  const std::vector<Lit>& used() const { return used_; }
  bool is_used(Lit literal) const {
    return literal.code < marks_.size() && marks_[literal.code] == round_;
  }
  // the ground clause that a true atom rests on,
  std::uint32_t support(std::uint32_t variable) const { return supports_[variable]; }
  // the true literal that keeps a clause of a false atom, or a check, from harm: the negation of
  // a literal of its body, or (of a check) its head.
  Lit blocker(std::uint32_t clause) const { return blockers_[clause]; }

 private:
  void use(Lit literal);
  std::optional<Lit> justify_used();
  std::optional<Lit> justify_true(std::uint32_t variable);
  std::optional<Lit> justify_false(std::uint32_t variable);
  std::optional<Lit> use_body(std::uint32_t clause);
  bool find_blocker(std::uint32_t clause, bool head_counts);
  std::optional<Lit> find_unmet_check();
  Lit open_literal(std::uint32_t clause) const;

  const GroundProgram& ground_;
  const Completion& completion_;
  UnfoundedSets& unfounded_;
  const Assignment& assignment_;
  std::vector<Lit> used_;
  std::size_t next_ = 0;              // of used_, not yet justified
  std::vector<std::uint64_t> marks_;  // by literal: the round in which it was used
  std::uint64_t round_ = 0;
  std::vector<std::uint32_t> supports_;     // by variable
  std::vector<std::uint32_t> loop_rounds_;  // by loop: the round in which it was ranked
  std::vector<Lit> blockers_;               // by ground clause
  std::size_t next_check_ = 0;
};

}  // namespace cogs::logic
