// SPDX-License-Identifier: Apache-2.0
//
// A logic program as it was written: clauses, denials, the query and the directives.
//
//   Program program = read_program({"birds.pl"}, files);     // read_program.h
//   for (const Clause& clause : program.clauses) ...
//
// Everything here is as in the source: no dual rules, no checks (compile.h adds these), except
// that what is only another way of writing is gone: a body with `;` has become several clauses,
// `1..3` in a fact several facts, the constants of `#const` their values, `3/4` a number, Ciao's
// `.<.` and the like `#<`, `<=` has become `=<`, `\+` has become `not`.
// Variables are terms of kind variable; within one clause, equal names are one variable, except
// `_`, which is a new one each time.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "base/id.h"
#include "logic/syntax/source.h"
#include "logic/syntax/term.h"

namespace cogs::logic {

using PredicateId = base::Id<struct PredicateTag>;
using ClauseId = base::Id<struct ClauseTag>;
using FileId = base::Id<struct FileTag>;

// p/1 and -p/1 are two predicates, joined by a denial where both are used.
struct Predicate {
  Symbol name;  // without the minus sign
  std::uint32_t arity = 0;
  bool classical = false;  // -p
  bool abducible = false;
  bool tabled = false;   // #table: calls are answered from tables where that can be
  bool library = false;  // defined by list_library.cpp: models do not show it
};

// What a goal asks. `call` is a literal of a predicate of the program; all others are built in.
enum class GoalKind : std::uint8_t {
  call,
  yes,  // true
  no,   // fail, false
  unify,
  differ,         // = and \=
  identical,      // ==
  not_identical,  // \==
  order_less,
  order_not_greater,
  order_greater,
  order_not_less,  // @< @=< @> @>=
  less,
  less_equal,
  greater,
  greater_equal,  // < =< > >=
  value_equal,
  value_differ,  // =:= =\=
  is,
  number_equal,
  number_differ,  // #= #<>
  number_less,
  number_less_equal,
  number_greater,
  number_greater_equal,  // #< #=< #> #>=
  integer,               // integer(X), a constraint
  find_all,              // findall(Template, Goal, List)
  for_all,               // forall(X, Goal), X a variable
  call_term,             // call(Goal)
  aggregate,             // #sum{..} >= 3, of clingo's language
  conditional,           // p(X) : q(X), of clingo's language
};

struct Goal {
  GoalKind kind = GoalKind::call;
  bool negated = false;   // `not`; of built-in goals too
  PredicateId predicate;  // of a call
  TermId term;            // the atom, without `not` and without the minus sign
  Span span;
  // Of clingo's language:
  bool twice = false;      // `not not`; then `negated` is false
  bool none = false;       // `not p(_, X)` or `not not p(_, X)` was written: see `part`
  std::uint32_t part = 0;  // of an aggregate or a conditional literal: in Program::aggregates
};

// What programs of clingo's language have and those of s(CASP) have not.

enum class AggregateFunction : std::uint8_t { count, sum, sum_plus, min, max };

// t1,..,tn : c1,..,cm in an aggregate or `#minimize`; LITERAL : c1,..,cm in a choice, a
// disjunction or a conditional literal.
struct Element {
  std::vector<TermId> tuple;
  std::vector<Goal> literal;  // one or none
  std::vector<Goal> condition;
  Span span;
};

struct AggregateBound {
  GoalKind relation = GoalKind::less_equal;  // what stands before it compared with `term`
  TermId term;
};

// #sum{..} with its bounds; for a conditional literal, its one element.
struct Aggregate {
  AggregateFunction function = AggregateFunction::count;
  std::vector<Element> elements;
  std::vector<AggregateBound> bounds;  // all must hold
};

// A head that is no single atom.
struct SpecialHead {
  enum class Kind : std::uint8_t {
    choice,       // {..} with its bounds
    disjunction,  // a ; b
    weak          // :~ body. [weight@priority, terms]: `tuple` of its one element begins with both
  };
  Kind kind = Kind::choice;
  std::vector<Element> elements;
  std::vector<AggregateBound> bounds;
  std::uint32_t bounds_part = 0;  // of a choice with bounds: these as a #count, in aggregates
};

struct Clause {
  bool has_head = false;  // without: a denial
  PredicateId predicate;  // of the head, if there is one
  TermId head;            // the atom, without the minus sign
  std::vector<Goal> body;
  FileId file;
  Span span;
  std::uint32_t special = no_special;  // in Program::special_heads; then has_head is false

  static constexpr std::uint32_t no_special = 0xFFFFFFFF;
  bool is_denial() const { return !has_head && special == no_special; }
};

// #pred LITERAL :: 'template with @(X) or {{X:type}}'.
struct WordTemplate {
  Goal pattern;            // a call; its arguments are variables (or atoms that name them)
  std::vector<Goal> when;  // conditions of the longer form
  std::string text;
  FileId file;
  Span span;
};

// #show p/1, not q/2.
struct Shown {
  PredicateId predicate;
  bool negated = false;
};

// Whose language a program is written in: that decides what an expression in an argument, `;` in
// a body and `/` between numbers mean, and whether a query is needed.
enum class Language : std::uint8_t { scasp, clingo };

struct Program {
  Language language = Language::scasp;
  Terms terms;
  std::vector<Predicate> predicates;
  std::vector<Clause> clauses;  // in the order of the text, denials among them
  // The last `?-` of the files, or what replaces it; none if there is none.
  std::optional<std::vector<Goal>> query;
  FileId query_file;
  std::vector<Shown> shown;    // empty: everything
  bool shows_nothing = false;  // `#show.` and no other
  // Of clingo's language:
  std::deque<Aggregate> aggregates;
  std::deque<SpecialHead> special_heads;
  std::vector<WordTemplate> templates;
  std::vector<base::Diagnostic> warnings;

  struct File {
    std::string path, text;
    std::unique_ptr<Source> source;  // refers to text
  };
  std::deque<File> files;
  std::unordered_map<Symbol, TermId> constants;                  // of #const, each an atomic term
  std::unordered_map<std::uint64_t, PredicateId> predicate_ids;  // what predicate() looks up

  PredicateId predicate(Symbol name, std::uint32_t arity, bool classical);  // found or added
  std::optional<PredicateId> find_predicate(Symbol name, std::uint32_t arity, bool classical) const;
  // "p/1" or "-p/1"
  std::string predicate_text(PredicateId id) const;
  std::uint32_t line_of(const Clause& clause) const;
};

}  // namespace cogs::logic
