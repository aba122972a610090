// SPDX-License-Identifier: Apache-2.0
//
// From code and saved terms to terms of the Store. A clause that is run, and a saved term that is
// used, has an environment: a value for each of its slots.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "logic/goal/code.h"
#include "logic/goal/saved_terms.h"
#include "logic/goal/store.h"

namespace cogs::logic {

// What holds where the goal does not.
CodeGoal dual(CodeGoal goal);

class Builder {
 public:
  Builder(Store& store, const Code& code)
      : store_(store), constants_(store.constants()), code_(code) {}

  // Environments are a stack: what was made after a size is dropped with it.
  std::uint32_t new_environment(std::uint32_t slots);
  std::uint32_t environment_of(const SavedTerms& terms, VariableKind kind);
  Word& slot(std::size_t at) { return environments_[at]; }
  std::size_t size() const { return environments_.size(); }
  void resize(std::size_t size) { environments_.resize(size); }
  std::size_t bytes() const { return environments_.capacity() * sizeof(Word); }

  // Slots without a value become new variables of this kind.
  Word build(Word code, const std::vector<Word>& arena, std::uint32_t environment,
             VariableKind kind = VariableKind::plain);
  CodeGoal build_goal(const CodeGoal& goal, std::uint32_t environment, VariableKind kind);
  CodeGoal build_saved(const CodeGoal& goal, const SavedTerms& terms, std::uint32_t environment);
  bool match(Word code, Word term, std::uint32_t environment);

  Word term_of(GoalKind kind, Word left, Word right);
  CodeGoal equation(Word left, Word right);  // left = right
  Word integer_term(Word word);
  Word tuple(const std::vector<Word>& words);
  Word renamed(Word term, std::vector<std::pair<Word, Word>>& renaming);
  // Constraints of the store as goals.
  CodeGoal relation_goal(const LinearConstraint& constraint);
  CodeGoal waiting_goal(const Suspended& waiting);

 private:
  // Stacks of build() and match(), kept so that they need not ask for memory.
  struct Open {
    std::uint32_t at, next;
  };

  Store& store_;
  Constants& constants_;
  const Code& code_;
  std::vector<Word> environments_;
  bool built_of_new_ = false;  // what build() made last has no variables that were there before
  std::vector<Open> build_open_;
  std::vector<Word> build_values_;
  std::vector<std::pair<Word, Word>> match_pairs_;
};

}  // namespace cogs::logic
