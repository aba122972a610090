// SPDX-License-Identifier: Apache-2.0
//
// The goals that are built in, by name and arity; their other spellings (`<=`, `.<.`, `\+`); and
// the goals inside terms, for findall, forall and call.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "logic/program/program.h"

namespace cogs::logic {

// The kind of goal that this name and arity mean; nullopt for predicates of the program.
// Other spellings are known too: `.<.` is number_less.
std::optional<GoalKind> builtin_kind(std::string_view name, std::size_t arity);
// Whether it compares the values of two arithmetic expressions; `is` does not.
bool is_comparison(GoalKind kind);
// Whether a program may define a predicate of this name, which is then not built in:
// forall/2, findall/3 and integer/1, which programs written for Prolog define for themselves.
bool can_be_defined(GoalKind kind);
// How a built-in goal is written: "#<" of number_less. Empty for a call.
std::string_view builtin_name(GoalKind kind);

// Whether the term is a negated goal, not(G) or \+ G.
bool is_negation(const Terms& terms, TermId term);

// The goals of a term such as (p(X), not -q(X), X > 3), as findall, forall and call hold them in
// a program that was read. nullopt if it is none: a variable, say, or a predicate that the
// program does not know.
std::optional<std::vector<Goal>> goals_of(const Program& program, TermId term);

}  // namespace cogs::logic
