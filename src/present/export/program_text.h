// SPDX-License-Identifier: Apache-2.0
//
// Logic programs as text: literals, clauses, and with `--code` the whole program together with
// what the search makes of it.
//
//   clause_text(program, clause)       flies(X) :-
//                                          bird(X),
//                                          not ab(X).
//   code_text(program, {})             ... not flies(A) :- not o_flies_1(A). ...
//
// The dual clauses say when a literal does not hold: `not p` holds if every clause of p is
// blocked (`not o_p_1`, `not o_p_2`), and a clause is blocked if one of its goals is false, for
// all values of the variables that only its body has (`o_p_1_vh3`). The checks say the same of
// denials and of clauses on odd loops (`o_chk_1`). The search need not use them in this form.
// The texts can hold any character that a quoted atom can: safe_text() them for a terminal.
#pragma once

#include <string>

#include "logic/program/program.h"
#include "present/words/term_text.h"

namespace cogs::present {

// "not -p(X)", "X #> 3".
std::string goal_text(const logic::Program& program, const logic::Goal& goal,
                      const TermStyle& style = {.spaced = true, .wide_relations = true});
// A clause or denial with its full stop, one goal a line.
std::string clause_text(const logic::Program& program, const logic::Clause& clause);
// "?- p(X),\n   q(X)."; "" if there is no query.
std::string query_text(const logic::Program& program);

struct CodeOptions {
  bool duals = true;
  bool checks = true;
  bool plain_duals = false;  // goals before the false one are left out
  bool odd_loops = true;     // among the checks
};

// The program by sections: query, predicates, dual clauses, checks.
std::string code_text(const logic::Program& program, const CodeOptions& options = {});

}  // namespace cogs::present
