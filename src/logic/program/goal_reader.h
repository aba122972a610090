// SPDX-License-Identifier: Apache-2.0
//
// Terms -> heads, goals and bodies. Internal to src/logic.
//
// Reports what is not a goal, and registers each predicate that is called with the place of its
// first call. Fractions and constants become numbers and values on the way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "logic/program/program_draft.h"

namespace cogs::logic {

class GoalReader {
 public:
  GoalReader(ProgramDraft& draft, FileId file);

  // The conjunctions that a body stands for: one, unless it has a `;`. nullopt after an error.
  std::optional<std::vector<std::vector<Goal>>> read_body(TermId body);
  // One literal; nullopt after an error.
  std::optional<Goal> read_literal(TermId term);

  struct Head {
    PredicateId predicate;
    TermId atom;
  };
  // The head of a clause, once for each value of its ranges; nullopt after an error.
  std::optional<std::vector<Head>> read_head(TermId term);

 private:
  bool refuse(TermId term, std::string message, std::string help = {});
  bool check_callable(TermId term);
  bool is_own(TermId atom) const;
  bool check_available(TermId term);
  std::optional<Goal> read_builtin(Goal goal, GoalKind kind);
  std::optional<TermId> read_inner(TermId term);
  std::optional<TermId> inner_conjunction(TermId term);
  TermId rename(TermId term, std::string_view name);
  // The atom with its constants and fractions replaced; nullopt if it has a range.
  std::optional<TermId> plain_atom(TermId atom);
  std::optional<TermId> replaced(TermId term) const;
  std::optional<std::vector<Head>> write_out_ranges(Head head);
  void register_call(PredicateId predicate, Span span);

  ProgramDraft& draft_;
  Terms& terms_;
  FileId file_;
  Messages& messages_;
};

// Whether the term of a head or literal could be an atom: a name, with or without arguments.
bool is_atom_shape(const Terms& terms, TermId term);

}  // namespace cogs::logic
