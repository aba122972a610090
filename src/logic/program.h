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
#include "logic/source.h"
#include "logic/term.h"

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
};

struct Goal {
  GoalKind kind = GoalKind::call;
  bool negated = false;   // `not`; of built-in goals too
  PredicateId predicate;  // of a call
  TermId term;            // the atom, without `not` and without the minus sign
  Span span;
};

struct Clause {
  bool has_head = false;  // without: a denial
  PredicateId predicate;  // of the head, if there is one
  TermId head;            // the atom, without the minus sign
  std::vector<Goal> body;
  FileId file;
  Span span;
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

struct Program {
  Terms terms;
  std::vector<Predicate> predicates;
  std::vector<Clause> clauses;  // in the order of the text, denials among them
  // The last `?-` of the files, or what replaces it; none if there is none.
  std::optional<std::vector<Goal>> query;
  FileId query_file;
  std::vector<Shown> shown;  // empty: everything
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
