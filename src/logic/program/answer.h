// SPDX-License-Identifier: Apache-2.0
//
// An answer: what the query's variables are, the literals of the partial answer set that the
// proof rests on, and the proof itself. All of it data; wording and formats are elsewhere.
//
// The answer owns its terms. A variable is a term of kind variable; within one answer equal
// names are one variable. Query variables keep their names; fresh ones are named A, B, .. Z, A1..
// and never like a query variable. What is known of variables are the constraints.
// What always holds: for every choice of values for the `each` variables within the constraints
// there is an answer set of the program that contains every positive literal and no negated one,
// for all values of the `all` variables within the constraints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logic/program/program.h"
#include "logic/syntax/term.h"

namespace cogs::logic {

// p(X), -p(X), not p(X), not -p(X).
struct Literal {
  bool negated = false;
  bool classical = false;
  TermId atom;  // without `not` and minus sign
};

struct Binding {
  std::string variable;  // of the query
  TermId value;          // a variable of the answer if it is unbound
};

enum class NodeKind : std::uint8_t {
  query,         // the root: its children are the goals of the query, then `checks` if any
  literal,       // a literal of a predicate of the program
  builtin,       // `term` with the values that it had: 20000 < 30000
  clause_fails,  // below a negated literal: this clause does not give it, because of the children
  checks,        // the denials and odd loops: one child of kind `check` each
  check,         // one denial or one clause of an odd loop: why it is not broken; or the bounds of
                 // a choice: why they are kept
  // Of clingo's language:
  aggregate,  // `term`: what an aggregate came to, #sum = 7; its children are elements
  element,    // `term`: a tuple that counts, because of the children
  cost,       // `term`: what the weak constraints of a priority come to; its children are elements
};

// How a literal is supported.
enum class Support : std::uint8_t {
  proved,    // by its children; a fact has none
  repeated,  // proved elsewhere in this proof
  assumed,   // by itself through an even number of negations
  abduced,
  chosen,  // by a choice; its children are the body and the bounds
};

struct ProofNode {
  NodeKind kind = NodeKind::literal;
  Support support = Support::proved;
  Literal literal;                 // of kind literal
  TermId term;                     // of kind builtin
  std::optional<ClauseId> clause;  // the clause used, failing or checked
  std::vector<std::uint32_t> children;
};

// What an answer set costs by the weak constraints of one priority.
struct Cost {
  std::int64_t priority = 0, value = 0;
};

struct Answer {
  Terms terms;
  // Whether there are values at all that meet the constraints could not be decided: there is such
  // an answer if there are.
  bool undecided = false;
  std::vector<Binding> bindings;  // all named variables of the query, by name
  // Each an operator term: #>(X,3), #=<(+(X,Y),3), \=(X,a), \=(X,f(_)), \=(p(X,Y),p(a,b)),
  // integer(X), not(integer(X)), *(X,Y)#=6. A variable `_` inside is universal: X differs from
  // every f(..).
  std::vector<TermId> constraints;
  std::vector<std::string> universal;  // the variables of kind `all`, sorted
  // Sorted by atom, then p < not p < -p < not -p; no duplicates; `not p` is dropped beside -p.
  // #show is not applied.
  std::vector<Literal> literals;
  std::vector<ProofNode> proof;  // the root first; empty if no proof was asked for

  // Of a program of clingo's language: `literals` are all atoms of an answer set, without negated
  // ones.
  bool whole_set = false;
  std::vector<Cost> costs;  // by descending priority
  bool optimal = false;     // no answer set costs less
};

}  // namespace cogs::logic
