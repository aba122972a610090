// SPDX-License-Identifier: Apache-2.0
//
// Terms, effects and answers that survive the undoing of a Store: copies of them with numbered
// slots in place of variables. A Builder makes terms of them again.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "logic/goal/builder.h"
#include "logic/goal/code.h"
#include "logic/goal/saved_terms.h"
#include "logic/goal/store.h"

namespace cogs::logic {

class Saves {
 public:
  Saves(Store& store, Builder& builder) : store_(store), builder_(builder) {}

  // What holds since the mark, as goals that say it again: bindings of outer variables, the goals
  // given, disequalities, numeric constraints. `outer` are the outer variables of the conjunction.
  // With `only_effects`, variables that nothing outside is bound to are projected away.
  Saved save(const std::vector<CodeGoal>& goals, const Store::Mark& since,
             const std::vector<Word>& outer, bool only_effects);
  // The atom as it is now, with what is known of its variables.
  TableAnswer save_answer(Word atom, const Store::Mark& since);
  SavedAtom save_alone(Word atom) const;
  // Integers beside `keep` that say something of these.
  std::vector<NumberVariable> needed_integers(const std::vector<NumberVariable>& keep);

  // Equal for answers that are the same but for the names of their variables.
  VariantKey key_of(const TableAnswer& answer) const;
  // Equal for questions that are; `variables` get those of the goal.
  VariantKey question_key(const CodeGoal& goal, bool upper, std::vector<Word>& variables) const;
  // A slot, or one of the variables, occurs in the saved term.
  bool mentions(Word saved, const SavedTerms& terms, const std::vector<Word>& variables) const;

 private:
  Store& store_;
  Builder& builder_;
};

}  // namespace cogs::logic
