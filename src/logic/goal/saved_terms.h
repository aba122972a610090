// SPDX-License-Identifier: Apache-2.0
//
// Copies of terms and goals that do not live in a Store. Internal to src/logic/goal; saves.h makes
// them, builder.h makes terms of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "logic/goal/code.h"
#include "logic/goal/store.h"

namespace cogs::logic {

struct SavedTerms {
  std::vector<Word> words;
  std::vector<VariableKind> slots;  // universal ones stay so
};
struct SavedAtom {
  SavedTerms terms;
  Word atom;
};
struct Saved {
  SavedTerms terms;
  std::vector<std::pair<Word, Word>> equations;  // older variable, value
  std::vector<CodeGoal> constraints;             // disequalities and numeric relations
  std::vector<CodeGoal> goals;
  bool incomplete = false;  // something waits that cannot be negated
};
struct TableAnswer {
  SavedTerms terms;
  Word atom;
  std::vector<CodeGoal> constraints;
};

using VariantKey = std::vector<std::uint64_t>;
struct KeyHash {
  std::size_t operator()(const VariantKey& key) const;
};

}  // namespace cogs::logic
