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

#include "logic/program.h"
#include "logic/term.h"

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
  check,         // one denial or one clause of an odd loop: why it is not broken
};

// How a literal is supported.
enum class Support : std::uint8_t {
  proved,    // by its children; a fact has none
  repeated,  // proved elsewhere in this proof
  assumed,   // by itself through an even number of negations
  abduced,
};

struct ProofNode {
  NodeKind kind = NodeKind::literal;
  Support support = Support::proved;
  Literal literal;                 // of kind literal
  TermId term;                     // of kind builtin
  std::optional<ClauseId> clause;  // the clause used, failing or checked
  std::vector<std::uint32_t> children;
};

struct Answer {
  Terms terms;
  std::vector<Binding> bindings;  // all named variables of the query, by name
  // Each an operator term: #>(X,3), #=<(+(X,Y),3), \=(X,a), \=(X,f(_)), \=(p(X,Y),p(a,b)),
  // integer(X). A variable `_` inside is universal: X differs from every f(..).
  std::vector<TermId> constraints;
  std::vector<std::string> universal;  // the variables of kind `all`, sorted
  // Sorted by atom, then p < not p < -p < not -p; no duplicates; `not p` is dropped beside -p.
  // #show is not applied.
  std::vector<Literal> literals;
  std::vector<ProofNode> proof;  // the root first; empty if no proof was asked for
};

}  // namespace cogs::logic
