// SPDX-License-Identifier: Apache-2.0
//
// List predicates that a program may call without defining them. They are clauses like those of
// the program, so that they can be negated and justified. A program's own definition counts
// instead.
#include <algorithm>
#include <map>
#include <utility>

#include "logic/program/goal_reader.h"
#include "logic/program/program_draft.h"

namespace cogs::logic {

namespace {

constexpr std::string_view library_text = R"(% The list library.
member(X, [X|_]).
member(X, [_|Rest]) :- member(X, Rest).

memberchk(X, List) :- member(X, List).

append([], List, List).
append([X|Front], Back, [X|Whole]) :- append(Front, Back, Whole).

length([], 0).
length([_|Rest], N) :- N #> 0, M #= N - 1, length(Rest, M).

reverse(List, Reversed) :- '$reverse'(List, [], Reversed, Reversed).
'$reverse'([], Reversed, Reversed, []).
'$reverse'([X|Rest], Seen, Reversed, [_|Bound]) :- '$reverse'(Rest, [X|Seen], Reversed, Bound).

nth0(0, [X|_], X).
nth0(N, [_|Rest], X) :- N #> 0, M #= N - 1, nth0(M, Rest, X).

nth1(1, [X|_], X).
nth1(N, [_|Rest], X) :- N #> 1, M #= N - 1, nth1(M, Rest, X).

last([X], X).
last([_,Y|Rest], X) :- last([Y|Rest], X).

select(X, [X|Rest], Rest).
select(X, [Y|Rest], [Y|Others]) :- select(X, Rest, Others).

permutation([], []).
permutation(List, [X|Permuted]) :- select(X, List, Others), permutation(Others, Permuted).

sum_list([], 0).
sum_list([N|Rest], Sum) :- Sum #= N + Others, sum_list(Rest, Others).

sumlist(List, Sum) :- sum_list(List, Sum).

max_list([N], N).
max_list([N,M|Rest], N) :- max_list([M|Rest], Most), N #>= Most.
max_list([N,M|Rest], Most) :- max_list([M|Rest], Most), N #< Most.

min_list([N], N).
min_list([N,M|Rest], N) :- min_list([M|Rest], Least), N #=< Least.
min_list([N,M|Rest], Least) :- min_list([M|Rest], Least), N #> Least.

between(Low, High, Low) :- Low #=< High.
between(Low, High, X) :- Low #< High, Next #= Low + 1, between(Next, High, X).
)";

struct LibraryEntry {
  std::string_view name;
  std::uint32_t arity;
};

constexpr LibraryEntry entries[] = {
    {"member", 2},   {"memberchk", 2}, {"append", 3},   {"length", 2},   {"reverse", 2},
    {"nth0", 3},     {"nth1", 3},      {"last", 2},     {"select", 3},   {"permutation", 2},
    {"sum_list", 2}, {"sumlist", 2},   {"max_list", 2}, {"min_list", 2}, {"between", 3}};

bool is_wanted(const ProgramDraft& draft, PredicateId id) {
  const Predicate& predicate = draft.program.predicates[id.index()];
  if (predicate.classical || draft.is_known(id)) return false;
  return std::any_of(std::begin(entries), std::end(entries), [&](const LibraryEntry& entry) {
    return entry.arity == predicate.arity && entry.name == draft.program.terms.text(predicate.name);
  });
}

// The clauses of the library as terms, by the name and the arity of their head.
using Library = std::map<std::pair<Symbol, std::uint32_t>, std::vector<Statement>>;

Library read_library(ProgramDraft& draft) {
  Program& program = draft.program;
  const FileId file = draft.add_file("<library>", std::string(library_text));
  TermParser parser(*program.files[file.index()].source, program.terms, draft.of(file));
  Library library;
  while (!parser.at_end()) {
    const auto term = parser.read_clause();
    if (!term) continue;
    const Terms& terms = program.terms;
    const TermId head = terms.is(*term, ":-", 2) ? terms.argument(*term, 0) : *term;
    library[{Symbol(terms[head].value), terms[head].arity}].push_back(
        {*term, file, terms[*term].span, false});
  }
  return library;
}

}  // namespace

void add_library(ProgramDraft& draft) {
  std::vector<PredicateId> wanted;
  for (const PredicateId id : draft.called) {
    if (is_wanted(draft, id)) wanted.push_back(id);
  }
  if (wanted.empty()) return;
  // The words of the library are not the constants of the program.
  const auto constants = std::exchange(draft.program.constants, {});
  const Library library = read_library(draft);
  while (!wanted.empty()) {
    const PredicateId id = wanted.back();
    wanted.pop_back();
    const Predicate& predicate = draft.program.predicates[id.index()];
    const auto found = library.find({predicate.name, predicate.arity});
    if (found == library.end() || draft.is_known(id)) continue;
    draft.define(id);
    draft.program.predicates[id.index()].library = true;
    const std::size_t first = draft.program.clauses.size();
    for (const Statement& statement : found->second) convert_clause(draft, statement);
    for (std::size_t i = first; i < draft.program.clauses.size(); ++i) {
      for (const Goal& goal : draft.program.clauses[i].body) {
        if (goal.kind == GoalKind::call) wanted.push_back(goal.predicate);
      }
    }
  }
  draft.program.constants = constants;
}

}  // namespace cogs::logic
