// SPDX-License-Identifier: Apache-2.0
//
// The end of a proof -> Answer: bindings, literals, constraints on what is left open, and the proof
// itself. An answer that was given before is not given again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "logic/goal/code.h"
#include "logic/goal/saves.h"
#include "logic/goal/store.h"
#include "logic/solve.h"

namespace cogs::logic {

using NodeId = std::uint32_t;

// Of a proof under way; parents come before their children.
struct GoalNode {
  static constexpr std::uint32_t nothing = 0xFFFFFFFF;

  NodeKind kind = NodeKind::literal;
  Support support = Support::proved;
  bool negated = false;
  GoalKind goal = GoalKind::call;
  PredicateId predicate;
  Word term;
  std::uint32_t clause = nothing;  // source clause
  NodeId parent = nothing;
  std::uint32_t entry = nothing;  // of the candidate
  std::uint32_t depth = 0;
  std::size_t key = 0;  // of the variant, for positive literals with variables
};

class AnswerWriter {
 public:
  AnswerWriter(const Program& program, const SolveOptions& options, const Code& code, Store& store,
               Builder& builder, Saves& saves)
      : program_(program),
        options_(options),
        code_(code),
        store_(store),
        builder_(builder),
        saves_(saves) {}

  // Terms that share parts can be too large to be written down.
  bool too_large(const std::vector<GoalNode>& nodes,
                 const std::vector<Word>& query_variables) const;
  // Nullopt: this answer was given before. The store is left as it was.
  std::optional<Answer> write(const std::vector<GoalNode>& nodes,
                              const std::vector<Word>& query_variables);
  // Whether a disequality says anything: not if another keeps one of the pairs apart already.
  bool may_be_equal(const std::vector<std::pair<Word, Word>>& pairs);

 private:
  class Making;
  bool is_hidden(PredicateId predicate) const;
  bool is_too_large(Word term, std::unordered_map<Word, double>& sizes) const;

  const Program& program_;
  const SolveOptions& options_;
  const Code& code_;
  Store& store_;
  Builder& builder_;
  Saves& saves_;
  std::unordered_set<std::string> given_;
};

}  // namespace cogs::logic
